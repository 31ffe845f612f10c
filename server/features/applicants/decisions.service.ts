import { type ApplicationState, decidedAfterEnd, holdsSeat, statesBefore } from '#contract/events/application.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { lockOwn, requireOwn } from '#server/features/events/events.service.ts'
import { type AdmissionEvent, selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { addTaken } from '#server/features/tickets/held/seats.repository.ts'
import { endApplications, giveSeats } from '#server/features/tickets/line/line.repository.ts'
import { confirmPayments } from '#server/features/tickets/line/payments.ts'
import { promote, termsOf } from '#server/features/tickets/line/promote.ts'
import { noteNews } from '#server/features/tickets/mails/confirmations.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { selectToDecide, type ToDecide } from './decisions.repository.ts'

/** What the owner sends: rows of applications, words to the applicants, and whether only the first are meant. */
interface Decision {
  applications: number[]
  word?: string
  first?: boolean
}

interface Decided {
  applications: number[]
}

/** Gives seats to applications that are to be approved. Throws `seats_not_enough`, `application_decided`, and what
 *  `inOwnEvent` throws. */
export function approve(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { applications, word = '', first = false }: Decision,
): Promise<Decided> {
  return inOwnEvent(ctx, user, eventId, async (tx, event, now) => {
    const pending = (await toDecide(tx, eventId, applications, decidedNow('approved', event, now))).map(({ id }) => id)
    const free = event.capacity === null ? pending.length : event.capacity - event.taken
    if (pending.length > free && (!first || free === 0)) throw new AppError('seats_not_enough', { seatsFree: free })
    const approved = pending.slice(0, free)
    const terms = termsOf(event, now)
    const { issued, toPay } = await giveSeats(tx, approved, 'approved', terms, word, now)
    // A price is paid before the start.
    if (toPay.length > 0 && terms.payBy.getTime() <= now.getTime()) throw new AppError('event_started')
    await addTaken(tx, eventId, approved.length)
    await noteNews(tx, 'approved', issued)
    await noteNews(tx, 'approved_to_pay', toPay)
    return approved
  })
}

/** Ends applications that are no tickets yet; a seat that one of them held is the next one's in line. */
export function refuse(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { applications, word = '' }: Decision,
): Promise<Decided> {
  return inOwnEvent(ctx, user, eventId, async (tx, event, now) => {
    const chosen = await toDecide(tx, eventId, applications, decidedNow('refused', event, now))
    const refused = chosen.map(({ id }) => id)
    await endApplications(tx, refused, 'refused', word, now)
    await noteNews(tx, 'refused', refused)
    const seats = chosen.filter(({ status }) => holdsSeat(status)).length
    const places = chosen.filter(({ status }) => status === 'WAITING').length
    const waiting = await addTaken(tx, eventId, -seats, -places)
    if (seats > 0 && waiting > 0) await promote(tx, eventId, now, countedEmails(ctx.settings))
    return refused
  })
}

/** Makes tickets of applications whose money the owner has seen. */
export function markPaid(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { applications }: Decision,
): Promise<Decided> {
  return inOwnEvent(ctx, user, eventId, async (tx, event, now) => {
    const unpaid = await toDecide(tx, eventId, applications, decidedNow('paid', event, now))
    return confirmPayments(
      tx,
      unpaid.map(({ id }) => id),
      now,
    )
  })
}

/** Decides in one transaction that holds the seats of the user's own event, which is not called off. */
async function inOwnEvent(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  decide: (tx: Db, event: AdmissionEvent, now: Date) => Promise<number[]>,
): Promise<Decided> {
  await requireOwn(ctx, user, eventId)
  const now = ctx.now()
  const applications = await ctx.db.transaction(async (tx) => {
    await lockOwn(tx, user, eventId)
    const event = await selectAdmissionEvent(tx, eventId)
    if (event === null) throw new AppError('event_not_found')
    if (event.called_off_at !== null) throw new AppError('event_called_off')
    return decide(tx, event, now)
  })
  ctx.announcer.announce(eventId)
  return { applications }
}

/** The states in which an application may be for that decision now: any until the end of the event, and for a while after it
 *  those whose money may have come. Throws `event_over`. */
function decidedNow(deed: 'approved' | 'refused' | 'paid', event: AdmissionEvent, now: Date): ApplicationState[] {
  const sinceEnd = now.getTime() - Date.parse(event.end_date_event)
  const states = statesBefore(deed).filter((state) => sinceEnd < (state === 'UNPAID' ? decidedAfterEnd : 0))
  if (states.length === 0) throw new AppError('event_over')
  return states
}

/** Those of the given applications that are in one of these states. Throws `ticket_not_found` where one is not of this event,
 *  and `application_decided` where none is. */
async function toDecide(tx: Db, eventId: number, ids: number[], states: ApplicationState[]): Promise<ToDecide[]> {
  const asked = new Set(ids)
  const found = await selectToDecide(tx, eventId, [...asked])
  if (found.length < asked.size) throw new AppError('ticket_not_found')
  const chosen = found.filter(({ status }) => states.includes(status))
  if (chosen.length === 0) throw new AppError('application_decided')
  return chosen
}

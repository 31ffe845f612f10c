import { type ApplicationState, decidedAfterEnd, statesBefore } from '#contract/events/application.ts'
import type { LogAction } from '#contract/tickets/team.ts'
import * as m from '#messages/answers.json'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import { type AdmissionEvent, selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { registrationTerms, seatGiver } from '#server/features/tickets/admission/seats.rules.ts'
import { noteNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { addTaken, lockSeats } from '#server/features/tickets/store/seats.repository.ts'
import { confirmPayments, promote, termsOf } from '#server/features/tickets/waiting-list/promote.ts'
import { endApplications, giveSeats } from '#server/features/tickets/waiting-list/waiting-list.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { selectToDecide, type ToDecide } from './applicants.repository.ts'

/** See `approveApplications` in the contract. */
interface Decision {
  applications: number[]
  word?: string
  first?: boolean
}

interface Decided {
  applications: number[]
}

/** Gives seats to PENDING applications. Throws `seats_not_enough`, `application_decided`, and the errors of `inEvent`. */
export function approve(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { applications, word = '', first = false }: Decision,
): Promise<Decided> {
  return inEvent(ctx, user, eventId, 'approved', async (tx, event, now) => {
    const pending = await toDecide(tx, eventId, applications, statesToDecide('approved', event, now))
    const giver = seatGiver(event)
    const seated = pending.filter((one) => giver.give(one.ticket_type_id, one.seats))
    const approved = seated.map(({ id }) => id)
    if (pending.length > approved.length && (!first || approved.length === 0)) {
      const extra = { seats_free: giver.used(), applications_fit: approved.length }
      throw new AppError('seats_not_enough', { extra })
    }
    const terms = termsOf(event, now)
    const { issued, toPay, seats } = await giveSeats(tx, approved, 'approved', terms, word, now)
    // Payment is due before the start.
    if (toPay.length > 0 && terms.payBy.getTime() <= now.getTime()) {
      throw new AppError('event_started', { message: m.approvedTooLateToPay })
    }
    await addTaken(tx, eventId, seats)
    await noteNews(tx, 'approved', issued)
    await noteNews(tx, 'approved_to_pay', toPay)
    return approved
  })
}

/** Ends applications that are not tickets yet. The seat of one goes to the next on the waiting list. */
export function refuse(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { applications, word = '' }: Decision,
): Promise<Decided> {
  return inEvent(ctx, user, eventId, 'refused', async (tx, event, now) => {
    const chosen = await toDecide(tx, eventId, applications, statesToDecide('refused', event, now))
    const refused = chosen.map(({ id }) => id)
    const seats = await endApplications(tx, refused, 'refused', word, now)
    await noteNews(tx, 'refused', refused)
    const waited = chosen.filter(({ status }) => status === 'WAITING')
    const waiting = await addTaken(tx, eventId, -seats, -waited.length)
    // A party that leaves the waiting list also releases the seats reserved for it.
    const isSeatFree = seats > 0 || waited.some((one) => one.seats > 1)
    if (isSeatFree && waiting > 0) await promote(tx, eventId, now, countedEmails(ctx.settings))
    return refused
  })
}

/** Turns paid applications into tickets. */
export function markPaid(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { applications }: Decision,
): Promise<Decided> {
  return inEvent(ctx, user, eventId, 'paid', async (tx, event, now) => {
    const unpaid = await toDecide(tx, eventId, applications, statesToDecide('paid', event, now))
    return confirmPayments(
      tx,
      unpaid.map(({ id }) => id),
      now,
    )
  })
}

/** Decides, and logs it, in one transaction that locks the event's seats. Throws `event_not_found` or `event_called_off`. */
async function inEvent(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  action: LogAction,
  decide: (tx: Db, event: AdmissionEvent, now: Date) => Promise<number[]>,
): Promise<Decided> {
  const now = ctx.now()
  const applications = await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, eventId)
    const event = await selectAdmissionEvent(tx, eventId)
    if (event === null) throw new AppError('event_not_found')
    if (registrationTerms(event).is_called_off) throw new AppError('event_called_off')
    const decided = await decide(tx, event, now)
    await logAction(tx, { eventId, userId: user.id, action, ticketIds: decided }, now)
    return decided
  })
  ctx.announcer.announce(eventId)
  return { applications }
}

/** The states from which this decision is possible now: all until the event ends, then for a while only UNPAID, because
 *  money may still arrive. Throws `event_over`. */
function statesToDecide(
  decision: 'approved' | 'refused' | 'paid',
  event: AdmissionEvent,
  now: Date,
): ApplicationState[] {
  const sinceEnd = now.getTime() - Date.parse(event.end_date_event)
  const states = statesBefore(decision).filter((state) => sinceEnd < (state === 'UNPAID' ? decidedAfterEnd : 0))
  if (states.length === 0) throw new AppError('event_over')
  return states
}

/** The given applications that are in one of these states. Throws `ticket_not_found` if one is not of this event, and
 *  `application_decided` if none is in such a state. */
async function toDecide(tx: Db, eventId: number, ids: number[], states: ApplicationState[]): Promise<ToDecide[]> {
  const wanted = new Set(ids)
  const found = await selectToDecide(tx, eventId, [...wanted])
  if (found.length < wanted.size) throw new AppError('ticket_not_found')
  const chosen = found.filter(({ status }) => states.includes(status))
  if (chosen.length === 0) throw new AppError('application_decided')
  return chosen
}

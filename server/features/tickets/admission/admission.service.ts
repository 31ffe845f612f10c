import { randomInt } from 'node:crypto'
import { type Standing, visitorStanding } from '#contract/events/applying.ts'
import { ticketNumberAlphabet as alphabet } from '#contract/tickets/ticket-code.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { type CountedEmails, countedEmails } from '#server/features/accounts/viewer.ts'
import { selectCodes, type UsableCode } from '#server/features/tickets/store/codes.repository.ts'
import { addTaken } from '#server/features/tickets/store/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Database, type Db, violates } from '#server/lib/postgres/database.ts'
import {
  type AdmissionEvent,
  type Admitting,
  type Candidate,
  insertAdmitted,
  insertAnswers,
  insertGuests,
  lockSeatsOf,
  type NewTicket,
  selectAdmissionEvents,
  selectCandidates,
  selectFormerApplicants,
  type Written,
} from './admission.repository.ts'
import {
  type Admitted,
  type Applying,
  decideApplications,
  isAdmitted,
  payBy,
  type Refused,
  refusalOfCalledOff,
  standingOf,
} from './admission.rules.ts'

/** The decision on one application: its new state, or why there is none. */
export type Decision = Ticket | Refused

/** One event's applications in order of arrival, each user once. */
interface Turn {
  eventId: number
  applying: Applying[]
}

const attempts = 3

/** Works in a transaction that holds the seats of these events. The first statements of `work` are sent with the one that locks. */
export async function withSeats<T>(db: Database, eventIds: number[], work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        const [, result] = await Promise.all([lockSeatsOf(tx, eventIds), work(tx)])
        return result
      })
    } catch (error) {
      // Two tickets got the same random number, or somebody deleted their account a moment ago. Both are very rare; the next attempt
      // uses new numbers, and leaves out deleted accounts.
      const isRare = violates(error, 'tickets_number_key') || violates(error, 'tickets_user_id_fkey')
      if (!isRare || attempt === attempts) throw error
    }
  }
}

/** Decides applications for several events while holding their seats, and inserts them in one statement. */
export async function admitLocked(tx: Db, turns: Turn[], now: Date, counted: CountedEmails): Promise<Decision[][]> {
  const decided = await decideTurns(tx, turns, now, counted)
  const tickets = (await write(tx, decided.flat().filter(isAdmitted), now)).values()
  return decided.map((decisions) =>
    decisions.map((one) => (isAdmitted(one) ? (tickets.next().value ?? 'internal') : one)),
  )
}

/** The decisions if every application is refused by what was just read, without locking the seats; otherwise null. Each of
 *  these refusals was true at that moment. */
export async function refuseAll(
  db: Db,
  turns: Turn[],
  now: Date,
  counted: CountedEmails,
): Promise<(Refused[] | null)[]> {
  const decided = await decideTurns(db, turns, now, counted)
  return decided.map((decisions) => {
    const refused = decisions.filter((one): one is Refused => !isAdmitted(one))
    return refused.length === decisions.length ? refused : null
  })
}

/** Reads the events and all candidates, and decides. */
async function decideTurns(
  db: Db,
  turns: Turn[],
  now: Date,
  counted: CountedEmails,
): Promise<(Admitted | Refused)[][]> {
  const wanted = turns.flatMap(({ eventId, applying }) => applying.map(({ userId }) => ({ eventId, userId })))
  const given = turns.flatMap(({ eventId, applying }) =>
    applying.flatMap(({ code = '' }) => (code === '' ? [] : [{ eventId, code }])),
  )
  // Sent at once and run in this order.
  const [events, known, codes] = await Promise.all([
    selectAdmissionEvents(
      db,
      turns.map(({ eventId }) => eventId),
    ),
    selectCandidates(db, wanted, counted),
    given.length === 0 ? [] : selectCodes(db, given),
  ])
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const candidatesOf = new Map<number, Map<number, Candidate>>(events.map(({ id }) => [id, new Map()]))
  for (const candidate of known) candidatesOf.get(candidate.event_id)?.set(candidate.id, candidate)

  const decided: (Admitted | Refused)[][] = []
  for (const { eventId, applying } of turns) {
    const event = eventOf.get(eventId) ?? null
    const candidates = candidatesOf.get(eventId) ?? new Map<number, Candidate>()
    if (event === null) decided.push(applying.map(() => 'event_not_found'))
    else if (event.called_off_at === null) {
      const ofEvent = codes.filter(({ event_id }) => event_id === eventId)
      const byText = new Map<string, UsableCode>(ofEvent.map((code) => [code.code, code]))
      decided.push(decideApplications(event, applying, candidates, now, byText))
    } else decided.push(await refuseCalledOff(db, event, applying, candidates, now))
  }
  return decided
}

async function refuseCalledOff(
  db: Db,
  event: AdmissionEvent,
  applying: Applying[],
  candidates: Map<number, Candidate>,
  now: Date,
): Promise<Refused[]> {
  const userIds = applying.map(({ userId }) => userId)
  const former = await selectFormerApplicants(db, event.id, userIds)
  return userIds.map((userId) => refusalOfCalledOff(candidates.get(userId), event, former, now))
}

/** Inserts the applications, and returns them in the same order. */
async function write(tx: Db, admitted: Admitted[], now: Date): Promise<Ticket[]> {
  if (admitted.length === 0) return []
  const rows = await insertAdmitted(
    tx,
    admitted.map((one) => newTicket(one, now)),
    now,
  )
  const answered = admitted.map(({ answers }, place) => ({ id: rows[place]?.id ?? 0, answers }))
  await insertAnswers(
    tx,
    answered.filter(({ answers }) => answers.length > 0),
  )
  await writeGuests(tx, admitted, rows)
  return rows.map((row, place) => ticketOf(row, admitted[place], now))
}

/** Inserts the guests' seats, and stores how many seats the events then reserve for waiting parties. */
async function writeGuests(tx: Db, admitted: Admitted[], rows: Written[]): Promise<void> {
  const guests = admitted.flatMap(({ guests }, place) => {
    const party_of = rows[place]?.id ?? 0
    return guests.map(({ name, answers }) => ({ party_of, ticket_number: newTicketNumber(), fullname: name, answers }))
  })
  if (guests.length === 0) return
  const guestIds = await insertGuests(tx, guests)
  const answered = guests.map(({ answers }, place) => ({ id: guestIds[place] ?? 0, answers }))
  await insertAnswers(
    tx,
    answered.filter(({ answers }) => answers.length > 0),
  )
  const reserved = new Map(admitted.map(({ event, reserved }) => [event.id, reserved]))
  for (const { event, reserved: seats } of admitted) if (seats !== null) reserved.set(event.id, seats)
  for (const [eventId, seats] of reserved) if (seats !== null) await addTaken(tx, eventId, 0, 0, seats)
}

function newTicket({ event, candidate, status, type, priceSatang, codeId }: Admitted, now: Date): NewTicket {
  return {
    event_id: event.id,
    ticket_number: newTicketNumber(),
    user_id: candidate.id,
    fullname: candidate.fullname,
    status,
    pay_by: status === 'UNPAID' ? payBy(event, now).toISOString() : null,
    price_satang: priceSatang,
    ticket_type_id: type?.id ?? null,
    code_id: codeId,
  }
}

/** Field by field: a rush makes thousands, and copying with rest properties is slow. */
function ticketOf(row: Written, admitted: Admitted | undefined, now: Date): Ticket {
  const seats = 1 + (admitted?.guests.length ?? 0)
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    ticket_number: row.ticket_number,
    event_id: row.event_id,
    fullname: row.fullname,
    register_date: now.toISOString(),
    status: row.status,
    position: admitted?.position ?? null,
    pay_by: row.pay_by,
    price_satang: row.price_satang,
    ticket_type: admitted?.type?.name ?? '',
    party_of: null,
    seats,
    total_satang: row.price_satang * seats,
    cancel_reason: null,
    was_issued: row.status === 'ACTIVE',
    organizer_word: '',
    slip: null,
    paid_at: null,
    refund: null,
  }
}

/** A random number such as `K7PM-3QXA`: one of 656 thousand million. */
export function newTicketNumber(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** The standing of the viewer with an event, decided like an application. */
export async function standingFor(
  ctx: Context,
  user: SignedInUser | null,
  event: Admitting & { id: number },
): Promise<Standing> {
  if (user === null) return visitorStanding
  const wanted = [{ eventId: event.id, userId: user.id }]
  const [viewer] = await selectCandidates(ctx.db, wanted, countedEmails(ctx.settings))
  return viewer === undefined ? visitorStanding : standingOf(viewer, event)
}

import { randomInt } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import { ticketNumberAlphabet as alphabet } from '#contract/tickets/ticket-code.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import type { CountedEmails } from '#server/features/accounts/users/reader.ts'
import { selectFormerApplicants } from '#server/features/tickets/held/call-off.repository.ts'
import { lockSeats } from '#server/features/tickets/held/seats.repository.ts'
import { type Database, type Db, violates } from '#server/lib/postgres/database.ts'
import { insertAdmitted, type NewTicket, selectAdmissionEvent, selectApplicants } from './admission.repository.ts'
import { refusalFor, refusalOfCalledOff } from './admission.rules.ts'

/** The decision on one application: a ticket, or the code of a refusal. */
export type Decision = Ticket | ErrorCode

const attempts = 3

/** Decides applications for one event in the order given, each user once, in one transaction. The decisions stand in
 *  the same order; none is known before the commit. */
export async function admit(
  db: Database,
  eventId: number,
  userIds: number[],
  now: Date,
  counted: CountedEmails = 'verified',
): Promise<Decision[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => admitLocked(tx, eventId, userIds, now, counted))
    } catch (error) {
      // Two tickets drew the same number, or somebody deleted their account a moment ago. Both are very rare; the next attempt
      // draws anew, and leaves out whoever is gone.
      const isRare = violates(error, 'tickets_number_key') || violates(error, 'tickets_user_id_fkey')
      if (!isRare || attempt === attempts) throw error
    }
  }
}

async function admitLocked(
  tx: Db,
  eventId: number,
  userIds: number[],
  now: Date,
  counted: CountedEmails,
): Promise<Decision[]> {
  // Three statements, sent at once and run in this order.
  const [locked, event, people] = await Promise.all([
    lockSeats(tx, eventId),
    selectAdmissionEvent(tx, eventId),
    selectApplicants(tx, eventId, userIds, counted),
  ])
  if (!locked || event === null) return userIds.map(() => 'event_not_found')
  const candidates = new Map(people.map((person) => [person.id, person]))
  if (event.called_off_at !== null) {
    const former = await selectFormerApplicants(tx, eventId, userIds)
    return userIds.map((userId) => refusalOfCalledOff(candidates.get(userId), event, former, now))
  }

  const admitted: NewTicket[] = []
  const refusals = new Map<number, ErrorCode>()
  for (const userId of userIds) {
    const candidate = candidates.get(userId)
    const taken = event.taken + admitted.length
    const refusal = candidate ? refusalFor(candidate, { ...event, taken }, now) : 'session_expired'
    if (refusal !== null) refusals.set(userId, refusal)
    else if (candidate) {
      admitted.push({ ticket_number: newTicketNumber(), user_id: userId, fullname: candidate.fullname })
    }
  }

  const tickets = admitted.length === 0 ? [] : await insertAdmitted(tx, eventId, admitted, now)
  const ticketOf = new Map(tickets.map(({ user_id, ...ticket }) => [user_id, ticket]))
  return userIds.map((userId) => ticketOf.get(userId) ?? refusals.get(userId) ?? 'internal')
}

/** A random number such as `K7PM-3QXA`: one of 656 thousand million. */
function newTicketNumber(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

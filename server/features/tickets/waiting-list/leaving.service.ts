import { holdsSeat } from '#contract/events/application.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { decideLeaving, type Leaving } from '#server/features/tickets/admission/decide.ts'
import type { TicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { addTaken } from '#server/features/tickets/store/seats.repository.ts'
import {
  cancelTickets,
  type Ending,
  type FullTicket,
  selectFullTickets,
  selectHeldTickets,
} from '#server/features/tickets/store/tickets.repository.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { addJobs } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { promote } from './promote.ts'

/** Ends applications for one event in the order given: gives tickets back and mails their holders, takes people out of the
 *  line, and withdraws. A freed seat goes to the next in line. Answers the tickets as they are then, and refusals. Call
 *  `lockSeats` first. */
export async function leaveLocked(
  tx: Db,
  eventId: number,
  leaving: Leaving[],
  now: Date,
  counted: CountedEmails,
): Promise<(FullTicket | AppError)[]> {
  const decided: (Ending | AppError)[] = []
  while (decided.length < leaving.length) {
    const next = leaving.slice(decided.length)
    const held = await selectHeldTickets(
      tx,
      next.map(({ ticketId }) => ticketId),
    )
    const some = decideLeaving(next, held, now)
    const refused = await end(tx, eventId, some.filter(isEnding), now, counted)
    // A ticket of these was checked in a moment ago.
    decided.push(...some.map((one) => (isEnding(one) && refused.has(one) ? new AppError('ticket_not_active') : one)))
  }
  const ended = leaving.filter((_, place) => !(decided[place] instanceof AppError))
  const tickets = new Map((await selectFullTickets(tx, ended, now)).map((ticket) => [ticket.id, ticket]))
  return decided.map((one) => (isEnding(one) ? (tickets.get(one.id) ?? new AppError('ticket_not_found')) : one))
}

const isEnding = (decided: Ending | AppError): decided is Ending => !(decided instanceof AppError)

/** Ends these applications, and answers those that are not in the given state any more. */
async function end(
  tx: Db,
  eventId: number,
  endings: Ending[],
  now: Date,
  counted: CountedEmails,
): Promise<Set<Ending>> {
  if (endings.length === 0) return new Set()
  const cancelled = await cancelTickets(tx, endings, now)
  const ended = endings.filter(({ id }) => cancelled.has(id))
  const seats = ended.filter(({ state }) => holdsSeat(state)).length
  const places = ended.filter(({ state }) => state === 'WAITING').length
  const mails = ended.flatMap(({ id, state }): TicketMail[] => (state === 'ACTIVE' ? [{ news: 'cancelled', id }] : []))
  const [waiting] = await Promise.all([addTaken(tx, eventId, -seats, -places), addJobs(tx, 'send_ticket_mail', mails)])
  if (seats > 0 && waiting > 0) await promote(tx, eventId, now, counted)
  return new Set(endings.filter(({ id }) => !cancelled.has(id)))
}

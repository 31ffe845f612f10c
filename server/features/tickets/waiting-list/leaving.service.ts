import { holdsSeat } from '#contract/events/application.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { decideLeaving, type Leaving } from '#server/features/tickets/admission/admission.rules.ts'
import type { TicketMail } from '#server/features/tickets/mails/notifications.service.ts'
import { cancelTickets, type Ending, selectHeldTickets } from '#server/features/tickets/store/endings.repository.ts'
import { addTaken } from '#server/features/tickets/store/seats.repository.ts'
import { type FullTicket, selectFullTickets } from '#server/features/tickets/store/tickets.repository.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { addJobs } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { promote } from './promote.ts'

/** Ends applications for one event in the given order: gives tickets back and mails their holders, removes people from the
 *  waiting list, and withdraws. A free seat goes to the next on the list. Returns the resulting tickets, and refusals. Call
 *  `lockSeats` first. */
export async function leaveLocked(
  tx: Db,
  eventId: number,
  leaving: Leaving[],
  now: Date,
  counted: CountedEmails,
): Promise<(FullTicket | AppError)[]> {
  const outcomes: (FullTicket | AppError)[] = []
  while (outcomes.length < leaving.length) {
    const next = leaving.slice(outcomes.length)
    const held = await selectHeldTickets(
      tx,
      next.map(({ ticketId }) => ticketId),
    )
    const decided = decideLeaving(next, held, now)
    const ended = await end(tx, eventId, decided.filter(isEnding), now, counted)
    for (const one of decided) {
      // A ticket that has not ended was checked in a moment ago.
      outcomes.push(isEnding(one) ? (ended.get(one.ticketId) ?? new AppError('ticket_not_active')) : one)
    }
  }
  return outcomes
}

const isEnding = (decided: Ending | AppError): decided is Ending => !(decided instanceof AppError)

/** Ends the ones of these applications that are still in the given state, and returns them by id. */
async function end(
  tx: Db,
  eventId: number,
  endings: Ending[],
  now: Date,
  counted: CountedEmails,
): Promise<Map<number, FullTicket>> {
  if (endings.length === 0) return new Map()
  const cancelled = await cancelTickets(tx, endings, now)
  const ended = endings.filter(({ ticketId }) => cancelled.has(ticketId))
  const rows = (state: Ending) => cancelled.get(state.ticketId) ?? 0
  const seats = ended.filter(({ state }) => holdsSeat(state)).reduce((sum, one) => sum + rows(one), 0)
  const waited = ended.filter(({ state }) => state === 'WAITING')
  const mailed = ended.filter(({ state }) => state === 'ACTIVE')
  const [waiting, tickets] = await Promise.all([
    addTaken(tx, eventId, -seats, -waited.length),
    selectFullTickets(tx, ended, now),
    addJobs(
      tx,
      'send_ticket_mail',
      mailed.map(({ ticketId }): TicketMail => ({ news: 'cancelled', id: ticketId })),
    ),
  ])
  // A party that leaves the waiting list also releases the seats reserved for it.
  const isSeatFree = seats > 0 || waited.some((one) => rows(one) > 1)
  if (isSeatFree && waiting > 0) await promote(tx, eventId, now, counted)
  return new Map(tickets.map((ticket) => [ticket.id, ticket]))
}

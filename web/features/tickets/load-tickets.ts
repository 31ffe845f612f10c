import { type Event, showEvent } from '#contract/events.ts'
import { listTickets, type SignedTicket, showTicket, type Ticket } from '#contract/tickets.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import type { Session } from '#web/lib/session.ts'
import { problemOf, ticketProblems } from './problem.ts'
import { activeFirst } from './status.ts'

export interface LoadedTickets {
  tickets: Ticket[]
  /** By id, each asked for once and on its way; null where an event cannot be had. */
  events: Map<number, Promise<Event | null>>
  /** Why an event cannot be had, in words; null also where it only is not there (any more). */
  eventsProblem: Promise<string | null>
}

/** One's own tickets at once; their events follow. */
export async function loadTickets({ id }: Session): Promise<LoadedTickets> {
  if (!Number.isInteger(id) || id < 1) throw new ApiError('not_signed_in')
  const tickets = await call(listTickets, { params: { userId: id } })
  const eventIds = [...new Set(tickets.map((ticket) => ticket.event_id))]
  const coming = eventIds.map((eventId) => readEvent(eventId))
  return {
    tickets: activeFirst(tickets),
    events: new Map(eventIds.map((eventId, place) => [eventId, orNull(coming[place])])),
    eventsProblem: Promise.all(coming).then(
      () => null,
      (error) => problemOf(error, ticketProblems.list).text,
    ),
  }
}

/** A ticket with its event; null where the event is not there (any more). */
export async function loadTicket(ticketId: string): Promise<{ ticket: SignedTicket; event: Event | null }> {
  const ticket = await call(showTicket, { params: { ticketId } })
  return { ticket, event: await readEvent(ticket.event_id) }
}

async function readEvent(eventId: number): Promise<Event | null> {
  try {
    return await call(showEvent, { params: { eventId } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function orNull(event: Promise<Event | null> | undefined): Promise<Event | null> {
  try {
    return (await event) ?? null
  } catch {
    return null
  }
}

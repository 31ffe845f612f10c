import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { listTickets, type SignedTicket, showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import { problemOf, ticketProblems } from '#web/features/tickets/ticket/problem.ts'
import { activeFirst } from '#web/features/tickets/ticket/status.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { lastSeen, type Stale } from '#web/lib/offline/last-seen.ts'
import type { Session } from '#web/lib/session/session.ts'

export interface LoadedTickets {
  tickets: Ticket[]
  /** By id, each asked for once and on its way; null where an event cannot be had. */
  events: Map<number, Promise<CardEvent | null>>
  /** Why an event cannot be had, in words; null also where it only is not there (any more). */
  eventsProblem: Promise<string | null>
  /** When the server said so, where it does not answer now; else null. */
  stale: Stale | null
}

/** One's own tickets at once; their events follow. */
export async function loadTickets({ id }: Session): Promise<LoadedTickets> {
  if (!Number.isInteger(id) || id < 1) throw new ApiError('not_signed_in')
  const { value: tickets, stale } = await lastSeen('tickets', () => call(listTickets, { params: { userId: id } }))
  const eventIds = [...new Set(tickets.map((ticket) => ticket.event_id))]
  const coming = eventIds.map((eventId) => readEvent(eventId, stale))
  return {
    tickets: activeFirst(tickets),
    events: new Map(eventIds.map((eventId, place) => [eventId, orNull(coming[place])])),
    eventsProblem: Promise.all(coming).then(
      () => null,
      (error) => problemOf(error, ticketProblems.list).text,
    ),
    stale,
  }
}

export interface LoadedTicket {
  ticket: SignedTicket
  /** null where it is not there (any more). */
  event: CardEvent | null
  /** As of LoadedTickets. */
  stale: Stale | null
}

/** Under which a ticket is kept; see lastSeen. */
export const ticketName = (ticketId: string | number) => `ticket ${ticketId}`

export async function loadTicket(ticketId: string): Promise<LoadedTicket> {
  const { value: ticket, stale } = await lastSeen(ticketName(ticketId), () =>
    call(showTicket, { params: { ticketId } }),
  )
  return { ticket, event: await readEvent(ticket.event_id, stale), stale }
}

/** Null where it is not there (any more). Who has waited for the ticket in vain does not wait for its event too. */
async function readEvent(eventId: number, stale: Stale | null): Promise<CardEvent | null> {
  const load = () => call(showEventCard, { params: { eventId } })
  try {
    const event = await lastSeen(`event ${eventId}`, load, stale === null ? undefined : 0)
    return event.value
  } catch (error) {
    if (stale !== null || (error instanceof ApiError && error.status === 404)) return null
    throw error
  }
}

async function orNull(event: Promise<CardEvent | null> | undefined): Promise<CardEvent | null> {
  try {
    return (await event) ?? null
  } catch {
    return null
  }
}

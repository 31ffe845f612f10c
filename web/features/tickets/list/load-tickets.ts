import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { listTickets, type SignedTicket, showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import { problemOf, ticketProblems } from '#web/features/tickets/ticket/problem.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { lastSeen, type Stale } from '#web/lib/offline/last-seen.ts'
import type { Session } from '#web/lib/session/session.ts'
import { type Arranged, arrange } from './arrange.ts'
import { ticketName } from './ticket-name.ts'

export interface LoadedTickets {
  tickets: Ticket[]
  /** The tickets as far as they tell themselves where they stand, until their events are known. */
  first: Arranged
  arranged: Promise<Arranged>
  /** The events by id, each requested once; a promise resolves to null where its event cannot be loaded. */
  events: Map<number, Promise<CardEvent | null>>
  /** Words that say why an event cannot be loaded; null also where an event does not exist (any more). */
  eventsProblem: Promise<string | null>
  /** Set where the tickets are kept ones because the server does not answer; otherwise null. */
  stale: Stale | null
}

const unreadable = Promise.resolve(null)

/** The reader's own tickets; their events follow. */
export async function loadTickets({ id }: Session): Promise<LoadedTickets> {
  if (!Number.isInteger(id) || id < 1) throw new ApiError('not_signed_in')
  const { value: tickets, stale } = await lastSeen('tickets', () => call(listTickets, { params: { userId: id } }))
  const eventIds = [...new Set(tickets.map((ticket) => ticket.event_id))]
  const coming = eventIds.map((eventId) => readEvent(eventId, stale))
  const known = coming.map(orNull)
  const arranged = Promise.all(known).then((events) =>
    arrange(tickets, new Map(eventIds.map((eventId, place) => [eventId, events[place] ?? null])), Date.now()),
  )
  return {
    tickets,
    first: arrange(tickets, new Map(), Date.now()),
    arranged,
    events: new Map(eventIds.map((eventId, place) => [eventId, known[place] ?? unreadable])),
    eventsProblem: Promise.all(coming).then(
      () => null,
      (error) => problemOf(error, ticketProblems.list).text,
    ),
    stale,
  }
}

export interface LoadedTicket {
  ticket: SignedTicket
  /** Null where the event does not exist (any more). */
  event: CardEvent | null
  /** As in LoadedTickets. */
  stale: Stale | null
}

export async function loadTicket(ticketId: string): Promise<LoadedTicket> {
  const { value: ticket, stale } = await lastSeen(ticketName(ticketId), () =>
    call(showTicket, { params: { ticketId } }),
  )
  return { ticket, event: await readEvent(ticket.event_id, stale), stale }
}

/** Null where the event does not exist (any more). If the ticket itself is a kept one, this does not wait for the
 *  network again. */
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

async function orNull(event: Promise<CardEvent | null>): Promise<CardEvent | null> {
  try {
    return await event
  } catch {
    return null
  }
}

import { useEffect } from 'react'
import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { listTickets, type SignedTicket, showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { hasSaved, lastSeen, type Stale } from '#web/lib/offline/last-seen.ts'
import { cachePage } from '#web/lib/offline/offline.ts'
import type { Session } from '#web/lib/session/session.ts'
import { isOpen } from './application-status.tsx'
import { ticketName } from './last-seen-note.tsx'
import { problemOf, ticketProblems } from './ticket-problem.tsx'

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

interface LoadedTicket {
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

export interface Arranged {
  /** The ticket of the event that comes next or is under way; null where none is known. */
  next: Ticket | null
  /** Those of later events, soonest first, and of events that are not known. */
  later: Ticket[]
  /** Those that let nobody in (any more), in the given order. */
  apart: Ticket[]
}

type When = Pick<CardEvent, 'start_date_event' | 'end_date_event' | 'is_called_off'>

/** Tickets, without what may still become one, by what they are still good for at `now`, with their events by id: null for one that cannot be read.
 *  Without events only the tickets themselves say it. Milliseconds. */
export function arrange(all: readonly Ticket[], events: ReadonlyMap<number, When | null>, now: number): Arranged {
  const eventOf = (ticket: Ticket) => events.get(ticket.event_id) ?? null
  const tickets = all.filter(({ status }) => !isOpen(status))
  const isApart = (ticket: Ticket) => (ticket.status || 'ACTIVE') !== 'ACTIVE' || isPast(eventOf(ticket), now)
  const startOf = (ticket: Ticket) => {
    const event = eventOf(ticket)
    return event === null ? Number.MAX_VALUE : Date.parse(event.start_date_event)
  }
  const coming = tickets.filter((ticket) => !isApart(ticket)).sort((a, b) => startOf(a) - startOf(b))
  const [first = null, ...others] = coming
  const next = first !== null && eventOf(first) !== null ? first : null
  return { next, later: next === null ? coming : others, apart: tickets.filter(isApart) }
}

function isPast(event: When | null, now: number): boolean {
  return event !== null && (event.is_called_off || Date.parse(event.end_date_event) <= now)
}

/** At most this many tickets are kept, more than anybody needs; the list has the newest first. */
const most = 12

/** Keeps the active tickets for a visit without a network, even those never opened on this device, once `ready`.
 *  They are kept one after the other, and each only once: opening a ticket renews its copy. */
export function useKeptTickets(tickets: readonly Ticket[], ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    const leaving = new AbortController()
    void keepTickets(tickets, leaving.signal)
    return () => leaving.abort()
  }, [tickets, ready])
}

async function keepTickets(tickets: readonly Ticket[], leaving: AbortSignal) {
  const active = tickets.filter(({ status }) => status === 'ACTIVE')
  for (const { id } of active.slice(0, most)) {
    if (leaving.aborted) return
    if (await hasSaved(ticketName(id))) continue
    try {
      await cachePage(paths.virtualTicket(id))
      await loadTicket(String(id))
    } catch {
      // The network is gone; the next visit tries again.
      return
    }
  }
}

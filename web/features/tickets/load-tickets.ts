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
import { problemOf, ticketName, ticketProblems } from './ticket-notes.tsx'

export interface LoadedTickets {
  tickets: Ticket[]
  /** The valid tickets of a party, by the id of the one that stands for it; none for a single seat. */
  parties: ReadonlyMap<number, Ticket[]>
  /** The tickets sorted without their events, until those are loaded. */
  first: Arranged
  arranged: Promise<Arranged>
  /** The events by ID, each requested once; a promise resolves to null if its event cannot be loaded. */
  events: Map<number, Promise<CardEvent | null>>
  /** Why an event cannot be loaded; null also if an event does not exist (any more). */
  eventsProblem: Promise<string | null>
  /** When saved tickets were loaded, if the server does not respond; otherwise null. */
  stale: Stale | null
}

const unreadable = Promise.resolve(null)

/** The viewer's own tickets; their events load later. */
export async function loadTickets({ id }: Session): Promise<LoadedTickets> {
  if (!Number.isInteger(id) || id < 1) throw new ApiError('not_signed_in')
  const { value: all, stale } = await lastSeen('tickets', () => call(listTickets, { params: { userId: id } }))
  const { tickets, parties } = byApplication(all)
  const eventIds = [...new Set(tickets.map((ticket) => ticket.event_id))]
  const coming = eventIds.map((eventId) => readEvent(eventId, stale))
  const known = coming.map(orNull)
  const arranged = Promise.all(known).then((events) =>
    arrange(tickets, new Map(eventIds.map((eventId, place) => [eventId, events[place] ?? null])), Date.now()),
  )
  return {
    tickets,
    parties,
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

/** One ticket for each application: the first that is valid, else the applicant's. */
function byApplication(all: readonly Ticket[]): Pick<LoadedTickets, 'tickets' | 'parties'> {
  const groups = new Map<number, Ticket[]>()
  for (const ticket of all) {
    // Lists saved by an older release have no parties.
    const id = ticket.party_of ?? ticket.id
    groups.set(id, [...(groups.get(id) ?? []), ticket])
  }
  const parties = new Map<number, Ticket[]>()
  const tickets = [...groups.values()].flatMap((group) => {
    const valid = group.filter(({ status }) => status !== 'CANCELLED')
    const shown = valid.find(({ status }) => status === 'ACTIVE') ?? valid[0] ?? group[0]
    if (shown !== undefined && valid.length > 1) parties.set(shown.id, valid)
    return shown === undefined ? [] : [shown]
  })
  return { tickets, parties }
}

interface LoadedTicket {
  ticket: SignedTicket
  /** Null if the event does not exist (any more). */
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

/** Null if the event does not exist (any more). If the ticket is saved data, this does not wait for the network again. */
async function readEvent(eventId: number, stale: Stale | null): Promise<CardEvent | null> {
  const load = () => call(showEventCard, { params: { eventId } })
  try {
    const event = await lastSeen(`event ${eventId}`, load, stale === null ? {} : { timeoutMs: 0 })
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
  /** The ticket for the current or next event, also once it is checked in; null if there is none. */
  next: Ticket | null
  /** Those for later events, soonest first, and for events that could not be loaded. */
  later: Ticket[]
  /** Those that were cancelled and those of events that are over, in the given order. */
  apart: Ticket[]
}

type When = Pick<CardEvent, 'start_date_event' | 'end_date_event' | 'is_called_off'>

/** Sorts tickets, without open applications, by what they are still good for at `now` (milliseconds), with their events by ID:
 *  null for one that cannot be loaded. Without events only the tickets' own data counts. */
export function arrange(all: readonly Ticket[], events: ReadonlyMap<number, When | null>, now: number): Arranged {
  const eventOf = (ticket: Ticket) => events.get(ticket.event_id) ?? null
  const tickets = all.filter(({ status }) => !isOpen(status))
  const isApart = (ticket: Ticket) => {
    const event = eventOf(ticket)
    // Most used tickets are of past events.
    if (ticket.status === 'USED' && event === null) return true
    return ticket.status === 'CANCELLED' || ticket.status === 'EXPIRED' || isPast(event, now)
  }
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

/** The most tickets that are saved, more than anyone needs; the list starts with the newest. */
const most = 12

/** Saves the active tickets for use without a network, even those never opened on this device, once `ready`. One by one, and
 *  each once: opening a ticket renews its copy. */
export function useSavedTickets(
  { tickets, parties }: Pick<LoadedTickets, 'tickets' | 'parties'>,
  ready: boolean,
): void {
  useEffect(() => {
    if (!ready) return
    const leaving = new AbortController()
    void keepTickets(
      tickets.flatMap((ticket) => parties.get(ticket.id) ?? [ticket]),
      leaving.signal,
    )
    return () => leaving.abort()
  }, [tickets, parties, ready])
}

async function keepTickets(tickets: readonly Ticket[], leaving: AbortSignal) {
  const active = tickets.filter(({ status }) => status === 'ACTIVE')
  for (const { id } of active.slice(0, most)) {
    if (leaving.aborted) return
    if (await hasSaved(ticketName(id))) continue
    try {
      // The ticket's data alone would count as saved, and is of no use offline without the page.
      if (!(await cachePage(paths.virtualTicket(id)))) continue
      await loadTicket(String(id))
    } catch {
      // The network is gone; the next visit tries again.
      return
    }
  }
}

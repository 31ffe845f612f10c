import type { CardEvent } from '#contract/events/events.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { isOpen } from '#web/features/tickets/application/next-step.ts'

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

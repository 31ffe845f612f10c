import type { Door, DoorCount, DoorTicket } from '#contract/tickets/door.ts'

/** What a phone knows of a door; its tickets by number. */
export interface Snapshot extends Omit<Door, 'tickets'> {
  tickets: ReadonlyMap<string, DoorTicket>
  /** When the server was asked for all or for what changed, by the phone's clock: milliseconds since 1970. */
  asked_at: number
}

export function snapshotOf({ tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: byNumber(tickets), asked_at }
}

/** What was known, and what the server says has changed since. */
export function mergeDoor(before: Snapshot, { tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: merged(before.tickets, tickets), asked_at }
}

/** The same after an answer of the server that named tickets and the count. */
export function mergeAnswer(before: Snapshot, { checked_in, held }: DoorCount, tickets: DoorTicket[]): Snapshot {
  return { ...before, checked_in, held, tickets: merged(before.tickets, tickets) }
}

function merged(before: ReadonlyMap<string, DoorTicket>, tickets: DoorTicket[]): ReadonlyMap<string, DoorTicket> {
  return tickets.length === 0 ? before : new Map([...before, ...byNumber(tickets)])
}

const byNumber = (tickets: DoorTicket[]) => new Map(tickets.map((ticket) => [ticket.ticket_number, ticket]))

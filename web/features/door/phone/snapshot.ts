import type { Door, DoorCount, DoorTicket } from '#contract/tickets/door.ts'

/** A phone's knowledge of a door, with its tickets by number. */
export interface Snapshot extends Omit<Door, 'tickets'> {
  tickets: ReadonlyMap<string, DoorTicket>
  /** The time at which the server was last asked for all tickets or for changes, in milliseconds since 1970 by the
   *  phone's clock. */
  asked_at: number
}

export function snapshotOf({ tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: byNumber(tickets), asked_at }
}

/** Adds the changes that the server reports to what was known. */
export function mergeDoor(before: Snapshot, { tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: merged(before.tickets, tickets), asked_at }
}

/** Adds an answer of the server that named tickets and the count. */
export function mergeAnswer(before: Snapshot, { checked_in, held }: DoorCount, tickets: DoorTicket[]): Snapshot {
  return { ...before, checked_in, held, tickets: merged(before.tickets, tickets) }
}

/** The count that the server has just told, to be kept with a scan. */
export function counted({ checked_in, held }: Snapshot): DoorCount & { at: number } {
  return { checked_in, held, at: Date.now() }
}

function merged(before: ReadonlyMap<string, DoorTicket>, tickets: DoorTicket[]): ReadonlyMap<string, DoorTicket> {
  return tickets.length === 0 ? before : new Map([...before, ...byNumber(tickets)])
}

const byNumber = (tickets: DoorTicket[]) => new Map(tickets.map((ticket) => [ticket.ticket_number, ticket]))

import type { Door, DoorCount, DoorTicket, Verdict } from '#contract/tickets/door.ts'
import type { KeptScan } from './scan.ts'

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

/** Verdicts for which the server names no ticket. */
const ofNoTicket: Verdict[] = ['unknown', 'forged', 'wrong_event']

/** The tickets of these scans as the server last reported them; none for scans that it has not answered. */
export function toldTickets(scans: KeptScan[]): DoorTicket[] {
  return scans.flatMap(({ ticket, verdict, asked, waiting, undone }) => {
    if (ticket === null || !asked || waiting || ofNoTicket.includes(verdict)) return []
    // An answer from before the scan was undone no longer holds.
    return undone && ticket.status === 'USED' ? [] : [ticket]
  })
}

/** Brings a kept snapshot up to date: what the server answered about single tickets since its refresh, and how many were
 *  inside by then, are kept with this phone's scans. */
export function withAnswersSince(snapshot: Snapshot, scans: KeptScan[]): Snapshot {
  const later = scans.filter((scan) => answeredAt(scan) > snapshot.asked_at)
  const [last] = later.flatMap(({ counted }) => counted ?? []).toSorted((left, right) => right.at - left.at)
  return mergeAnswer(snapshot, last ?? snapshot, toldTickets(later))
}

/** Milliseconds since 1970. */
const answeredAt = ({ counted, scanned_at }: KeptScan) => counted?.at ?? Date.parse(scanned_at)

/** The kept scans that another tab of this phone made or changed since this tab read them. */
export function changedElsewhere(known: KeptScan[], kept: KeptScan[]): KeptScan[] {
  const before = new Map(known.map((scan) => [scan.scan_id, scan]))
  return kept.filter((scan) => {
    const same = before.get(scan.scan_id)
    return same?.waiting !== scan.waiting || same.undone !== scan.undone
  })
}

/** The entries of this phone that another phone has undone since, as the door says. The time of an entry is that of its scan, so
 *  a ticket that was let in again elsewhere has another one. */
export function undoneElsewhere(scans: KeptScan[], { tickets }: Pick<Snapshot, 'tickets'>): KeptScan[] {
  return scans.filter(({ verdict, waiting, undone, ticket }) => {
    if (verdict !== 'checked_in' || waiting || undone || ticket === null) return false
    const now = tickets.get(ticket.ticket_number)
    return now !== undefined && now.used_at !== ticket.used_at
  })
}

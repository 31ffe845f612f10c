import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { Door, DoorCount, DoorTicket, Verdict } from '#contract/tickets/door.ts'
import type { SavedScan } from './scan.ts'

/** What this phone knows of a door, with its tickets by number. */
export interface Snapshot extends Omit<Door, 'tickets'> {
  tickets: ReadonlyMap<string, DoorTicket>
  /** When the server was last asked for all tickets or for changes, in milliseconds since 1970 by the phone's clock. */
  asked_at: number
}

export function snapshotOf({ tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: byNumber(tickets), asked_at }
}

/** Merges the changes of a refresh. */
export function mergeDoor(before: Snapshot, { tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: merged(before.tickets, tickets), asked_at }
}

/** Merges an answer about single tickets. */
export function mergeAnswer(before: Snapshot, { checked_in, held }: DoorCount, tickets: DoorTicket[]): Snapshot {
  return { ...before, checked_in, held, tickets: merged(before.tickets, tickets) }
}

/** The count to save with a scan that the server has just answered. */
export function counted({ checked_in, held }: Snapshot): DoorCount & { at: number } {
  return { checked_in, held, at: Date.now() }
}

function merged(before: ReadonlyMap<string, DoorTicket>, tickets: DoorTicket[]): ReadonlyMap<string, DoorTicket> {
  return tickets.length === 0 ? before : new Map([...before, ...byNumber(tickets)])
}

const byNumber = (tickets: DoorTicket[]) => new Map(tickets.map((ticket) => [ticket.ticket_number, ticket]))

/** Verdicts for which the server returns no ticket. */
const withoutTicket: Verdict[] = ['unknown', 'forged', 'wrong_event']

/** The tickets of these scans as the server last reported them; none for scans that it has not answered. */
export function reportedTickets(scans: SavedScan[]): DoorTicket[] {
  return scans.flatMap(({ ticket, verdict, asked, waiting, undone }) => {
    if (ticket === null || !asked || waiting || withoutTicket.includes(verdict)) return []
    // The answer is older than the undoing.
    return undone && ticket.status === 'USED' ? [] : [ticket]
  })
}

/** Brings a saved snapshot up to date with the server's answers since its refresh, which are saved with the scans. */
export function withLaterAnswers(snapshot: Snapshot, scans: SavedScan[]): Snapshot {
  const later = scans.filter((scan) => answeredAt(scan) > snapshot.asked_at)
  const [last] = later.flatMap(({ counted }) => counted ?? []).toSorted((left, right) => right.at - left.at)
  return mergeAnswer(snapshot, last ?? snapshot, reportedTickets(later))
}

/** Milliseconds since 1970. */
const answeredAt = ({ counted, scanned_at }: SavedScan) => counted?.at ?? Date.parse(scanned_at)

/** This phone's check-ins that another phone has undone. A ticket's time of entry is that of its scan, so another time
 *  means that the holder came in again elsewhere. */
export function undoneElsewhere(scans: SavedScan[], { tickets }: Pick<Snapshot, 'tickets'>): SavedScan[] {
  return scans.filter(({ verdict, waiting, undone, ticket }) => {
    if (verdict !== 'checked_in' || waiting || undone || ticket === null) return false
    const now = tickets.get(ticket.ticket_number)
    return now !== undefined && now.used_at !== ticket.used_at
  })
}

/** The scans that still name someone whose account has been deleted since. */
export function namingDeletedAccounts(scans: SavedScan[], { tickets }: Pick<Snapshot, 'tickets'>): SavedScan[] {
  return scans.filter(({ ticket }) => {
    if (ticket === null || ticket.fullname === deletedAccount) return false
    return tickets.get(ticket.ticket_number)?.fullname === deletedAccount
  })
}

import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { Door, DoorCount, DoorTicket, Verdict, WalkInSale } from '#contract/tickets/door.ts'
import { clockNow } from '#web/lib/clock.ts'
import { isDoubleEntry, isUnsentEntry, type SavedScan } from './scan.ts'

/** This phone's copy of a door, with its tickets by number. */
export interface Snapshot extends Omit<Door, 'tickets' | 'sale'> {
  /** Missing in snapshots saved by an older release. */
  sale?: WalkInSale
  tickets: ReadonlyMap<string, DoorTicket>
  /** When this phone last loaded or refreshed its tickets, in milliseconds since 1970. */
  asked_at: number
}

export function snapshotOf({ tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: byNumber(tickets), asked_at }
}

/** The snapshot after a refresh. */
export function applyRefresh(before: Snapshot, { tickets, ...door }: Door, asked_at: number): Snapshot {
  return { ...door, tickets: withChanged(before.tickets, tickets), asked_at }
}

/** The snapshot after an answer about single tickets. */
export function applyAnswer(before: Snapshot, { checked_in, held }: DoorCount, tickets: DoorTicket[]): Snapshot {
  return { ...before, checked_in, held, tickets: withChanged(before.tickets, tickets) }
}

/** The count and the time, saved with a scan that the server has just answered. */
export function currentCount({ checked_in, held }: Snapshot): DoorCount & { at: number } {
  return { checked_in, held, at: clockNow() }
}

function withChanged(before: ReadonlyMap<string, DoorTicket>, tickets: DoorTicket[]): ReadonlyMap<string, DoorTicket> {
  return tickets.length === 0 ? before : new Map([...before, ...byNumber(tickets)])
}

const byNumber = (tickets: DoorTicket[]) => new Map(tickets.map((ticket) => [ticket.ticket_number, ticket]))

/** The ticket of this scan as this phone's list has it. */
export function listedTicket(
  { tickets }: Pick<Snapshot, 'tickets'>,
  { ticket }: Pick<SavedScan, 'ticket'>,
): DoorTicket | undefined {
  return tickets.get(ticket?.ticket_number ?? '')
}

/** This phone's unsent entries with tickets that its list does not have: walk-ins, and codes that are newer than the list, also of
 *  invitations that were claimed since. */
function unlistedEntries(snapshot: Pick<Snapshot, 'tickets'>, scans: SavedScan[]): SavedScan[] {
  return scans.filter((scan) => {
    const listed = listedTicket(snapshot, scan)
    return isUnsentEntry(scan) && (listed === undefined || listed.status === 'INVITED')
  })
}

/** The tickets on this phone's list and those of its entries that are newer. Walk-ins have no number until they are sent. */
export function guestsOf(snapshot: Pick<Snapshot, 'tickets'>, scans: SavedScan[]): ReadonlyMap<string, DoorTicket> {
  const newer = unlistedEntries(snapshot, scans).flatMap(({ scan_id, ticket }) =>
    ticket ? [[ticket.ticket_number || scan_id, ticket] as const] : [],
  )
  return newer.length === 0 ? snapshot.tickets : new Map([...snapshot.tickets, ...newer])
}

/** The count with this phone's unsent entries. */
export function countWithUnsent(snapshot: Snapshot, scans: SavedScan[]): DoorCount {
  return {
    checked_in: snapshot.checked_in + scans.filter(isUnsentEntry).length,
    held: snapshot.held + unlistedEntries(snapshot, scans).length,
  }
}

const verdictsWithoutTicket: Verdict[] = ['unknown', 'forged', 'wrong_event']

/** The tickets of these scans as the server last reported them, without scans that it has not answered. */
export function reportedTickets(scans: SavedScan[]): DoorTicket[] {
  return scans.flatMap(({ ticket, verdict, asked, waiting, undone }) => {
    if (ticket === null || !asked || waiting || verdictsWithoutTicket.includes(verdict)) return []
    // The answer is from before the undo.
    return undone && ticket.status === 'USED' ? [] : [ticket]
  })
}

/** Updates a saved snapshot with the server's answers since its refresh, which are saved with the scans. */
export function withLaterAnswers(snapshot: Snapshot, scans: SavedScan[]): Snapshot {
  const later = scans.filter((scan) => answeredAt(scan) > snapshot.asked_at)
  const [last] = later.flatMap(({ counted }) => counted ?? []).toSorted((left, right) => right.at - left.at)
  return applyAnswer(snapshot, last ?? snapshot, reportedTickets(later))
}

/** Milliseconds since 1970. */
const answeredAt = ({ counted, scanned_at }: SavedScan) => counted?.at ?? Date.parse(scanned_at)

/** Whether the ticket with this number was cancelled, as far as this phone knows. */
export function isCancelled({ tickets }: Pick<Snapshot, 'tickets'>, number: string): boolean {
  return tickets.get(number)?.status === 'CANCELLED'
}

/** This phone's check-ins that another phone has undone. A ticket's entry time is the time of its scan, so a
 *  different time means that the holder entered again elsewhere. */
export function undoneElsewhere(scans: SavedScan[], snapshot: Pick<Snapshot, 'tickets'>): SavedScan[] {
  return scans.filter((scan) => {
    const now = listedTicket(snapshot, scan)
    const isEntry = scan.verdict === 'checked_in' && !scan.waiting && !scan.undone
    return isEntry && now !== undefined && now.used_at !== scan.ticket?.used_at
  })
}

/** This phone's double entries that count now, because the entry before was undone. */
export function countedSince(scans: SavedScan[], snapshot: Pick<Snapshot, 'tickets'>): SavedScan[] {
  return scans.filter((scan) => {
    const ticket = listedTicket(snapshot, scan)
    return isDoubleEntry(scan) && ticket?.status === 'USED' && ticket.used_at === scan.scanned_at
  })
}

/** The scans that still name the holder of a deleted account. */
export function scansOfDeletedAccounts(scans: SavedScan[], snapshot: Pick<Snapshot, 'tickets'>): SavedScan[] {
  return scans.filter(
    (scan) => scan.ticket?.fullname !== deletedAccount && listedTicket(snapshot, scan)?.fullname === deletedAccount,
  )
}

import { doorTime } from '#contract/dates.ts'
import type { DoorTicket } from '#contract/tickets/door.ts'
import { isInside, type KeptScan } from '#web/features/door/phone/kept-scan.ts'

/** Where a guest stands at the door. */
export type GuestStatus = { is: 'out' | 'gone'; words: string } | { is: 'in'; words: string; own: KeptScan | null }

/** As this phone knows it: `scans` are its own, some of which the server may not have heard of. */
export function guestStatus(ticket: DoorTicket, scans: KeptScan[]): GuestStatus {
  const ours = scans.filter((scan) => scan.ticket?.ticket_number === ticket.ticket_number)
  const waiting = ours.find(isInside)
  if (waiting) {
    return { is: 'in', words: `In since ${doorTime(waiting.scanned_at)} by this phone, waits to be sent`, own: waiting }
  }
  if (ticket.status === 'CANCELLED') return { is: 'gone', words: 'The ticket was cancelled' }
  if (ticket.status === 'USED') {
    const own = ours.find(({ verdict, undone, waiting }) => verdict === 'checked_in' && !undone && !waiting) ?? null
    return { is: 'in', words: inSince(ticket), own }
  }
  return ticket.status === 'EXPIRED' ? { is: 'gone', words: 'The event is over' } : { is: 'out', words: 'Not in' }
}

function inSince({ used_at, used_door }: DoorTicket): string {
  if (used_at === null) return 'In'
  // Lists of an older release do not say which door it was.
  if (used_door === undefined) return `In since ${doorTime(used_at)}`
  return used_door === null
    ? `In since ${doorTime(used_at)} by the organizer`
    : `In since ${doorTime(used_at)} by door ${used_door}`
}

import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import { asCode, type DoorCount, type DoorTicket, doorLimits, type Scan, type Verdict } from '#contract/tickets/door.ts'
import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import { newId } from '#web/lib/format/new-id.ts'
import type { Snapshot } from './snapshot.ts'

/** The decision about a ticket that was shown. */
export interface Decision {
  verdict: Verdict
  /** Null where the door knows no such ticket. `fullname` is '' where it knows the ticket only by its signature. */
  ticket: DoorTicket | null
}

/** A scan as this phone keeps it. */
export interface KeptScan extends Scan, Decision {
  /** Counts up with the scans of this browser; below zero where the browser refused to store the scan. */
  seq: number
  event_id: number
  /** This phone's name at the time; missing in scans of an older release. */
  device?: string
  /** The scan must still be sent to the server. */
  waiting: boolean
  /** The scan was sent to the server, although the answer may have been lost. */
  asked: boolean
  undone: boolean
  /** When this phone last heard of the event's tickets, where it decided by itself; missing where the server decided. */
  list_at?: string
  /** How many were inside as the server last answered about the scan, and when that was by the phone's clock, in
   *  milliseconds since 1970; missing where it has not, and in scans of an older release. */
  counted?: DoorCount & { at: number }
}

export type NewScan = Omit<KeptScan, 'seq'>

/** Whether this phone let somebody in by itself although the ticket was not good for it. */
export function isDoubleEntry({ let_in, waiting, undone, verdict }: KeptScan): boolean {
  return let_in && !waiting && !undone && verdict !== 'checked_in'
}

/** Whether the scan let somebody in, as far as this phone alone knows. */
export function isInside({ let_in, waiting, undone }: KeptScan): boolean {
  return let_in && waiting && !undone
}

/** Whether this scan lets nobody in, whatever the server decides: it was undone, or this phone turned the holder
 *  away by itself. */
export function admitsNobody({ let_in, undone }: KeptScan): boolean {
  return undone || !let_in
}

/** The scan of a ticket that is shown now, before any decision. */
export function newScan(text: string): Scan {
  return { scan_id: newId(), code: asCode(text), scanned_at: new Date().toISOString(), let_in: false }
}

/** Whether the scan let in the holder of this ticket, as far as this phone alone knows. */
export function isSameInside(scan: KeptScan, ticket: DoorTicket | null): boolean {
  return isInside(scan) && scan.ticket?.ticket_number === ticket?.ticket_number
}

/**
 * The next scans to send, oldest first. A scan that lets nobody in is sent alone, because it must also be undone at the
 * server before a later scan of the same ticket arrives there. All scans of a batch were made under one name of this
 * phone.
 */
export function nextBatch(scans: KeptScan[]): KeptScan[] {
  const waiting = scans.filter((scan) => scan.waiting)
  if (waiting[0] && admitsNobody(waiting[0])) return waiting.slice(0, 1)
  const together = waiting.findIndex((scan) => admitsNobody(scan) || scan.device !== waiting[0]?.device)
  return waiting.slice(0, Math.min(together === -1 ? waiting.length : together, doorLimits.scans))
}

/** A scan without the guest's name, which its QR code contains too: only the part of the code that a door checks is
 *  kept. The scan can still be sent, and still says which ticket this phone let in. `instead` stands for the name. */
export function withoutNames(scan: KeptScan, instead = ''): KeptScan {
  const checked = readTicketCode(scan.code)
  return {
    ...scan,
    code: checked ? JSON.stringify(checked) : scan.code,
    ticket: scan.ticket && { ...scan.ticket, fullname: instead },
  }
}

/** The scans that still name somebody who has deleted their account since, as the door says. */
export function ofDeleted(scans: KeptScan[], { tickets }: Pick<Snapshot, 'tickets'>): KeptScan[] {
  return scans.filter(({ ticket }) => {
    if (ticket === null || ticket.fullname === deletedAccount) return false
    return tickets.get(ticket.ticket_number)?.fullname === deletedAccount
  })
}

import { type DoorCount, type DoorTicket, doorLimits, type Scan, type Verdict } from '#contract/tickets/door.ts'
import { readTicketCode } from '#contract/tickets/ticket-code.ts'

/** The decision about a ticket. */
export interface Decision {
  verdict: Verdict
  /** Null for an unknown ticket. `fullname` is '' if the phone knows the ticket only by its signature. */
  ticket: DoorTicket | null
}

/** A scan as this phone saves it. */
export interface SavedScan extends Scan, Decision {
  /** Counts up with the scans of this browser; negative if the browser refused to store the scan. */
  seq: number
  event_id: number
  /** This phone's name at the time; missing in scans of an older release. */
  device?: string
  /** The scan must still be sent to the server. */
  waiting: boolean
  /** The scan was sent to the server, although the answer may have been lost. */
  asked: boolean
  undone: boolean
  /** When this phone last refreshed its tickets, if it decided by itself; missing if the server decided. */
  list_at?: string
  /** The count in the server's last answer about this scan, and the phone's time of that answer in milliseconds since
   *  1970; missing without an answer, and in scans of an older release. */
  counted?: DoorCount & { at: number }
}

export type NewScan = Omit<SavedScan, 'seq'>

/** Whether this phone let someone in by itself although the ticket was not valid. */
export function isDoubleEntry({ let_in, waiting, undone, verdict }: SavedScan): boolean {
  return let_in && !waiting && !undone && verdict !== 'checked_in'
}

/** Whether this phone let the holder in and the server does not know it yet. */
export function isInside({ let_in, waiting, undone }: SavedScan): boolean {
  return let_in && waiting && !undone
}

/** Whether this scan lets nobody in, whatever the server decides: it was undone, or this phone turned the holder away. */
export function letsNobodyIn({ let_in, undone }: SavedScan): boolean {
  return undone || !let_in
}

/**
 * The next scans to send, oldest first. A scan that lets nobody in is sent alone, because it must also be undone at the
 * server before a later scan of the same ticket arrives there. One batch has one device name.
 */
export function nextBatch(scans: SavedScan[]): SavedScan[] {
  const waiting = scans.filter((scan) => scan.waiting)
  if (waiting[0] && letsNobodyIn(waiting[0])) return waiting.slice(0, 1)
  const end = waiting.findIndex((scan) => letsNobodyIn(scan) || scan.device !== waiting[0]?.device)
  return waiting.slice(0, Math.min(end === -1 ? waiting.length : end, doorLimits.scans))
}

/** The saved scans that another tab added or changed since this tab read them. */
export function changedInOtherTabs(known: SavedScan[], saved: SavedScan[]): SavedScan[] {
  const before = new Map(known.map((scan) => [scan.scan_id, scan]))
  return saved.filter((scan) => {
    const same = before.get(scan.scan_id)
    return same?.waiting !== scan.waiting || same.undone !== scan.undone
  })
}

/** The scan without the guest's name, which its QR code contains too: only what a door checks of the code remains, so
 *  the scan can still be sent. `instead` replaces the name. */
export function withoutNames(scan: SavedScan, instead = ''): SavedScan {
  const checked = readTicketCode(scan.code)
  return {
    ...scan,
    code: checked ? JSON.stringify(checked) : scan.code,
    ticket: scan.ticket && { ...scan.ticket, fullname: instead },
  }
}

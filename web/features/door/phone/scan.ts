import {
  type DoorCount,
  type DoorTicket,
  doorLimits,
  type KeptSeats,
  type Scan,
  type Verdict,
} from '#contract/tickets/door.ts'
import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import type { WalkIn } from '#contract/tickets/walk-ins.ts'

/** The decision about a ticket. */
export interface Decision {
  verdict: Verdict
  /** Null for an unknown ticket, unless this phone's list has it as an invitation. `fullname` is '' if the phone knows the
   *  ticket only by its signature. */
  ticket: DoorTicket | null
}

/** Who may see the guests' names on this phone: the secret of a door link, or the ID of the signed-in user. */
export type Keeper = string | number

/** A scan as saved on this phone. */
export interface SavedScan extends Scan, Decision {
  /** Increases with each scan in this browser; negative if the scan could not be stored. */
  seq: number
  event_id: number
  /** This phone's name at that time; missing in scans saved by an older release. */
  device?: string
  /** Set if it is a ticket sold here, and no scanned one. */
  walk_in?: Sale
  /** The scan must still be sent to the server. */
  waiting: boolean
  /** The scan was sent to the server, although the answer may have been lost. */
  asked: boolean
  undone: boolean
  /** For local decisions, when this phone last refreshed its tickets; missing if the server decided. */
  list_at?: string
  /** The count in the server's last answer about this scan, and when it arrived, in milliseconds since 1970.
   *  Missing without an answer, and in scans saved by an older release. */
  counted?: DoorCount & { at: number }
  /** Who made the scan; missing in scans of older releases. */
  keeper?: Keeper
}

/** What was sold to somebody who came without a ticket. `refusal` says why it was not. */
export interface Sale extends Pick<WalkIn, 'name' | 'ticket_type_id' | 'payment' | 'price_satang'> {
  refusal?: string
}

/** The seats that this phone keeps for an event, to sell them without the server. */
export interface PhoneSeats {
  phone_id: string
  /** How many it should keep of each kind; null until somebody opens the sale here. */
  want: number | null
  /** As the server last answered. */
  kept: KeptSeats[]
}

/** The server's answer to a scan that was sent later. */
export interface SentScan extends Decision {
  scan_id: string
  /** Why a walk-in was not counted. */
  refusal?: string
}

export type NewScan = Omit<SavedScan, 'seq'>

/** How many seats of a type this phone can sell without the server: those that it keeps, without those that it has sold. What the
 *  server may have counted already is counted twice until it answers, so this is never too high. */
export function seatsToSell({ kept }: PhoneSeats, scans: SavedScan[], typeId: number | null): number {
  const own = kept.find(({ ticket_type_id }) => ticket_type_id === typeId)
  return own === undefined ? 0 : Math.max(0, own.granted - own.sold - unsentSales(scans, typeId))
}

/** The walk-ins of this type that the server may not know yet. */
export function unsentSales(scans: SavedScan[], typeId: number | null): number {
  return scans.filter((scan) => isUnsentEntry(scan) && scan.walk_in && scan.walk_in.ticket_type_id === typeId).length
}

/** What a phone keeps after an answer: the server's numbers, except that an older answer never takes back what was sold. Only an
 *  answer about keeping seats raises how many were granted. */
export function withKept(seats: PhoneSeats, answered: KeptSeats[], isAboutKeeping: boolean): PhoneSeats {
  const before = new Map(seats.kept.map((one) => [one.ticket_type_id, one]))
  const kept = answered.map((one) => {
    const old = before.get(one.ticket_type_id)
    const sold = Math.max(one.sold, old?.sold ?? 0)
    return {
      ...one,
      sold,
      granted: isAboutKeeping || old === undefined ? one.granted : Math.min(one.granted, old.granted),
    }
  })
  return { ...seats, kept }
}

/** Whether this phone, offline, let someone in whose ticket was not valid. */
export function isDoubleEntry({ let_in, waiting, undone, verdict }: SavedScan): boolean {
  return let_in && !waiting && !undone && verdict !== 'checked_in'
}

/** Whether this phone let the holder in and the server does not know yet. */
export function isUnsentEntry({ let_in, waiting, undone }: SavedScan): boolean {
  return let_in && waiting && !undone
}

/** Whether nobody is inside by this scan, whatever the server decides: it was undone, or the holder was turned away. */
export function letsNobodyIn({ let_in, undone }: SavedScan): boolean {
  return undone || !let_in
}

/** Whether a scan of this ticket that lets nobody in must still be sent: until then the server may take the ticket for used. */
export function hasUnsentNonEntry(scans: SavedScan[], number: string): boolean {
  return scans.some((scan) => scan.waiting && letsNobodyIn(scan) && numberIn(scan.code) === number)
}

/** The ticket number in a scanned or typed text; null without one. The number in a QR code may be forged. */
export function numberIn(code: string): string | null {
  return readTicketNumber(readTicketCode(code)?.ticket_number ?? code)
}

/**
 * The next scans or sales to send, oldest first. A scan that lets nobody in is sent alone: the server must undo it before it
 * receives a later scan of the same ticket. All of a batch have the same device name and are of one kind.
 */
export function nextBatch(scans: SavedScan[]): SavedScan[] {
  const waiting = scans.filter((scan) => scan.waiting)
  if (waiting[0] && letsNobodyIn(waiting[0])) return waiting.slice(0, 1)
  const end = waiting.findIndex(
    (scan) => letsNobodyIn(scan) || scan.device !== waiting[0]?.device || isSale(scan) !== isSale(waiting[0]),
  )
  return waiting.slice(0, Math.min(end === -1 ? waiting.length : end, doorLimits.scans))
}

const isSale = (scan: SavedScan | undefined) => scan?.walk_in !== undefined

/** The scans that another tab has added or changed since this tab read them. */
export function changedInOtherTabs(known: SavedScan[], saved: SavedScan[]): SavedScan[] {
  const before = new Map(known.map((scan) => [scan.scan_id, scan]))
  return saved.filter((scan) => {
    const old = before.get(scan.scan_id)
    return old?.waiting !== scan.waiting || old.undone !== scan.undone
  })
}

/** Whether the scan is shown to this keeper, and can be undone by them. Whoever opens the door sends those that wait. */
export function isShownTo(scan: SavedScan, keeper: Keeper): boolean {
  return scan.waiting || scan.keeper === undefined || scan.keeper === keeper
}

/** The scan as it stays on a phone that may no longer check in. One that waits can still be sent, with the name that was typed
 *  for a walk-in. */
export function withoutGuest(scan: SavedScan): SavedScan {
  if (scan.waiting) return scan.walk_in ? scan : withoutNames(scan)
  return { ...withoutNames(scan), code: numberIn(scan.code) ?? '' }
}

/** The scan without the guest's name, which its QR code also contains. Enough of the code remains to send the scan.
 *  `instead` replaces the name. */
export function withoutNames(scan: SavedScan, instead = ''): SavedScan {
  const checked = readTicketCode(scan.code)
  return {
    ...scan,
    code: checked ? JSON.stringify(checked) : scan.code,
    ticket: scan.ticket && { ...scan.ticket, fullname: instead },
    ...(scan.walk_in && { walk_in: { ...scan.walk_in, name: '' } }),
  }
}

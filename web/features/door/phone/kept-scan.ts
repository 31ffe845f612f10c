import type { DoorTicket, Scan, Verdict } from '#contract/tickets/door.ts'

/** What came of showing a ticket. */
export interface Decision {
  verdict: Verdict
  /** Null where the door knows of no such ticket. `fullname` is '' where it knows the ticket by its signature alone. */
  ticket: DoorTicket | null
}

/** A scan as this phone remembers it. */
export interface KeptScan extends Scan, Decision {
  /** Counts the scans of this browser; a later one is greater. Below zero: the browser refused to keep it. */
  seq: number
  event_id: number
  /** What this phone was called then; scans that an older release kept do not say. */
  device?: string
  /** The server has still to hear of it. */
  waiting: boolean
  /** The server may have heard of it, and its answer got lost. */
  asked: boolean
  undone: boolean
}

export type NewScan = Omit<KeptScan, 'seq'>

/** Somebody whom this phone let in by itself, while the ticket did not admit them. */
export function isDoubleEntry({ let_in, waiting, undone, verdict }: KeptScan): boolean {
  return let_in && !waiting && !undone && verdict !== 'checked_in'
}

/** Whether the scan stands for somebody who is inside, as far as this phone alone knows. */
export function isInside({ let_in, waiting, undone }: KeptScan): boolean {
  return let_in && waiting && !undone
}

/** Whether nobody is inside by this scan, whatever the server made of it: they were taken back, or this phone turned them
 *  away by itself. */
export function admitsNobody({ let_in, undone }: KeptScan): boolean {
  return undone || !let_in
}

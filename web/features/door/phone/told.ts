import type { DoorTicket, Verdict } from '#contract/tickets/door.ts'
import type { KeptScan } from './kept-scan.ts'
import { mergeAnswer, type Snapshot } from './snapshot.ts'

/** Of these the server names no ticket. */
const ofNoTicket: Verdict[] = ['unknown', 'forged', 'wrong_event']

/** What the server said last of the ticket of each of these scans; nothing for those that it has not answered. */
export function toldTickets(scans: KeptScan[]): DoorTicket[] {
  return scans.flatMap(({ ticket, verdict, asked, waiting, undone }) => {
    if (ticket === null || !asked || waiting || ofNoTicket.includes(verdict)) return []
    // What was said before the scan was taken back no longer holds.
    return undone && ticket.status === 'USED' ? [] : [ticket]
  })
}

/** What is kept of the tickets is as old as the last look at all of them; what the server said of single ones since stands
 *  with this phone's scans. */
export function withAnswersSince(snapshot: Snapshot, scans: KeptScan[]): Snapshot {
  const later = scans.filter(({ scanned_at }) => Date.parse(scanned_at) > snapshot.asked_at)
  return mergeAnswer(snapshot, snapshot, toldTickets(later))
}

/** Those of the kept scans that another tab of this phone made or changed since this one looked. */
export function changedElsewhere(known: KeptScan[], kept: KeptScan[]): KeptScan[] {
  const before = new Map(known.map((scan) => [scan.scan_id, scan]))
  return kept.filter((scan) => {
    const same = before.get(scan.scan_id)
    return same?.waiting !== scan.waiting || same.undone !== scan.undone
  })
}

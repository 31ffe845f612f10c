import { doorLimits } from '#contract/tickets/door.ts'
import { admitsNobody, type KeptScan } from './kept-scan.ts'

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

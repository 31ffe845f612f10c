import { doorLimits } from '#contract/door.ts'
import type { KeptScan } from './kept-scan.ts'

/**
 * What to send next of the scans that wait, oldest first. One that was taken back goes alone, as it must also be undone
 * at the server before a later scan of the same ticket is heard; one of which the server never heard needs no sending.
 */
export function nextBatch(scans: KeptScan[]): KeptScan[] {
  const waiting = scans.filter((scan) => scan.waiting)
  if (waiting[0]?.undone) return waiting.slice(0, 1)
  const untilUndone = waiting.findIndex((scan) => scan.undone)
  return waiting.slice(0, Math.min(untilUndone === -1 ? waiting.length : untilUndone, doorLimits.scans))
}

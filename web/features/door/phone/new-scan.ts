import { asCode, type Scan } from '#contract/tickets/door.ts'
import { newId } from '#web/lib/format/new-id.ts'

/** A ticket that is shown now, before anybody has decided. */
export function newScan(text: string): Scan {
  return { scan_id: newId(), code: asCode(text), scanned_at: new Date().toISOString(), let_in: false }
}

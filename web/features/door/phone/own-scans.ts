import type { DoorTicket } from '#contract/tickets/door.ts'
import { type DoorStore, withScan, withScans } from './door-state.ts'
import { addScan, changeScan, readScans } from './door-storage.ts'
import type { KeptScan, NewScan } from './kept-scan.ts'
import { changedElsewhere, toldTickets } from './told.ts'

/** This phone's scans for an event. They are decided and changed in the database, where all tabs meet; where the browser
 *  keeps nothing, they last as long as the page. `learn` hears what the server told other tabs of tickets. */
export function createOwnScans(eventId: number, state: DoorStore, learn: (tickets: DoorTicket[]) => void) {
  let unkept = 0

  /** Takes over what other tabs did since. */
  async function catchUp(): Promise<void> {
    const kept = await readScans(eventId).catch(() => null)
    if (kept) takeOver(kept)
  }

  function takeOver(kept: KeptScan[]) {
    const { scans } = state.read()
    const changed = changedElsewhere(scans, kept)
    if (changed.length === 0) return
    const known = new Set(kept.map(({ scan_id }) => scan_id))
    state.change(withScans(state.read(), [...kept, ...scans.filter(({ scan_id }) => !known.has(scan_id))]))
    learn(toldTickets(changed))
  }

  /** Keeps what `decide` says, which sees what every tab has kept until then, as no other tab can in the meantime. */
  async function add(decide: (scans: KeptScan[]) => NewScan): Promise<KeptScan> {
    try {
      return await addScan(eventId, (kept) => {
        takeOver(kept)
        return decide(state.read().scans)
      })
    } catch {
      // Full, or forbidden.
      unkept -= 1
      return { ...decide(state.read().scans), seq: unkept }
    }
  }

  /** Starts from what is known now, in whichever tab: a scan may be taken back while it is being sent. */
  async function change(scanId: string, changes: (scan: KeptScan) => Partial<KeptScan>): Promise<void> {
    const before = find(scanId)
    if (before === undefined) return
    const kept = before.seq > 0 ? await changeScan(before.seq, changes).catch(() => undefined) : undefined
    const now = find(scanId) ?? before
    state.change(withScans(state.read(), withScan(state.read().scans, kept ?? { ...now, ...changes(now) })))
  }

  const find = (scanId: string) => state.read().scans.find(({ scan_id }) => scan_id === scanId)

  return { catchUp, add, change }
}

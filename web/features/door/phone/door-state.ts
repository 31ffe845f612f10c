import type { DoorTicket } from '#contract/tickets/door.ts'
import type { ApiError } from '#web/lib/api/api-error.ts'
import { addScan, changeScan, readScans } from './door-storage.ts'
import type { OpenedDoor } from './open-door.ts'
import type { KeptScan, NewScan } from './scan.ts'
import { changedElsewhere, type Snapshot, toldTickets } from './snapshot.ts'

export interface DoorState {
  snapshot: Snapshot
  /** This phone's scans, oldest first. */
  scans: KeptScan[]
  /** This phone's name. */
  device: string
  online: boolean
  /** The decision about the last ticket; null before the first. */
  answer: KeptScan | null
  /** A ticket is being looked up. */
  checking: boolean
  /** The error that closed this door; null while it is open. */
  closed: ApiError | null
}

/** The door's state, which components follow and the door reads and changes. */
export function createState({ snapshot, scans, device, online }: OpenedDoor) {
  let state: DoorState = { snapshot, scans, device, online, answer: null, checking: false, closed: null }
  const listeners = new Set<() => void>()

  return {
    read: () => state,
    change(changes: Partial<DoorState>) {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type DoorStore = ReturnType<typeof createState>

/** Sets the scans, and whether the shown one was undone. The shown verdict itself never changes, even if the server
 *  decides otherwise later: that becomes a double entry. */
export function withScans({ answer }: DoorState, scans: KeptScan[]): Pick<DoorState, 'scans' | 'answer'> {
  const now = scans.find(({ scan_id }) => scan_id === answer?.scan_id)
  return { scans, answer: answer && now ? { ...answer, undone: now.undone } : answer }
}

/** Replaces the scan, or appends it. */
export function withScan(scans: KeptScan[], scan: KeptScan): KeptScan[] {
  return scans.some(({ scan_id }) => scan_id === scan.scan_id)
    ? scans.map((other) => (other.scan_id === scan.scan_id ? scan : other))
    : [...scans, scan]
}

/**
 * This phone's scans for an event. They are decided and changed in the database, which all tabs share; where the
 * browser keeps nothing, they last as long as the page. `learn` receives the tickets that the server reported to other
 * tabs.
 */
export function createOwnScans(eventId: number, state: DoorStore, learn: (tickets: DoorTicket[]) => void) {
  let unkept = 0

  /** Takes over the changes of other tabs. */
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

  /** Stores the scan that `decide` returns. It gets the scans of all tabs, and no other tab can add one meanwhile. */
  async function add(decide: (scans: KeptScan[]) => NewScan): Promise<KeptScan> {
    try {
      return await addScan(eventId, (kept) => {
        takeOver(kept)
        return decide(state.read().scans)
      })
    } catch {
      // The browser's storage is full or forbidden.
      unkept -= 1
      return { ...decide(state.read().scans), seq: unkept }
    }
  }

  /** Changes the scan as it is now, in whichever tab: it may be undone while it is being sent. */
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

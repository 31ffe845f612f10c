import type { ApiError } from '#web/lib/api/api-error.ts'
import type { KeptScan } from './kept-scan.ts'
import type { OpenedDoor } from './open-door.ts'
import type { Snapshot } from './snapshot.ts'

export interface DoorState {
  snapshot: Snapshot
  /** Of this phone, oldest first. */
  scans: KeptScan[]
  /** What this phone is called. */
  device: string
  online: boolean
  /** What the last ticket came to; null before the first. */
  answer: KeptScan | null
  /** A ticket is being looked up. */
  checking: boolean
  /** Why this phone may no longer check in. */
  closed: ApiError | null
}

/** State that components follow and that the door's work reads and changes. */
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

/** The scans, and whether the one that is shown was taken back. What was said of it stays said, whatever the server finds
 *  later; see the double entries. */
export function withScans({ answer }: DoorState, scans: KeptScan[]): Pick<DoorState, 'scans' | 'answer'> {
  const now = scans.find(({ scan_id }) => scan_id === answer?.scan_id)
  return { scans, answer: answer && now ? { ...answer, undone: now.undone } : answer }
}

/** Puts a scan in its place, or behind the others. */
export function withScan(scans: KeptScan[], scan: KeptScan): KeptScan[] {
  return scans.some(({ scan_id }) => scan_id === scan.scan_id)
    ? scans.map((other) => (other.scan_id === scan.scan_id ? scan : other))
    : [...scans, scan]
}

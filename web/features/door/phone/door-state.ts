import type { ApiError } from '#web/lib/api/api-error.ts'
import type { KeptScan } from './kept-scan.ts'
import type { OpenedDoor } from './open-door.ts'
import type { Snapshot } from './snapshot.ts'

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

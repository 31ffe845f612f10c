import type { DoorTicket } from '#contract/tickets/door.ts'
import type { ApiError } from '#web/lib/api/api-error.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { addScan, changeScan, readScans } from './door-storage.ts'
import type { OpenedDoor } from './open-door.ts'
import { changedInOtherTabs, type NewScan, type PhoneSeats, type SavedScan } from './scan.ts'
import { reportedTickets, type Snapshot } from './snapshot.ts'

export interface DoorState {
  snapshot: Snapshot
  /** This phone's scans, oldest first. */
  scans: SavedScan[]
  /** What this phone keeps to sell. */
  seats: PhoneSeats
  /** This phone's name. */
  device: string
  online: boolean
  /** The last decision; null before the first. */
  answer: SavedScan | null
  /** A ticket is being checked. */
  checking: boolean
  /** Why the door closed; null while it is open. */
  closed: ApiError | null
}

/** The store of the door's state, for `useSyncExternalStore`. */
export function createState({ snapshot, scans, seats, device, online }: OpenedDoor) {
  let state: DoorState = { snapshot, scans, seats, device, online, answer: null, checking: false, closed: null }
  const { subscribe, emit } = createListeners()

  return {
    read: () => state,
    change(changes: Partial<DoorState>) {
      state = { ...state, ...changes }
      emit()
    },
    subscribe,
  }
}

export type DoorStore = ReturnType<typeof createState>

/**
 * This phone's scans for an event that the keeper sees, in the database that all its tabs share; without storage they last as
 * long as the page. `onTickets` receives the tickets that the server reported to other tabs.
 */
export function createOwnScans(
  { snapshot: { event_id: eventId }, keeper }: Pick<OpenedDoor, 'snapshot' | 'keeper'>,
  state: DoorStore,
  onTickets: (tickets: DoorTicket[]) => void,
) {
  let unsaved = 0

  /** Reads the changes made in other tabs. */
  async function catchUp(): Promise<void> {
    const saved = await readScans(eventId, keeper).catch(() => null)
    if (saved) mergeOtherTabs(saved)
  }

  function mergeOtherTabs(saved: SavedScan[]) {
    const { scans } = state.read()
    const changed = changedInOtherTabs(scans, saved)
    if (changed.length === 0) return
    const savedIds = new Set(saved.map(({ scan_id }) => scan_id))
    state.change(withScans(state.read(), [...saved, ...scans.filter(({ scan_id }) => !savedIds.has(scan_id))]))
    onTickets(reportedTickets(changed))
  }

  /** Saves the scan that `makeScan` returns. It receives the scans of all tabs, and no tab can add one in between. */
  async function add(makeScan: (scans: SavedScan[]) => NewScan): Promise<SavedScan> {
    try {
      return await addScan(eventId, keeper, (saved) => {
        mergeOtherTabs(saved)
        return makeScan(state.read().scans)
      })
    } catch {
      // Storage is full or forbidden.
      unsaved -= 1
      return { ...makeScan(state.read().scans), seq: unsaved }
    }
  }

  /** Changes the newest version of the scan: another tab may undo it while it is being sent. */
  async function change(scanId: string, changes: (scan: SavedScan) => Partial<SavedScan>): Promise<void> {
    const before = find(scanId)
    if (before === undefined) return
    const saved = before.seq > 0 ? await changeScan(before.seq, changes).catch(() => undefined) : undefined
    const now = find(scanId) ?? before
    state.change(withScans(state.read(), withScan(state.read().scans, saved ?? { ...now, ...changes(now) })))
  }

  const find = (scanId: string) => state.read().scans.find(({ scan_id }) => scan_id === scanId)

  return { catchUp, add, change }
}

export type OwnScans = ReturnType<typeof createOwnScans>

/** Sets the scans, and whether the shown one was undone. The shown verdict never changes: a later, different
 *  decision of the server becomes a double entry. */
function withScans({ answer }: DoorState, scans: SavedScan[]): Pick<DoorState, 'scans' | 'answer'> {
  const now = scans.find(({ scan_id }) => scan_id === answer?.scan_id)
  return { scans, answer: answer && now ? { ...answer, undone: now.undone } : answer }
}

/** Replaces the scan, or appends it. */
export function withScan(scans: SavedScan[], scan: SavedScan): SavedScan[] {
  return scans.some(({ scan_id }) => scan_id === scan.scan_id)
    ? scans.map((other) => (other.scan_id === scan.scan_id ? scan : other))
    : [...scans, scan]
}

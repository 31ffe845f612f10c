import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import {
  checkIn,
  type DoorCount,
  type DoorTicket,
  type DoubleEntry,
  listDoubleEntries,
  type Scan,
  showDoor,
  undoCheckIn,
} from '#contract/tickets/door.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { callDoor, isClosing } from './call-door.ts'
import { checkSignature, decideLocally, readShown, type Shown } from './decide.ts'
import { createOwnScans, createState, withScan } from './door-state.ts'
import { forgetGuests, keepDeviceName, keepSnapshot, keptDeviceName } from './door-storage.ts'
import type { OpenedDoor } from './open-door.ts'
import {
  admitsNobody,
  isInside,
  isSameInside,
  type KeptScan,
  newScan,
  nextBatch,
  ofDeleted,
  withoutNames,
} from './scan.ts'
import { counted, mergeAnswer, mergeDoor, undoneElsewhere } from './snapshot.ts'

/** Everybody at a door gets an answer within a second: after this time without the server's answer the phone decides
 *  itself. */
const timeoutMs = 700

/** An event's door on this phone. It asks the server about each ticket, or decides by itself without a network and
 *  reports to the server later. */
export function createDoor(opened: OpenedDoor) {
  const { secret, keeper } = opened
  const eventId = opened.snapshot.event_id
  const params = { eventId: String(eventId) }
  const state = createState(opened)
  const own = createOwnScans(eventId, state, (tickets) => learn(tickets))
  /** Tickets that the server reported during a refresh, whose answer may be older. */
  let saidMeanwhile: DoorTicket[] = []
  let inOrder: Promise<unknown> = Promise.resolve()
  const countNow = () => counted(state.read().snapshot)

  /** Decides about a ticket that is shown, one ticket after the other. */
  function take(text: string): Promise<void> {
    const taken = inOrder.then(() => check(newScan(text)))
    inOrder = taken.catch(console.error)
    return taken
  }

  async function check(scan: Scan) {
    if (scan.code === '' || state.read().closed) return
    state.change({ checking: true })
    try {
      const answer = await decide(scan)
      if (answer) state.change({ answer, scans: withScan(state.read().scans, answer) })
    } finally {
      state.change({ checking: false })
    }
  }

  /** Null where the server says that this phone may no longer check in. */
  async function decide(scan: Scan): Promise<KeptScan | null> {
    const reading = readShown(state.read().snapshot, scan.code, checkSignature)
    // Another tab may have let somebody in or renamed this phone since.
    await own.catchUp()
    const device = await nameNow()
    const common = { ...scan, event_id: eventId, device, undone: false }
    const known = await isKnownInside(reading)
    if (!known && navigator.onLine) {
      try {
        const { results, ...count } = await callDoor({ secret, timeoutMs }, checkIn, {
          params,
          body: { device, scans: [scan] },
        })
        const { verdict, ticket } = results[0] ?? { verdict: 'unknown', ticket: null }
        hear(count, ticket ? [ticket] : [])
        const answered = { ...common, verdict, ticket, waiting: false, asked: true, counted: countNow() }
        return await own.add(() => answered)
      } catch (error) {
        if (isClosing(error)) {
          close(error)
          return null
        }
        state.change({ online: false })
      }
    }
    const shown = await reading
    // The scan is kept before it is shown, so that nobody who was let in is forgotten if the page closes.
    return own.add((scans) => {
      const decision = decideLocally({ door: state.read().snapshot, scans }, shown, new Date())
      const let_in = decision.verdict === 'checked_in'
      const asked = !known && navigator.onLine
      const list_at = new Date(state.read().snapshot.asked_at).toISOString()
      // The server must not check in later whom this phone turned away. It hears of them only if it was asked already.
      return { ...common, ...decision, let_in, asked, waiting: let_in || asked, list_at }
    })
  }

  async function nameNow(): Promise<string> {
    const kept = await keptDeviceName()
    if (kept !== undefined && kept !== state.read().device) state.change({ device: kept })
    return state.read().device
  }

  /** Renames this phone from the next scan on. */
  async function rename(device: string) {
    await keepDeviceName(device)
    state.change({ device })
  }

  /** Whether this phone let the holder in and the server does not know it yet: if it were asked now, it would let
   *  the holder in again. */
  async function isKnownInside(reading: Promise<Shown>): Promise<boolean> {
    const { scans } = state.read()
    if (!scans.some(isInside)) return false
    const { verdict, ticket } = decideLocally({ door: state.read().snapshot, scans }, await reading, new Date())
    return verdict === 'already_used' && scans.some((scan) => isSameInside(scan, ticket))
  }

  /** Undoes letting somebody in. Throws ApiError. */
  async function undo(scan: KeptScan): Promise<void> {
    if (scan.waiting) return own.change(scan.scan_id, ({ asked }) => ({ undone: true, waiting: asked }))
    try {
      const ticket = await undoEntry(scan.scan_id)
      await own.change(scan.scan_id, () => ({ undone: true, ticket, counted: countNow() }))
    } catch (error) {
      // Another phone was quicker.
      if (!(error instanceof ApiError && error.code === 'check_in_undone')) throw error
      await own.change(scan.scan_id, () => ({ undone: true }))
    }
  }

  /** Undoes an entry at the server, for its owner also that of another phone. Throws ApiError. */
  async function undoEntry(scanId: string): Promise<DoorTicket> {
    const { ticket, ...count } = await callDoor({ secret }, undoCheckIn, { params: { ...params, scanId } })
    hear(count, [ticket])
    return ticket
  }

  /** Uploads the waiting scans, then asks the server what has changed. */
  async function refresh(): Promise<void> {
    if (state.read().closed) return
    try {
      await oneTabAtATime(eventId, upload)
      saidMeanwhile = []
      const { cursor } = state.read().snapshot
      const askedAt = Date.now()
      const door = await callDoor({ secret }, showDoor, { params, query: { since: cursor } })
      const tickets = [...door.tickets, ...saidMeanwhile]
      const fresh = mergeDoor(state.read().snapshot, { ...door, tickets }, askedAt)
      state.change({ snapshot: fresh, online: true })
      await keepSnapshot(fresh, keeper).catch(() => {})
      for (const { scan_id, ticket } of undoneElsewhere(state.read().scans, fresh)) {
        await own.change(scan_id, () => ({
          undone: true,
          ticket: fresh.tickets.get(ticket?.ticket_number ?? '') ?? ticket,
        }))
      }
      for (const { scan_id } of ofDeleted(state.read().scans, fresh)) {
        await own.change(scan_id, (scan) => withoutNames(scan, deletedAccount))
      }
    } catch (error) {
      if (isClosing(error)) close(error)
      else if (error instanceof ApiError) state.change({ online: false })
      else throw error
    }
  }

  /** All double entries that the server knows, newest first. Throws ApiError. */
  function readDoubleEntries(): Promise<DoubleEntry[]> {
    return callDoor({ secret }, listDoubleEntries, { params })
  }

  async function upload() {
    await own.catchUp()
    for (let batch = nextBatch(state.read().scans); batch.length > 0; batch = nextBatch(state.read().scans)) {
      await sendBatch(batch)
    }
  }

  async function sendBatch(batch: KeptScan[]) {
    // From now on the server may know these scans, so undoing one must be reported to it.
    for (const scan of batch) if (!scan.asked) await own.change(scan.scan_id, () => ({ asked: true }))
    const scans = batch.map(({ scan_id, code, scanned_at, let_in, undone }) => {
      return { scan_id, code, scanned_at, let_in: let_in && !undone }
    })
    const device = batch[0]?.device ?? state.read().device
    const { results, ...count } = await callDoor({ secret }, checkIn, { params, body: { device, scans } })
    hear(
      count,
      results.flatMap(({ ticket }) => ticket ?? []),
    )
    for (const scan of batch) {
      const result = results.find(({ scan_id }) => scan_id === scan.scan_id)
      if (result === undefined) throw new ApiError('no_answer')
      const entered = result.verdict === 'checked_in'
      const undone = entered && admitsNobody(scan) ? await undoAtServer(scan) : null
      const ticket = undone ?? result.ticket ?? scan.ticket
      const verdict = entered && !scan.let_in ? scan.verdict : result.verdict
      // A scan that was undone while it was being sent is sent once more.
      await own.change(scan.scan_id, (now) => {
        return {
          verdict,
          ticket,
          asked: true,
          waiting: now.undone !== scan.undone,
          counted: countNow(),
        }
      })
    }
  }

  /** The ticket after undoing; null where the scan was undone already or the ticket was cancelled since, so that
   *  nobody is inside with it. */
  async function undoAtServer({ scan_id }: KeptScan): Promise<DoorTicket | null> {
    try {
      return await undoEntry(scan_id)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return null
      throw error
    }
  }

  function hear(count: DoorCount, tickets: DoorTicket[]) {
    learn(tickets, count)
    state.change({ online: true })
  }

  function learn(tickets: DoorTicket[], count: DoorCount = state.read().snapshot) {
    saidMeanwhile.push(...tickets)
    state.change({ snapshot: mergeAnswer(state.read().snapshot, count, tickets) })
  }

  function close(error: ApiError) {
    state.change({ closed: error })
    void forgetGuests(eventId).catch(() => {})
  }

  return { eventId, isOwner: secret === null, take, undo, undoEntry, rename, refresh, readDoubleEntries, ...state }
}

export type DoorOnPhone = ReturnType<typeof createDoor>

function oneTabAtATime(eventId: number, work: () => Promise<void>): Promise<void> {
  // Locks exist only on https and localhost. Elsewhere two tabs may send the same scan, which changes nothing.
  return navigator.locks ? navigator.locks.request(`door-${eventId}`, work) : work()
}

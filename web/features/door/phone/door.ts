import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import {
  asCode,
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
import { newId } from '#web/lib/format/new-id.ts'
import { callDoor, isClosing } from './call-door.ts'
import { decideLocally, type ReadCode, readCode } from './decide.ts'
import { createOwnScans, createState, withScan } from './door-state.ts'
import { deleteGuests, readDeviceName, saveDeviceName, saveSnapshot } from './door-storage.ts'
import type { OpenedDoor } from './open-door.ts'
import { isInside, letsNobodyIn, nextBatch, type SavedScan, withoutNames } from './scan.ts'
import { counted, mergeAnswer, mergeDoor, namingDeletedAccounts, undoneElsewhere } from './snapshot.ts'

/** Guests at the door get an answer within a second: without the server's answer after this time, in milliseconds, the
 *  phone decides itself. */
const timeoutMs = 700

/** An event's door on this phone. It asks the server about each ticket; without a network it decides by itself and reports
 *  to the server later. */
export function createDoor(opened: OpenedDoor) {
  const { secret, keeper } = opened
  const eventId = opened.snapshot.event_id
  const params = { eventId: String(eventId) }
  const state = createState(opened)
  const ownScans = createOwnScans(eventId, state, (tickets) => mergeTickets(tickets))
  /** Tickets in answers that arrived during a refresh, whose own answer may be older. */
  let newerTickets: DoorTicket[] = []
  let lastScan: Promise<unknown> = Promise.resolve()
  const countNow = () => counted(state.read().snapshot)

  /** Decides about the ticket with this code or number, one ticket after the other. */
  function scan(text: string): Promise<void> {
    const scanned: Scan = {
      scan_id: newId(),
      code: asCode(text),
      scanned_at: new Date().toISOString(),
      let_in: false,
    }
    const decided = lastScan.then(() => check(scanned))
    lastScan = decided.catch(console.error)
    return decided
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

  /** Null if the server says that this phone may no longer check in. */
  async function decide(scan: Scan): Promise<SavedScan | null> {
    const reading = readCode(state.read().snapshot, scan.code)
    // Another tab may have let someone in or renamed this phone since.
    await ownScans.catchUp()
    const device = await currentName()
    const common = { ...scan, event_id: eventId, device, undone: false }
    // Decided once: a network that goes down while the scan is on its way may have delivered it.
    const asked = !(await isInsideHereOnly(reading)) && navigator.onLine
    if (asked) {
      try {
        const { results, ...count } = await callDoor({ secret, timeoutMs }, checkIn, {
          params,
          body: { device, scans: [scan] },
        })
        const [result] = results
        if (result === undefined) throw new ApiError('no_answer')
        const { verdict, ticket } = result
        mergeReply(count, ticket ? [ticket] : [])
        const answered = { ...common, verdict, ticket, waiting: false, asked, counted: countNow() }
        return await ownScans.add(() => answered)
      } catch (error) {
        if (isClosing(error)) {
          close(error)
          return null
        }
        state.change({ online: false })
      }
    }
    const code = await reading
    // Saved before it is shown, so that no entry is lost if the page closes.
    return ownScans.add((scans) => {
      const decision = decideLocally({ door: state.read().snapshot, scans }, code, new Date())
      const let_in = decision.verdict === 'checked_in'
      const list_at = new Date(state.read().snapshot.asked_at).toISOString()
      // If this phone turned someone away whom the server may have checked in, the server must hear of it.
      return { ...common, ...decision, let_in, asked, waiting: let_in || asked, list_at }
    })
  }

  /** Another tab may have renamed this phone. */
  async function currentName(): Promise<string> {
    const saved = await readDeviceName()
    if (saved !== undefined && saved !== state.read().device) state.change({ device: saved })
    return state.read().device
  }

  /** Renames this phone from the next scan on. */
  async function rename(device: string) {
    await saveDeviceName(device)
    state.change({ device })
  }

  /** Whether this phone let the holder in and the server does not know it yet. Asked now, the server would let the holder
   *  in again. */
  async function isInsideHereOnly(reading: Promise<ReadCode>): Promise<boolean> {
    const { scans } = state.read()
    if (!scans.some(isInside)) return false
    const { verdict, ticket } = decideLocally({ door: state.read().snapshot, scans }, await reading, new Date())
    const isOfTicket = (scan: SavedScan) => scan.ticket?.ticket_number === ticket?.ticket_number
    return verdict === 'already_used' && scans.some((scan) => isInside(scan) && isOfTicket(scan))
  }

  /** Undoes a check-in of this phone. Throws ApiError. */
  async function undo(scan: SavedScan): Promise<void> {
    if (scan.waiting) return ownScans.change(scan.scan_id, ({ asked }) => ({ undone: true, waiting: asked }))
    try {
      const ticket = await undoEntry(scan.scan_id)
      await ownScans.change(scan.scan_id, () => ({ undone: true, ticket, counted: countNow() }))
    } catch (error) {
      // Another phone was quicker.
      if (!(error instanceof ApiError && error.code === 'check_in_undone')) throw error
      await ownScans.change(scan.scan_id, () => ({ undone: true }))
    }
  }

  /** Undoes a check-in at the server; the owner may also undo those of other phones. Throws ApiError. */
  async function undoEntry(scanId: string): Promise<DoorTicket> {
    const { ticket, ...count } = await callDoor({ secret }, undoCheckIn, { params: { ...params, scanId } })
    mergeReply(count, [ticket])
    return ticket
  }

  /** Uploads the waiting scans, then asks the server what has changed. */
  async function refresh(): Promise<void> {
    if (state.read().closed) return
    try {
      await oneTabAtATime(eventId, upload)
      newerTickets = []
      const { cursor } = state.read().snapshot
      const askedAt = Date.now()
      const door = await callDoor({ secret }, showDoor, { params, query: { since: cursor } })
      const tickets = [...door.tickets, ...newerTickets]
      const fresh = mergeDoor(state.read().snapshot, { ...door, tickets }, askedAt)
      state.change({ snapshot: fresh, online: true })
      await saveSnapshot(fresh, keeper).catch(() => {})
      for (const { scan_id, ticket } of undoneElsewhere(state.read().scans, fresh)) {
        await ownScans.change(scan_id, () => ({
          undone: true,
          ticket: fresh.tickets.get(ticket?.ticket_number ?? '') ?? ticket,
        }))
      }
      for (const { scan_id } of namingDeletedAccounts(state.read().scans, fresh)) {
        await ownScans.change(scan_id, (scan) => withoutNames(scan, deletedAccount))
      }
    } catch (error) {
      if (isClosing(error)) close(error)
      else if (error instanceof ApiError) state.change({ online: false })
      else throw error
    }
  }

  /** The server's double entries, newest first. Throws ApiError. */
  function readDoubleEntries(): Promise<DoubleEntry[]> {
    return callDoor({ secret }, listDoubleEntries, { params })
  }

  async function upload() {
    await ownScans.catchUp()
    for (let batch = nextBatch(state.read().scans); batch.length > 0; batch = nextBatch(state.read().scans)) {
      await sendBatch(batch)
    }
  }

  async function sendBatch(batch: SavedScan[]) {
    // From now on the server may know these scans, so undoing one must be reported to it.
    for (const scan of batch) if (!scan.asked) await ownScans.change(scan.scan_id, () => ({ asked: true }))
    const scans = batch.map(({ scan_id, code, scanned_at, let_in, undone }) => {
      return { scan_id, code, scanned_at, let_in: let_in && !undone }
    })
    const device = batch[0]?.device ?? state.read().device
    const { results, ...count } = await callDoor({ secret }, checkIn, { params, body: { device, scans } })
    mergeReply(
      count,
      results.flatMap(({ ticket }) => ticket ?? []),
    )
    for (const scan of batch) {
      const result = results.find(({ scan_id }) => scan_id === scan.scan_id)
      if (result === undefined) throw new ApiError('no_answer')
      const entered = result.verdict === 'checked_in'
      const undone = entered && letsNobodyIn(scan) ? await undoSent(scan) : null
      const ticket = undone ?? result.ticket ?? scan.ticket
      const verdict = entered && !scan.let_in ? scan.verdict : result.verdict
      await ownScans.change(scan.scan_id, (now) => ({
        verdict,
        ticket,
        asked: true,
        // A scan that was undone while it was being sent is sent once more.
        waiting: now.undone !== scan.undone,
        counted: countNow(),
      }))
    }
  }

  /** The ticket after undoing; null if the scan was undone already or the ticket cancelled since, so that nobody is inside
   *  with it. */
  async function undoSent({ scan_id }: SavedScan): Promise<DoorTicket | null> {
    try {
      return await undoEntry(scan_id)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return null
      throw error
    }
  }

  function mergeReply(count: DoorCount, tickets: DoorTicket[]) {
    mergeTickets(tickets, count)
    state.change({ online: true })
  }

  function mergeTickets(tickets: DoorTicket[], count: DoorCount = state.read().snapshot) {
    newerTickets.push(...tickets)
    state.change({ snapshot: mergeAnswer(state.read().snapshot, count, tickets) })
  }

  function close(error: ApiError) {
    state.change({ closed: error })
    void deleteGuests(eventId).catch(() => {})
  }

  return { eventId, isOwner: secret === null, scan, undo, undoEntry, rename, refresh, readDoubleEntries, ...state }
}

export type DoorOnPhone = ReturnType<typeof createDoor>

function oneTabAtATime(eventId: number, work: () => Promise<void>): Promise<void> {
  // Locks exist only on https and localhost. Without them two tabs may send the same scan, which does no harm.
  return navigator.locks ? navigator.locks.request(`door-${eventId}`, work) : work()
}

import { checkIn, type DoorCount, type DoorTicket, type Scan, showDoor, undoCheckIn } from '#contract/door.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { nextBatch } from './batches.ts'
import { callDoor, isClosing } from './call-door.ts'
import { decideLocally } from './decide.ts'
import { createState, withScan } from './door-state.ts'
import { addScan, changeScan, forgetSnapshot, keepSnapshot, readScans } from './door-storage.ts'
import { isInside, type KeptScan, type NewScan } from './kept-scan.ts'
import { newScan } from './new-scan.ts'
import type { OpenedDoor } from './open-door.ts'
import { checkSignature } from './signature.ts'
import { mergeAnswer, mergeDoor } from './snapshot.ts'

/** Whoever stands at a door has their answer within a second: after this many milliseconds the phone decides itself. */
const patience = 700

/** An event's door on this phone: decides with the server, or by itself where there is none, and tells it later. */
export function createDoor(opened: OpenedDoor) {
  const { secret, device, keeper } = opened
  const eventId = opened.snapshot.event_id
  const params = { eventId: String(eventId) }
  const state = createState(opened)
  /** What the server said of tickets while a refresh was under way, which may not have seen it. */
  let saidMeanwhile: DoorTicket[] = []
  let inOrder: Promise<unknown> = Promise.resolve()
  let unkept = 0

  /** Decides about the tickets shown, one after the other. */
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

  /** Null where this phone turns out to have no right to ask any more. */
  async function decide(scan: Scan): Promise<KeptScan | null> {
    const { scans } = state.read()
    const local = () => decideLocally({ door: state.read().snapshot, scans }, scan.code, new Date(), checkSignature)
    const common = { ...scan, event_id: eventId, undone: false }
    // The server has not yet heard of whom this phone let in: asked first, it would let them in again.
    const before = scans.some(isInside) ? await local() : null
    const known = before?.verdict === 'already_used' && scans.some((each) => isSameInside(each, before.ticket))
    if (!known && navigator.onLine) {
      try {
        const { results, ...count } = await callDoor({ secret, patience }, checkIn, {
          params,
          body: { device, scans: [scan] },
        })
        const { verdict, ticket } = results[0] ?? { verdict: 'unknown', ticket: null }
        hear(count, ticket ? [ticket] : [])
        return await keep({ ...common, verdict, ticket, waiting: false, asked: true })
      } catch (error) {
        if (isClosing(error)) {
          close(error)
          return null
        }
        state.change({ online: false })
      }
    }
    const decision = await local()
    const let_in = decision.verdict === 'admitted'
    // Kept before it is shown: whoever was let in is not forgotten, whatever becomes of this page.
    return keep({ ...common, ...decision, let_in, waiting: true, asked: !known && navigator.onLine })
  }

  async function keep(scan: NewScan): Promise<KeptScan> {
    try {
      return await addScan(scan)
    } catch {
      // Full, or forbidden: it lasts as long as the page.
      unkept -= 1
      return { ...scan, seq: unkept }
    }
  }

  /** Starts from what is known now: a scan may be taken back while it is being sent. */
  async function change(scanId: string, changes: Partial<KeptScan>) {
    const { scans, answer } = state.read()
    const before = scans.find(({ scan_id }) => scan_id === scanId)
    if (before === undefined) return
    const scan = { ...before, ...changes }
    // What was said stays said, whatever the server finds later; see the double entries.
    const shown = answer?.scan_id === scanId ? { ...answer, undone: scan.undone } : answer
    state.change({ scans: withScan(scans, scan), answer: shown })
    if (scan.seq > 0) await changeScan(scan)
  }

  /** Takes back that somebody was let in. Throws ApiError. */
  async function undo(scan: KeptScan): Promise<void> {
    if (scan.waiting) return change(scan.scan_id, { undone: true, waiting: scan.asked })
    const { ticket, ...count } = await callDoor({ secret }, undoCheckIn, {
      params: { ...params, scanId: scan.scan_id },
    })
    hear(count, [ticket])
    await change(scan.scan_id, { undone: true })
  }

  /** Asks what changed, once the server knows all that this phone did. */
  async function refresh(): Promise<void> {
    if (state.read().closed) return
    try {
      await oneTabAtATime(eventId, upload)
      saidMeanwhile = []
      const { cursor } = state.read().snapshot
      const door = await callDoor({ secret }, showDoor, { params, query: { since: cursor } })
      const fresh = mergeDoor(state.read().snapshot, { ...door, tickets: [...door.tickets, ...saidMeanwhile] })
      state.change({ snapshot: fresh, online: true })
      await keepSnapshot(fresh, keeper).catch(() => {})
    } catch (error) {
      if (isClosing(error)) close(error)
      else if (error instanceof ApiError) state.change({ online: false })
      else throw error
    }
  }

  async function upload() {
    // Another tab may have sent some since.
    const stored = await readScans(eventId).catch(() => [])
    const known = new Set(stored.map(({ scan_id }) => scan_id))
    state.change({ scans: [...stored, ...state.read().scans.filter(({ scan_id }) => !known.has(scan_id))] })
    for (let batch = nextBatch(state.read().scans); batch.length > 0; batch = nextBatch(state.read().scans)) {
      await sendBatch(batch)
    }
  }

  async function sendBatch(batch: KeptScan[]) {
    // From here on the server may know them, so whoever takes one back must tell it.
    for (const scan of batch) if (!scan.asked) await change(scan.scan_id, { asked: true })
    const scans = batch.map(({ scan_id, code, scanned_at, let_in, undone }) => {
      return { scan_id, code, scanned_at, let_in: let_in && !undone }
    })
    const { results, ...count } = await callDoor({ secret }, checkIn, { params, body: { device, scans } })
    hear(
      count,
      results.flatMap(({ ticket }) => ticket ?? []),
    )
    for (const scan of batch) {
      const result = results.find(({ scan_id }) => scan_id === scan.scan_id)
      if (result === undefined) throw new ApiError('no_answer')
      // It may have been taken back while it was being sent.
      const undone = state.read().scans.some((now) => now.scan_id === scan.scan_id && now.undone)
      if (undone && result.verdict === 'admitted') await undoAtServer(scan)
      const { verdict, ticket } = result
      await change(scan.scan_id, { verdict, ticket: ticket ?? scan.ticket, waiting: false, asked: true })
    }
  }

  async function undoAtServer({ scan_id }: KeptScan) {
    try {
      const { ticket, ...count } = await callDoor({ secret }, undoCheckIn, { params: { ...params, scanId: scan_id } })
      hear(count, [ticket])
    } catch (error) {
      // Undone already, or cancelled since: nobody is inside with it, which is what was wanted.
      if (!(error instanceof ApiError && error.status === 409)) throw error
    }
  }

  function hear(count: DoorCount, tickets: DoorTicket[]) {
    saidMeanwhile.push(...tickets)
    state.change({ snapshot: mergeAnswer(state.read().snapshot, count, tickets), online: true })
  }

  function close(error: ApiError) {
    state.change({ closed: error })
    void forgetSnapshot(eventId).catch(() => {})
  }

  return { eventId, isOwner: secret === null, device, take, undo, refresh, ...state }
}

export type DoorOnPhone = ReturnType<typeof createDoor>

function isSameInside(scan: KeptScan, ticket: DoorTicket | null): boolean {
  return isInside(scan) && scan.ticket?.ticket_number === ticket?.ticket_number
}

function oneTabAtATime(eventId: number, work: () => Promise<void>): Promise<void> {
  // Locks exist on https and localhost only; elsewhere a scan that is sent twice changes nothing.
  return navigator.locks ? navigator.locks.request(`door-${eventId}`, work) : work()
}

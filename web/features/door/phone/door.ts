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
import { readTicketNumber } from '#contract/tickets/ticket-code.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { clockNow } from '#web/lib/clock.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { callDoor, decidesAloneAfter, isClosing } from './call-door.ts'
import { decideLocally, type ReadCode, readCode } from './decide.ts'
import { createOwnScans, createState, withScan } from './door-state.ts'
import { deleteGuests, readDeviceName, saveDeviceName, saveSnapshot } from './door-storage.ts'
import type { OpenedDoor } from './open-door.ts'
import { createSales } from './sales.ts'
import {
  hasUnsentNonEntry,
  isUnsentEntry,
  letsNobodyIn,
  nextBatch,
  type Sale,
  type SavedScan,
  type SentScan,
  withoutNames,
} from './scan.ts'
import {
  applyAnswer,
  applyRefresh,
  countedSince,
  currentCount,
  listedTicket,
  scansOfDeletedAccounts,
  undoneElsewhere,
} from './snapshot.ts'

/** An event's door on this phone. The server decides about each ticket; offline, the phone decides and reports it
 *  later. */
export function createDoor(opened: OpenedDoor) {
  const { secret, keeper } = opened
  const eventId = opened.snapshot.event_id
  const params = { eventId: String(eventId) }
  const state = createState(opened)
  const ownScans = createOwnScans(opened, state, (tickets) => applyTickets(tickets))
  /** Tickets from answers that arrived during a refresh; the refresh's own answer may be older. */
  let newerTickets: DoorTicket[] = []
  let lastDecision: Promise<unknown> = Promise.resolve()
  /** How many refreshes have asked the server. */
  let refreshes = 0
  const countNow = () => currentCount(state.read().snapshot)
  const sales = createSales({ secret, params, state, ownScans, currentName, handleReply, close })

  /** Makes decisions one after the other, and shows and returns each. Null if this phone may not decide any more. */
  function decideNext(decide: () => Promise<SavedScan | null>): Promise<SavedScan | null> {
    const decided = lastDecision.then(async () => {
      if (state.read().closed) return null
      state.change({ checking: true })
      try {
        const answer = await decide()
        if (answer) state.change({ answer, scans: withScan(state.read().scans, answer) })
        return answer
      } finally {
        state.change({ checking: false })
      }
    })
    lastDecision = decided.catch(console.error)
    return decided
  }

  /** Checks the ticket with this code or number. Null without a decision. */
  function scan(text: string): Promise<SavedScan | null> {
    const scanned = {
      scan_id: newId(),
      code: asCode(text),
      scanned_at: new Date(clockNow()).toISOString(),
      let_in: false,
    }
    return scanned.code === '' ? Promise.resolve(null) : decideNext(() => askOrDecide(scanned))
  }

  /** Sells a ticket to somebody without one, and lets them in. */
  async function sell(sale: Sale) {
    await decideNext(() => sales.sell(sale))
    refreshSeats()
  }

  /** What is left to sell changes with every sale here, and its undo. Nobody waits for it: the network may be bad, and offline this
   *  phone counts it by itself. */
  function refreshSeats() {
    if (state.read().online) void refresh().catch(console.error)
  }

  /** Sets how many seats of each type this phone keeps for offline sales, and refreshes. */
  async function keepSeatsOfEachType(count: number) {
    await sales.keepSeatsOfEachType(count)
    await refresh()
  }

  /** Asks the server, or decides locally without its answer, and saves the scan. Null if this phone may no longer
   *  check in. */
  async function askOrDecide(scan: Scan): Promise<SavedScan | null> {
    const reading = readCode(state.read().snapshot, scan.code)
    // Another tab may have let guests in or renamed this phone.
    await ownScans.catchUp()
    const device = await currentName()
    const common = { ...scan, event_id: eventId, device, undone: false }
    // Read once: if the network goes down later, the server may still have received the scan.
    const asked = !(await hasUnsentEntry(reading)) && navigator.onLine && (await sendNonEntries(reading))
    if (state.read().closed) return null
    if (asked) {
      try {
        const { results, ...count } = await callDoor({ secret, timeoutMs: decidesAloneAfter }, checkIn, {
          params,
          body: { device, scans: [scan] },
        })
        const [result] = results
        if (result === undefined) throw new ApiError('no_answer')
        const { verdict, ticket } = result
        handleReply(count, ticket ? [ticket] : [])
        const decision = { verdict, ticket: ticket ?? invitationOf(scan.code) }
        const decided = { ...common, ...decision, waiting: false, asked, counted: countNow() }
        return await ownScans.add(() => decided)
      } catch (error) {
        if (isClosing(error)) {
          close(error)
          return null
        }
        state.change({ online: false })
      }
    }
    const code = await reading
    // Saved before it is shown, so that closing the page loses no entry.
    return ownScans.add((scans) => {
      const decision = decideLocally({ door: state.read().snapshot, scans }, code, new Date(clockNow()))
      const let_in = decision.verdict === 'checked_in'
      const list_at = new Date(state.read().snapshot.asked_at).toISOString()
      // The server may have checked in a guest whom this phone turned away, so such a scan is reported too.
      return { ...common, ...decision, let_in, asked, waiting: let_in || asked, list_at }
    })
  }

  /** The invitation with this number on the phone's list; null without one. To the server it is no ticket. */
  function invitationOf(number: string): DoorTicket | null {
    const listed = state.read().snapshot.tickets.get(readTicketNumber(number) ?? '')
    return listed?.status === 'INVITED' ? listed : null
  }

  /** Another tab may have renamed this phone. */
  async function currentName(): Promise<string> {
    const saved = await readDeviceName()
    if (saved !== undefined && saved !== state.read().device) state.change({ device: saved })
    return state.read().device
  }

  /** Applies from the next scan on. */
  async function rename(device: string) {
    await saveDeviceName(device)
    state.change({ device })
  }

  /** Whether this phone has let the holder in without the server knowing. If asked now, the server would let them in
   *  again. */
  async function hasUnsentEntry(reading: Promise<ReadCode>): Promise<boolean> {
    const { scans } = state.read()
    if (!scans.some(isUnsentEntry)) return false
    const { verdict, ticket } = decideLocally(
      { door: state.read().snapshot, scans },
      await reading,
      new Date(clockNow()),
    )
    const isOfTicket = (scan: SavedScan) => scan.ticket?.ticket_number === ticket?.ticket_number
    return verdict === 'already_used' && scans.some((scan) => isUnsentEntry(scan) && isOfTicket(scan))
  }

  /** Sends this ticket's undone and turned-away scans first; otherwise the server would say that it is already used. False if that
   *  took too long. */
  async function sendNonEntries(reading: Promise<ReadCode>): Promise<boolean> {
    const code = await reading
    if ('verdict' in code || !hasUnsentNonEntry(state.read().scans, code.number)) return true
    const sent = oneTabAtATime(eventId, upload).catch((error) => {
      if (isClosing(error)) close(error)
    })
    // One call for the scan, one to undo it.
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 2 * decidesAloneAfter))])
    return !hasUnsentNonEntry(state.read().scans, code.number)
  }

  /** Undoes one of this phone's check-ins. Throws ApiError. */
  async function undo(scan: SavedScan): Promise<void> {
    if (scan.waiting) return ownScans.change(scan.scan_id, ({ asked }) => ({ undone: true, waiting: asked }))
    try {
      const ticket = await undoEntry(scan.scan_id)
      await ownScans.change(scan.scan_id, () => ({ undone: true, ticket, counted: countNow() }))
      if (scan.walk_in) refreshSeats()
    } catch (error) {
      // Another phone has already undone it.
      if (!(error instanceof ApiError && error.code === 'check_in_undone')) throw error
      await ownScans.change(scan.scan_id, () => ({ undone: true }))
    }
  }

  /** Undoes a check-in at the server; owner, co-hosts and desk may undo those of other phones too. Throws ApiError. */
  async function undoEntry(scanId: string): Promise<DoorTicket> {
    const { ticket, ...count } = await callDoor({ secret }, undoCheckIn, { params: { ...params, scanId } })
    handleReply(count, [ticket])
    return ticket
  }

  /** Sends the waiting scans, then asks the server for changes. */
  async function refresh(): Promise<void> {
    if (state.read().closed) return
    try {
      await oneTabAtATime(eventId, async () => {
        await upload()
        await sales.keepSeats()
      })
      newerTickets = []
      const { snapshot, seats } = state.read()
      const query = { since: snapshot.cursor, ...(seats.want === null ? {} : { phone_id: seats.phone_id }) }
      const askedAt = clockNow()
      const refreshed = ++refreshes
      const door = await callDoor({ secret }, showDoor, { params, query })
      // Another refresh has asked since, and `newerTickets` lacks the tickets from before that.
      if (refreshed !== refreshes) return
      const tickets = [...door.tickets, ...newerTickets]
      const fresh = applyRefresh(state.read().snapshot, { ...door, tickets }, askedAt)
      state.change({ snapshot: fresh, online: true })
      if (door.kept) await sales.saveKept(door.kept)
      await saveSnapshot(fresh, keeper).catch(() => {})
      // A scan may have been answered meanwhile.
      const { scans, snapshot: latest } = state.read()
      const listed = (scan: SavedScan) => listedTicket(latest, scan) ?? scan.ticket
      for (const { scan_id } of undoneElsewhere(scans, latest)) {
        await ownScans.change(scan_id, (scan) => ({ undone: true, ticket: listed(scan) }))
      }
      for (const { scan_id } of countedSince(scans, latest)) {
        await ownScans.change(scan_id, (scan) => ({ verdict: 'checked_in', ticket: listed(scan) }))
      }
      for (const { scan_id } of scansOfDeletedAccounts(scans, latest)) {
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
    // From now on the server may know these scans, so it must be told if one is undone.
    for (const scan of batch) if (!scan.asked) await ownScans.change(scan.scan_id, () => ({ asked: true }))
    const device = batch[0]?.device ?? state.read().device
    const results = await (batch[0]?.walk_in ? sales.send(batch, device) : sendScans(batch, device))
    for (const scan of batch) {
      const result = results.find(({ scan_id }) => scan_id === scan.scan_id)
      if (result === undefined) throw new ApiError('no_answer')
      const entered = result.verdict === 'checked_in'
      // An earlier call, whose answer was lost, may have reported a guest as let in by mistake.
      const undone = letsNobodyIn(scan) && (entered || scan.let_in) ? await undoSent(scan) : null
      const ticket = undone ?? result.ticket ?? scan.ticket
      const verdict = entered && !scan.let_in ? scan.verdict : result.verdict
      await ownScans.change(scan.scan_id, (now) => ({
        verdict,
        ticket,
        ...(now.walk_in && result.refusal && { walk_in: { ...now.walk_in, refusal: result.refusal } }),
        asked: true,
        // A scan that was undone while it was being sent is sent once more.
        waiting: now.undone !== scan.undone,
        counted: countNow(),
      }))
    }
  }

  async function sendScans(batch: SavedScan[], device: string): Promise<SentScan[]> {
    const scans = batch.map(({ scan_id, code, scanned_at, let_in, undone }) => {
      return { scan_id, code, scanned_at, let_in: let_in && !undone }
    })
    const { results, ...count } = await callDoor({ secret }, checkIn, { params, body: { device, scans } })
    handleReply(
      count,
      results.flatMap(({ ticket }) => ticket ?? []),
    )
    return results
  }

  /** The ticket after undoing; null if there is nothing to undo: nobody is inside by this scan, or the ticket was
   *  cancelled. */
  async function undoSent({ scan_id }: SavedScan): Promise<DoorTicket | null> {
    try {
      return await undoEntry(scan_id)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.code === 'check_in_not_found')) return null
      throw error
    }
  }

  function handleReply(count: DoorCount, tickets: DoorTicket[]) {
    applyTickets(tickets, count)
    state.change({ online: true })
  }

  function applyTickets(tickets: DoorTicket[], count: DoorCount = state.read().snapshot) {
    newerTickets.push(...tickets)
    state.change({ snapshot: applyAnswer(state.read().snapshot, count, tickets) })
  }

  function close(error: ApiError) {
    state.change({ closed: error })
    void deleteGuests(eventId).catch(() => {})
  }

  return {
    eventId,
    scan,
    sell,
    keepSeatsOfEachType,
    undo,
    undoEntry,
    rename,
    refresh,
    readDoubleEntries,
    ...state,
  }
}

export type DoorOnPhone = ReturnType<typeof createDoor>

function oneTabAtATime(eventId: number, work: () => Promise<void>): Promise<void> {
  // Locks exist only on https and localhost. Without them two tabs may send the same scan, which is harmless.
  return navigator.locks ? navigator.locks.request(`door-${eventId}`, work) : work()
}

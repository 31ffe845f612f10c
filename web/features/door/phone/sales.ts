import type { DoorCount, DoorTicket, KeptSeats } from '#contract/tickets/door.ts'
import { keepDoorSeats, sellWalkIns, type WalkInRefusal } from '#contract/tickets/walk-ins.ts'
import * as m from '#messages/door-sale.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { clockNow } from '#web/lib/clock.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { callDoor, decidesAloneAfter, isClosing } from './call-door.ts'
import type { DoorStore, OwnScans } from './door-state.ts'
import { readPhoneSeats, savePhoneSeats } from './door-storage.ts'
import {
  type PhoneSeats,
  type Sale,
  type SavedScan,
  type SentScan,
  seatsToSell,
  unsentSales,
  withKept,
} from './scan.ts'
import { currentCount, type Snapshot } from './snapshot.ts'

/** How long a sale waits for the server where this phone keeps no seat for it, in milliseconds. */
const answerTimeoutMs = 8_000

interface OpenDoor {
  secret: string | null
  params: { eventId: string }
  state: DoorStore
  ownScans: OwnScans
  /** This phone's name. */
  currentName: () => Promise<string>
  handleReply: (count: DoorCount, tickets: DoorTicket[]) => void
  /** This phone may no longer sell. */
  close: (error: ApiError) => void
}

/** The sale of tickets at an open door. The server decides about each; offline, the phone sells the seats that it keeps, and reports
 *  it later. */
export function createSales({ secret, params, state, ownScans, currentName, handleReply, close }: OpenDoor) {
  /** Asks the server, or sells one of the seats that this phone keeps, and saves the sale. Null if this phone may no longer sell. */
  async function sell(sale: Sale): Promise<SavedScan | null> {
    await ownScans.catchUp()
    await catchUpSeats()
    const device = await currentName()
    const { ticket_type_id } = sale
    const scan = { scan_id: newId(), code: '', scanned_at: new Date(clockNow()).toISOString(), let_in: false }
    const common = { ...scan, event_id: state.read().snapshot.event_id, device, undone: false }
    const hasOwn = seatsToSell(state.read().seats, state.read().scans, ticket_type_id) > 0
    const asked = navigator.onLine
    if (asked) {
      try {
        const { results, kept, ...count } = await callDoor(
          { secret, timeoutMs: hasOwn ? decidesAloneAfter : answerTimeoutMs },
          sellWalkIns,
          { params, body: { ...bodyOfSale(device), walk_ins: [{ ...scan, ...sale }] } },
        )
        const [result] = results
        if (result === undefined) throw new ApiError('no_answer')
        await saveKept(kept)
        handleReply(count, result.ticket ? [result.ticket] : [])
        const { ticket, refusal } = result
        const walk_in = refusal === null ? sale : { ...sale, refusal: saleRefusals[refusal] }
        const verdict = refusal === null ? 'checked_in' : 'unknown'
        return await ownScans.add(() => ({
          ...common,
          walk_in,
          verdict,
          ticket,
          asked,
          waiting: false,
          counted: currentCount(state.read().snapshot),
        }))
      } catch (error) {
        if (isClosing(error)) {
          close(error)
          return null
        }
        state.change({ online: false })
      }
    }
    return ownScans.add((scans) => {
      const ended = whySaleEnded(state.read().snapshot)
      const isSold = ended === null && seatsToSell(state.read().seats, scans, ticket_type_id) > 0
      const list_at = new Date(state.read().snapshot.asked_at).toISOString()
      if (isSold) {
        const ticket = { ...unnumbered(sale), used_at: common.scanned_at }
        return { ...common, walk_in: sale, verdict: 'checked_in', ticket, let_in: true, asked, waiting: true, list_at }
      }
      // The server may have counted the sale already; this says that nobody came in.
      const refusal = ended ?? m.noSeatHere
      return {
        ...common,
        walk_in: { ...sale, refusal },
        verdict: 'unknown',
        ticket: null,
        asked,
        waiting: asked,
        list_at,
      }
    })
  }

  const bodyOfSale = (device: string) => ({ device, phone_id: state.read().seats.phone_id })

  /** The ticket as this phone knows it until the server gives it a number. */
  function unnumbered({ name, ticket_type_id, payment }: Sale): DoorTicket {
    const type = state.read().snapshot.sale?.types.find((one) => one.ticket_type_id === ticket_type_id)
    return {
      ticket_number: '',
      fullname: name || m.walkIn,
      ticket_type: type?.name ?? '',
      party: null,
      status: 'USED',
      used_at: null,
      used_door: null,
      walk_in: payment,
    }
  }

  /** Another tab may have kept or sold seats. */
  async function catchUpSeats() {
    const saved = await readPhoneSeats(state.read().snapshot.event_id).catch(() => undefined)
    if (saved !== undefined) state.change({ seats: saved })
  }

  /** The organizer may have taken seats back. */
  async function saveKept(kept: KeptSeats[], isAboutKeeping = false) {
    await catchUpSeats()
    await changeSeats(withKept(state.read().seats, kept, isAboutKeeping))
  }

  /** Without storage they last as long as the page. */
  async function changeSeats(seats: PhoneSeats) {
    state.change({ seats })
    await savePhoneSeats(state.read().snapshot.event_id, seats).catch(() => {})
  }

  /** Sets how many seats of each type this phone keeps for offline sales. Takes effect at the next refresh. */
  async function keepSeatsOfEachType(count: number) {
    await catchUpSeats()
    await changeSeats({ ...state.read().seats, want: count })
  }

  /** Keeps as many seats as wanted beyond those sold, or returns what is too many. Call it in one tab at a time. */
  async function keepSeats() {
    await catchUpSeats()
    const { seats, scans, snapshot, device } = state.read()
    if (seats.want === null || snapshot.sale === undefined) return
    const wanted = snapshot.sale.types.flatMap(({ ticket_type_id, set_aside, kept }) => {
      const own = seats.kept.find((one) => one.ticket_type_id === ticket_type_id) ?? { granted: 0, sold: 0 }
      const granted = own.sold + unsentSales(scans, ticket_type_id) + (seats.want ?? 0)
      const isWorthAsking = granted < own.granted || (granted > own.granted && set_aside > kept)
      return isWorthAsking ? [{ ticket_type_id, granted }] : []
    })
    if (wanted.length === 0) return
    // What is returned may be sold elsewhere as soon as the server knows, also if its answer is lost.
    const returned = new Map(wanted.map((one) => [one.ticket_type_id, one.granted]))
    const kept = seats.kept.map((one) => ({
      ...one,
      granted: Math.min(one.granted, returned.get(one.ticket_type_id) ?? one.granted),
    }))
    await changeSeats({ ...seats, kept })
    const body = { device, phone_id: seats.phone_id, seats: wanted }
    await saveKept((await callDoor({ secret }, keepDoorSeats, { params, body })).kept, true)
  }

  /** Sends sales that the server may not know yet. */
  async function send(batch: SavedScan[], device: string): Promise<SentScan[]> {
    const walk_ins = batch.flatMap(({ scan_id, scanned_at, let_in, undone, walk_in }) =>
      walk_in === undefined ? [] : [{ ...walk_in, scan_id, scanned_at, let_in: let_in && !undone }],
    )
    const body = { ...bodyOfSale(device), walk_ins }
    const { results, kept, ...count } = await callDoor({ secret }, sellWalkIns, { params, body })
    // Before the sales count as sent, or two tabs could sell the same seat.
    await saveKept(kept)
    handleReply(
      count,
      results.flatMap(({ ticket }) => ticket ?? []),
    )
    return results.map(({ scan_id, ticket, refusal }) =>
      refusal === null
        ? { scan_id, ticket, verdict: 'checked_in' }
        : { scan_id, ticket, verdict: 'unknown', refusal: saleRefusals[refusal] },
    )
  }

  return { sell, keepSeatsOfEachType, keepSeats, saveKept, send }
}

/** Why the door of this event sells nothing any more, as far as this phone knows; null while it does. */
export function whySaleEnded({ is_called_off, end_date_event }: Snapshot): string | null {
  if (is_called_off) return saleRefusals.event_called_off
  return clockNow() >= Date.parse(end_date_event) ? saleRefusals.event_over : null
}

/** Why a walk-in was not counted. */
const saleRefusals: Record<WalkInRefusal, string> = {
  event_called_off: m.eventCalledOff,
  event_full: m.allSeatsTaken,
  event_over: m.eventOver,
  ticket_type_full: m.typeFull,
  ticket_type_not_found: m.typeNotSold,
}

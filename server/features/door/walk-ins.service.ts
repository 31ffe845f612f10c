import type { Reply } from '#contract/endpoint.ts'
import { fill } from '#contract/language/messages.ts'
import { doorLimits, type KeptSeats, type WalkInSale } from '#contract/tickets/door.ts'
import type { KeepingPhone, keepDoorSeats, sellWalkIns, WalkIn, WalkInRefusal } from '#contract/tickets/walk-ins.ts'
import * as m from '#messages/answers.json'
import * as names from '#messages/names.json'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { lockEvent } from '#server/features/events/events.service.ts'
import { type AdmissionEvent, selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { newTicketNumber, withSeats } from '#server/features/tickets/admission/admission.service.ts'
import { hasLine, registrationTerms, seatsForNew } from '#server/features/tickets/admission/seats.rules.ts'
import {
  addTaken,
  keep,
  lockSeats,
  selectDoorSeats,
  selectKeepingPhones,
  selectKept,
  sellKept,
  setAside,
  takeKept,
} from '#server/features/tickets/store/seats.repository.ts'
import { promote } from '#server/features/tickets/waiting-list/promote.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  countDoor,
  insertCheckIn,
  insertWalkIn,
  selectCheckIn,
  selectDoorTicket,
  selectWalkIn,
} from './door.repository.ts'
import { type DoorCaller, type Gate, requireDoor, showKept, showSale } from './door.service.ts'

type Sold = Reply<typeof sellWalkIns>

/** `phoneId` is null for a phone that keeps no seats. */
interface SellingGate extends Gate {
  phoneId: string | null
}

/** Sells walk-ins one after the other, each in its own transaction, so that a call whose answer was lost can be repeated. */
export async function sell(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  { device, phone_id, walk_ins }: { device: string; phone_id: string | null; walk_ins: WalkIn[] },
): Promise<Sold> {
  const gate = { eventId, device, phoneId: phone_id, scanner: await requireDoor(ctx, caller, eventId) }
  const results: Sold['results'] = []
  for (const walkIn of walk_ins) results.push(await sellOne(ctx, gate, walkIn))
  if (results.some(({ ticket }) => ticket !== null)) ctx.announcer.announce(eventId)
  const kept = phone_id === null ? [] : await showKept(ctx.db, eventId, phone_id)
  return { ...(await countDoor(ctx.db, eventId)), results, kept }
}

function sellOne(ctx: Context, gate: SellingGate, walkIn: WalkIn): Promise<Sold['results'][number]> {
  const { scan_id } = walkIn
  const now = ctx.now()
  return withSeats(ctx.db, [gate.eventId], async (tx) => {
    const event = await selectAdmissionEvent(tx, gate.eventId)
    const before = await selectCheckIn(tx, gate.eventId, scan_id)
    if (before !== null && (await selectWalkIn(tx, before.ticket_id)) !== null) {
      return { scan_id, ticket: await selectDoorTicket(tx, before.ticket_id, now), refusal: null }
    }
    const at = new Date(Math.min(Date.parse(walkIn.scanned_at), now.getTime()))
    const refusal = event === null || before !== null ? 'ticket_type_not_found' : refusalOf(event, walkIn, at)
    if (event === null || refusal !== null) return { scan_id, ticket: null, refusal }
    const isCalledOff = registrationTerms(event).is_called_off
    const seat = isCalledOff ? { doorSeatsId: null } : await takeSeat(tx, event, gate, walkIn, now)
    if (typeof seat === 'string') return { scan_id, ticket: null, refusal: seat }
    const id = await insertWalkIn(
      tx,
      {
        event_id: gate.eventId,
        ticket_number: newTicketNumber(),
        fullname: walkIn.name || names.walkIn,
        walk_in: walkIn.payment,
        price_satang: walkIn.payment === 'free' ? 0 : walkIn.price_satang,
        ticket_type_id: walkIn.ticket_type_id,
        door_seats_id: seat.doorSeatsId,
        used_at: at,
        called_off_at: isCalledOff ? event.called_off_at : null,
      },
      now,
    )
    const scan = {
      event_id: gate.eventId,
      scan_id,
      ticket_id: id,
      ...gate.scanner,
      device: gate.device,
      verdict: 'checked_in' as const,
      let_in: walkIn.let_in,
      scanned_at: at,
    }
    await insertCheckIn(tx, scan, now)
    return { scan_id, ticket: await selectDoorTicket(tx, id, now), refusal: null }
  })
}

/** Why nothing can be sold at that time, or null. What a phone sold from its own seats before the event was called off or deleted,
 *  or the type closed, counts: the money was taken. */
function refusalOf(event: AdmissionEvent, walkIn: WalkIn, at: Date): WalkInRefusal | null {
  const { called_off_at, end_date_event } = event
  const wasSoldBefore = walkIn.let_in && called_off_at !== null && at.getTime() < Date.parse(called_off_at)
  if (registrationTerms(event).is_called_off && !wasSoldBefore) return 'event_called_off'
  const isDeleted = called_off_at !== null && !wasSoldBefore
  if (isDeleted || at.getTime() >= Date.parse(end_date_event)) return 'event_over'
  const type = event.ticket_types.find(({ id }) => id === walkIn.ticket_type_id)
  const isKnown = walkIn.ticket_type_id === null ? event.ticket_types.length === 0 : type !== undefined
  return isKnown && (!type?.is_closed || walkIn.let_in) ? null : 'ticket_type_not_found'
}

/** Takes a seat: one that the phone keeps, else one set aside for the door, else one that is free for everybody. */
async function takeSeat(
  tx: Db,
  event: AdmissionEvent,
  { eventId, phoneId }: SellingGate,
  { ticket_type_id: typeId }: WalkIn,
  now: Date,
): Promise<{ doorSeatsId: number | null } | WalkInRefusal> {
  const own = phoneId === null ? [] : await selectKept(tx, eventId, phoneId)
  const kept = own.find((one) => one.ticket_type_id === typeId && one.sold < one.granted)
  const place = (await selectDoorSeats(tx, eventId)).find((one) => one.ticket_type_id === typeId)
  if (kept !== undefined && phoneId !== null) await sellKept(tx, phoneId, kept.door_seats_id)
  const isSetAside = kept !== undefined || (place !== undefined && place.seats > place.kept)
  if (isSetAside) await setAside(tx, eventId, typeId, -1)
  else if (seatsForNew(event, typeId, now) === 0) {
    const isEventFull = event.capacity !== null && event.taken + event.reserved >= event.capacity
    return typeId === null || isEventFull ? 'event_full' : 'ticket_type_full'
  }
  await addTaken(tx, eventId, 1)
  return { doorSeatsId: isSetAside ? (place?.id ?? null) : null }
}

/** See `keepDoorSeats` in the contract. Nothing more is kept once the event is over or called off. */
export async function keepSeats(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  { device, phone_id: phoneId, seats: wanted }: { device: string; phone_id: string; seats: Wanted[] },
): Promise<Reply<typeof keepDoorSeats>> {
  await requireDoor(ctx, caller, eventId)
  const kept = await withSeats(ctx.db, [eventId], async (tx) => {
    const event = await selectAdmissionEvent(tx, eventId)
    const isOpen =
      event !== null && event.called_off_at === null && ctx.now().getTime() < Date.parse(event.end_date_event)
    for (const { ticket_type_id, granted } of wanted) {
      // Read anew for each: a hostile phone may name a type twice.
      const place = (await selectDoorSeats(tx, eventId)).find((one) => one.ticket_type_id === ticket_type_id)
      if (place === undefined) continue
      const own = (await selectKept(tx, eventId, phoneId)).find((one) => one.door_seats_id === place.id)
      const before = own ?? { granted: 0, sold: 0 }
      const most = isOpen ? before.sold + doorLimits.kept : before.granted
      const target = Math.min(Math.max(granted, before.sold), most)
      const more = Math.min(target - before.granted, place.seats - place.kept)
      if (more !== 0) await keep(tx, { phoneId, device, doorSeatsId: place.id }, more)
    }
    return showKept(tx, eventId, phoneId)
  })
  return { kept }
}

type Wanted = Pick<KeptSeats, 'ticket_type_id' | 'granted'>

export function listPhones(ctx: Context, eventId: number): Promise<KeepingPhone[]> {
  return selectKeepingPhones(ctx.db, eventId)
}

/** See `takeKeptSeats` in the contract. */
export async function takeBack(ctx: Context, eventId: number, phoneId: string): Promise<KeepingPhone[]> {
  await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, eventId)
    await takeKept(tx, eventId, phoneId)
  })
  return selectKeepingPhones(ctx.db, eventId)
}

/** See `setDoorSeats` in the contract. Released seats go to the next in line. */
export async function setSeats(
  ctx: Context,
  eventId: number,
  { ticket_type_id: typeId, seats }: { ticket_type_id: number | null; seats: number },
): Promise<WalkInSale> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    await lockEvent(tx, eventId)
    const event = await selectAdmissionEvent(tx, eventId)
    if (event === null) throw new AppError('event_not_found')
    if (registrationTerms(event).is_called_off) throw new AppError('event_called_off')
    if (now.getTime() >= Date.parse(event.end_date_event)) throw new AppError('event_over')
    const type = event.ticket_types.find(({ id }) => id === typeId)
    if (typeId === null ? event.ticket_types.length > 0 : type === undefined)
      throw new AppError('ticket_type_not_found')
    const place = (await selectDoorSeats(tx, eventId)).find((one) => one.ticket_type_id === typeId)
    const more = seats - (place?.seats ?? 0)
    if (seats < (place?.kept ?? 0)) throw new AppError('door_seats_kept')
    const seatsFree = seatsForNew(event, typeId, now)
    if (more > seatsFree) {
      const message = notFree(event, typeId, seatsFree, now)
      throw new AppError('seats_not_enough', { extra: { seats_free: seatsFree }, message })
    }
    await setAside(tx, eventId, typeId, more)
    if (more < 0) await promote(tx, eventId, now, countedEmails(ctx.settings))
  })
  ctx.announcer.announce(eventId)
  return showSale(ctx, eventId)
}

function notFree(event: AdmissionEvent, typeId: number | null, seatsFree: number, now: Date): string {
  if (seatsFree > 0) return fill(m.seatsForDoor, { seats: seatsFree })
  return hasLine(event, typeId, now) ? m.seatsForLineFirst : m.seatsForDoorGone
}

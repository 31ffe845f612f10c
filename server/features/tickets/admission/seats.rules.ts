import { type RegistrationTerms, waitingListMoves } from '#contract/events/applying.ts'
import type { TicketTypeTerms } from '#contract/events/ticket-types.ts'
import type { DoorSeats, Seats } from '#server/features/tickets/store/seats.repository.ts'
import type { AdmissionEvent, AdmissionType } from './admission.repository.ts'

/** The event as the contract's rule takes it. One that its owner deleted after its end does not count as called off. Field
 *  by field: this runs for each person of a rush, and copying with rest properties is slow. */
export function registrationTerms(event: AdmissionEvent): RegistrationTerms {
  const { called_off_at, end_date_event } = event
  return {
    is_called_off: called_off_at !== null && Date.parse(called_off_at) < Date.parse(end_date_event),
    start_date_register: event.start_date_register,
    end_date_register: event.end_date_register,
    start_date_event: event.start_date_event,
    end_date_event,
    seats_left: event.capacity === null ? null : Math.max(0, freeSeats(event)),
    needs_approval: event.needs_approval,
    waiting_list: event.waiting_list,
    waiting: event.waiting,
    takes_promptpay: event.takes_promptpay,
    ticket_types: event.ticket_types.length === 0 ? noTypes : termsOf(event),
  }
}

const noTypes: TicketTypeTerms[] = []

function termsOf(event: AdmissionEvent): TicketTypeTerms[] {
  const waitingForAny = event.ticket_types.reduce((waiting, type) => waiting - type.waiting, event.waiting)
  return event.ticket_types.map((type) => {
    const left = type.capacity === null ? null : Math.max(0, Math.min(type.capacity - type.taken, freeSeats(event)))
    return { ...type, seats_left: left, waiting: type.waiting + waitingForAny }
  })
}

/** Seats reserved for a waiting party count as taken for everybody else. */
function freeSeats({ capacity, taken, reserved = 0 }: Pick<Seats, 'capacity' | 'taken'> & Partial<Seats>): number {
  return limitOf({ capacity }) - taken - reserved
}

/** The most seats that there can ever be. */
export function limitOf(seats: Pick<Seats, 'capacity'> | null): number {
  return seats?.capacity ?? Number.POSITIVE_INFINITY
}

/** The seats of the event and of this type that are free for somebody who does not wait for them; none that is for somebody on
 *  the waiting list. */
export function seatsForNew(event: AdmissionEvent, typeId: number | null, now: Date): number {
  if (hasLine(event, typeId, now)) return 0
  const type = event.ticket_types.find(({ id }) => id === typeId) ?? null
  return Math.max(0, Math.min(freeSeats(event), type === null ? Number.POSITIVE_INFINITY : freeSeats(type)))
}

/** Whether the next free seat of this type is for somebody on the waiting list. */
export function hasLine(event: AdmissionEvent, typeId: number | null, now: Date): boolean {
  const type = event.ticket_types.find(({ id }) => id === typeId) ?? null
  const waitingForAny = event.ticket_types.reduce((waiting, one) => waiting - one.waiting, event.waiting)
  const waiting = type === null ? event.waiting : type.waiting + waitingForAny
  return waiting > 0 && waitingListMoves(registrationTerms(event), now.getTime())
}

/** How many more that would be if the seats set aside for the door were released. */
export function seatsFromDoor(event: AdmissionEvent, typeId: number | null, doorSeats: DoorSeats[], now: Date): number {
  const asideFor = (id: number) => doorSeats.find((one) => one.ticket_type_id === id)?.seats ?? 0
  const released = {
    ...event,
    taken: doorSeats.reduce((taken, { seats }) => taken - seats, event.taken),
    ticket_types: event.ticket_types.map((type) => ({ ...type, taken: type.taken - asideFor(type.id) })),
  }
  return seatsForNew(released, typeId, now) - seatsForNew(event, typeId, now)
}

/** The seats to reserve when a party of this size joins the waiting list: those free for its type, unless somebody before it
 *  waits for them already. */
export function reservedWith(event: AdmissionEvent, type: AdmissionType | null, size: number): number {
  if (event.capacity === null || (type ?? event).waiting > 0) return event.reserved
  return event.reserved + Math.max(0, Math.min(size, freeSeats(event), type === null ? size : freeSeats(type)))
}

/** Gives free seats to applications in the order of the calls, each of its type and of the event. */
export interface SeatGiver {
  /** Takes all seats of a party; false if one is missing. Then the free seats are reserved for it, so that nobody behind it
   *  takes them. */
  give(typeId: number | null, size: number): boolean
  /** The seats of the event that are neither taken nor reserved. */
  free(): number
  /** The seats that were given or reserved so far. */
  used(): number
  /** The seats of the event that are reserved. */
  reserved(): number
}

/** Counts the seats reserved for parties again: call it for all that wait, in the order of the waiting list. */
export function seatGiver(event: AdmissionEvent): SeatGiver {
  let free = freeSeats({ ...event, reserved: 0 })
  let used = 0
  let reserved = 0
  const ofTypes = new Map(event.ticket_types.map((type) => [type.id, freeSeats(type)]))
  return {
    give(typeId, size) {
      const ofType = typeId === null ? free : (ofTypes.get(typeId) ?? 0)
      const isGiven = size <= Math.min(free, ofType)
      const seats = Math.max(0, Math.min(size, free, ofType))
      free -= seats
      used += seats
      if (!isGiven) reserved += seats
      if (typeId !== null) ofTypes.set(typeId, ofType - seats)
      return isGiven
    },
    free: () => free,
    used: () => used,
    reserved: () => (event.capacity === null ? 0 : reserved),
  }
}

import type { TicketType } from './ticket-types.schemas.ts'

export type { TicketType, TicketTypeFields } from './ticket-types.schemas.ts'

/** Characters of a name and of the line of text below it; the highest price in baht, and the most seats. */
export const ticketTypeLimits = { types: 12, name: 60, note: 140, price: 10_000_000, seats: 1_000_000 } as const

/** The most seats that an organizer may allow in one application. */
export const mostInParty = 10

/** The fields of a ticket type that decide who may apply with it and when. */
export type TicketTypeTerms = Pick<
  TicketType,
  'id' | 'price' | 'seats_left' | 'waiting' | 'is_closed' | 'on_sale_from' | 'on_sale_until'
>

/** The fields of an event that limit its types. */
interface EventSeats {
  seats_left: number | null
}

/** `not_yet` and `over` are about the time on sale. A closed type keeps its tickets and its place in line, but takes nobody new. */
export type TicketTypeState = TicketType['state']

/** What the type's row says at `now`, in milliseconds since 1970. */
export function ticketTypeState(type: TicketTypeTerms, event: EventSeats, now: number): TicketTypeState {
  if (type.is_closed) return 'closed'
  if (type.on_sale_from !== null && now < Date.parse(type.on_sale_from)) return 'not_yet'
  if (type.on_sale_until !== null && now >= Date.parse(type.on_sale_until)) return 'over'
  return hasSeat(type, event) ? 'on_sale' : 'sold_out'
}

/** Whether somebody new may have a seat of this type: neither the event nor the type is full, and nobody in line waits for the
 *  same type or, having applied before there were types, for any seat. */
function hasSeat(type: TicketTypeTerms, event: EventSeats): boolean {
  return !isFull(event) && type.seats_left !== 0 && type.waiting === 0
}

export function isFull({ seats_left }: EventSeats): boolean {
  return seats_left === 0
}

/** The type of an application that names none: the cheapest on sale with all its `seats`, else with a seat, else the cheapest on
 *  sale; of equal prices the first. Null if none is on sale. */
export function cheapestType<Type extends TicketTypeTerms>(
  event: EventSeats & { ticket_types: Type[] },
  now: number,
  seats = 1,
): Type | null {
  const cheapest = (wanted: TicketTypeState, least = 0) =>
    event.ticket_types
      .filter((type) => ticketTypeState(type, event, now) === wanted && (type.seats_left ?? least) >= least)
      .reduce<Type | null>((found, type) => (found === null || type.price < found.price ? type : found), null)
  return cheapest('on_sale', seats) ?? cheapest('on_sale') ?? cheapest('sold_out')
}

/** The prices in baht that the event is listed with: those of the types that everybody sees and that are not closed, or of all
 *  where there are none. */
export function pricesOf(types: { price: number; is_closed: boolean; is_hidden: boolean }[]): {
  lowest: number
  highest: number
} {
  const shown = types.filter(({ is_hidden }) => !is_hidden)
  const open = shown.filter(({ is_closed }) => !is_closed)
  const prices = [open, shown, types].find((some) => some.length > 0)?.map(({ price }) => price) ?? [0]
  return { lowest: Math.min(...prices), highest: Math.max(...prices) }
}

/** What a code takes off the price of a seat, and the ticket types that it is for. */
export interface Reduction {
  percent: number | null
  /** In baht. */
  baht: number | null
  /** Null: all that everybody sees. */
  type_ids: number[] | null
}

/** The price in baht with a code: to the satang, and never below 0. */
export function reducedPrice({ percent, baht }: Reduction, price: number): number {
  const satang = Math.round(price * 100)
  if (percent !== null) return Math.round((satang * (100 - percent)) / 100) / 100
  return baht === null ? price : Math.max(0, satang - Math.round(baht * 100)) / 100
}

/** Whether the code is for this type. */
export function isForType({ type_ids }: Reduction, type: Pick<TicketType, 'id' | 'is_hidden'>): boolean {
  return type_ids === null ? !type.is_hidden : type_ids.includes(type.id)
}

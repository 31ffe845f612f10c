import type { ErrorCode } from '#contract/errors.ts'
import type { ApplicationState } from './application.ts'
import type { Standing } from './events.schemas.ts'
import { cheapestType, isFull, type TicketTypeTerms, ticketTypeState } from './ticket-types.ts'

export type { Standing } from './events.schemas.ts'

/** Nothing is known about visitors, so nothing stops them before they log in. */
export const visitorStanding: Standing = {
  is_owner: false,
  is_blocked: false,
  is_from_domain: true,
  age: 'enough',
  ticket: null,
}

/** The fields of `Event` that decide who may apply and when. */
export interface RegistrationTerms {
  is_called_off: boolean
  start_date_register: string
  end_date_register: string
  start_date_event: string
  end_date_event: string
  seats_left: number | null
  needs_approval: boolean
  waiting_list: boolean
  waiting: number
  takes_promptpay: boolean
  ticket_types: TicketTypeTerms[]
}

export type ApplyRefusal = Extract<
  ErrorCode,
  | 'own_event'
  | 'event_called_off'
  | 'event_over'
  | 'blocked_by_organizer'
  | 'registration_not_open'
  | 'registration_closed'
  | 'event_started'
  | 'email_domain_not_allowed'
  | 'birth_date_missing'
  | 'too_young'
  | 'already_applied'
  | 'ticket_type_not_found'
  | 'ticket_type_not_on_sale'
  | 'ticket_type_full'
  | 'event_full'
  | 'too_few_seats'
>

/** Why someone who sees the event may not apply at `now` (milliseconds since 1970), or null. The server admits by
 *  this rule and the page shows it before the press. The order is that of docs/rules.md. `typeId` is the chosen ticket
 *  type; null chooses by `chosenType`. `seats` is the size of the party. */
export function applyRefusal(
  standing: Standing,
  event: RegistrationTerms,
  now: number,
  typeId: number | null = null,
  seats = 1,
): ApplyRefusal | null {
  const reached = (instant: string) => now >= Date.parse(instant)
  if (standing.is_owner) return 'own_event'
  if (event.is_called_off) return 'event_called_off'
  if (reached(event.end_date_event)) return 'event_over'
  if (standing.is_blocked) return 'blocked_by_organizer'
  if (!reached(event.start_date_register)) return 'registration_not_open'
  if (reached(event.end_date_register)) return 'registration_closed'
  const type = chosenType(event, now, typeId, seats)
  // Payment in advance ends at the start.
  if (isPaidBefore(event, type) && reached(event.start_date_event)) return 'event_started'
  const ineligible = ineligibility(standing)
  if (ineligible !== null) return ineligible
  if (standing.ticket !== null) return 'already_applied'
  if (typeId !== null && type === null) return 'ticket_type_not_found'
  const state = type && ticketTypeState(type, event, now)
  if (event.ticket_types.length > 0 && state !== 'on_sale' && state !== 'sold_out') return 'ticket_type_not_on_sale'
  // Waiting for approval takes no seat.
  if (event.needs_approval) return null
  if (isFull(event)) return 'event_full'
  if (type === null && hasWaitingList(event, now)) return 'event_full'
  if (type !== null && hasNoSeat(type, event, now)) return 'ticket_type_full'
  return seats > seatsFor(event, type) ? 'too_few_seats' : null
}

/** The ticket type that an application is for: the given one, else the cheapest on sale for so many seats. Null if there is no
 *  such type, or the event has none. */
export function chosenType<Type extends TicketTypeTerms>(
  event: Omit<RegistrationTerms, 'ticket_types'> & { ticket_types: Type[] },
  now: number,
  typeId: number | null,
  seats = 1,
): Type | null {
  if (typeId === null) return cheapestType(event, now, seats)
  return event.ticket_types.find(({ id }) => id === typeId) ?? null
}

/** Whether an application is paid by PromptPay before it is a ticket. `type` is its ticket type, null without one. */
export function isPaidBefore(
  { takes_promptpay }: Pick<RegistrationTerms, 'takes_promptpay'>,
  type: Pick<TicketTypeTerms, 'price'> | null,
): boolean {
  return takes_promptpay && (type === null || type.price > 0)
}

/** The free seats for one application with this type; infinite without a limit. */
export function seatsFor(
  event: Pick<RegistrationTerms, 'seats_left'>,
  type: Pick<TicketTypeTerms, 'seats_left'> | null,
): number {
  const left = event.seats_left ?? Number.POSITIVE_INFINITY
  return Math.min(left, type?.seats_left ?? left)
}

/** A free seat of the type belongs to whoever waits for it, as long as the line moves. */
function hasNoSeat(type: TicketTypeTerms, event: RegistrationTerms, now: number): boolean {
  return type.seats_left === 0 || (waitingListMoves(event, now) && ticketTypeState(type, event, now) === 'sold_out')
}

/** Why the event is not for this person, or null. Checked when they apply and when a seat comes free for them. */
export function ineligibility(
  standing: Standing,
): Extract<ErrorCode, 'email_domain_not_allowed' | 'birth_date_missing' | 'too_young'> | null {
  if (!standing.is_from_domain) return 'email_domain_not_allowed'
  if (standing.age === 'unknown') return 'birth_date_missing'
  return standing.age === 'too_young' ? 'too_young' : null
}

/** Whether free seats go to the waiting list: until the event starts. */
export function waitingListMoves(
  event: Pick<RegistrationTerms, 'is_called_off' | 'start_date_event'>,
  now: number,
): boolean {
  return !event.is_called_off && now < Date.parse(event.start_date_event)
}

/** Whether the next free seat belongs to someone on the waiting list. */
function hasWaitingList(event: RegistrationTerms, now: number): boolean {
  return event.waiting > 0 && waitingListMoves(event, now)
}

/** Whether someone refused with `event_full`, `ticket_type_full` or `too_few_seats` may join the waiting list. */
export function mayWait(event: RegistrationTerms, now: number): boolean {
  return event.waiting_list && !event.needs_approval && hasLimit(event) && waitingListMoves(event, now)
}

function hasLimit({ seats_left, ticket_types }: RegistrationTerms): boolean {
  return seats_left !== null || ticket_types.some((type) => type.seats_left !== null)
}

export type UnapplyRefusal = Extract<ErrorCode, 'event_over' | 'event_started' | 'ticket_not_active'>

/** Why an application cannot be withdrawn at `now` (milliseconds since 1970), or null. A used ticket cannot; without
 *  a seat it can until the end of the event. */
export function unapplyRefusal(
  ticket: ApplicationState,
  event: Pick<RegistrationTerms, 'start_date_event' | 'end_date_event'>,
  now: number,
): UnapplyRefusal | null {
  const reached = (instant: string) => now >= Date.parse(instant)
  if (reached(event.end_date_event)) return 'event_over'
  if (ticket === 'WAITING' || ticket === 'PENDING') return null
  if (reached(event.start_date_event)) return 'event_started'
  return ticket === 'ACTIVE' || ticket === 'UNPAID' ? null : 'ticket_not_active'
}

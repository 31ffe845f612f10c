import { fullDate, zoneNote } from '#contract/dates.ts'
import { splitCommas } from '#contract/endpoint.ts'
import { holdsSeat, isTicket, type LiveState, stateSentences } from '#contract/events/application.ts'
import {
  type ApplyRefusal,
  applyRefusal,
  chosenType,
  mayWait,
  seatsFor,
  type UnapplyRefusal,
  unapplyRefusal,
} from '#contract/events/applying.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { goneMessage } from '#contract/events/live.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import { isForType, reducedPrice, type TicketType } from '#contract/events/ticket-types.ts'
import { counted, fill, listOf } from '#contract/language/messages.ts'
import type { CheckedCode } from '#contract/tickets/codes.ts'
import * as m from '#messages/tickets-apply.json'

/** The button on an event's page, and the sentences beside it. */
interface Offer {
  /** `wait` joins the waiting list, or takes a seat if one is free by then. */
  action: 'apply' | 'wait' | 'unapply'
  /** The refusal that pressing it would get now; null if it would succeed. */
  refusal: ApplyRefusal | UnapplyRefusal | 'event_not_found' | null
  /** Whole sentences; empty if there is nothing to say. */
  reasons: string[]
  /** When the button enables itself, in milliseconds since 1970; null if it does not. */
  opensAt: number | null
}

interface ViewerHere {
  isVisitor: boolean
  /** They may no longer see the event, whose page is still open. */
  isShutOut: boolean
}

/** What a viewer may do at `now` (milliseconds since 1970), by the server's own rule. `typeId`: the ticket type that they
 *  picked; null if none. `seats`: how many they have chosen. */
export function offerTo(
  event: EventDetail,
  viewer: ViewerHere,
  now: number,
  typeId: number | null = null,
  seats = 1,
): Offer {
  const { ticket } = event.standing
  if (viewer.isShutOut && !event.is_called_off) {
    const action = ticket === null ? 'apply' : 'unapply'
    return { action, refusal: 'event_not_found', reasons: [goneMessage], opensAt: null }
  }
  if (ticket !== null) return offerToHolder(event, ticket, now)

  const refusal = applyRefusal(event.standing, event, now, typeId, seats)
  const needs = [
    ...(event.needs_approval ? [m.organizerDecides] : []),
    ...(viewer.isVisitor ? requirements(event) : []),
  ]
  const lacks = refusal === 'event_full' || refusal === 'ticket_type_full' || refusal === 'too_few_seats'
  if (lacks && mayWait(event, now)) {
    const why = refusal === 'too_few_seats' ? fewSeats(event, now, typeId, seats) : pageErrors[refusal].message
    const together = seats > 1 ? [m.waitTogether] : []
    const reasons = [why, ...together, lineBefore(event.waiting), ...needs]
    return { action: 'wait', refusal: null, reasons, opensAt: null }
  }
  if (refusal === null) return { action: 'apply', refusal, reasons: needs, opensAt: null }
  const reasons = refusal === 'too_few_seats' ? [fewSeats(event, now, typeId, seats)] : sentencesFor(refusal, event)
  if (refusal !== 'registration_not_open') return { action: 'apply', refusal, reasons, opensAt: null }
  // No countdown to an opening at which the viewer will be refused.
  const opensAt = Date.parse(event.start_date_register)
  const then = applyRefusal(event.standing, event, opensAt)
  const more = then === null ? needs : sentencesFor(then, event)
  return { action: 'apply', refusal, reasons: [...reasons, ...more], opensAt: then === null ? opensAt : null }
}

/** 'Only 2 seats are left.' */
function fewSeats(event: EventDetail, now: number, typeId: number | null, seats: number): string {
  const left = seatsFor(event, chosenType(event, now, typeId, seats))
  return counted(left, m.onlySeatsLeft_one, m.onlySeatsLeft_other)
}

/** What a code in the address was found to be: `code` is null if it cannot be used, and `problem` says why. */
export interface Checked {
  /** As in the address. */
  given: string
  code: CheckedCode | null
  problem: string
}

/** The event as it is offered with a code: hidden ticket types that it opens come first, and prices are lower. Co-hosts are sent
 *  the other hidden types too, but the server refuses their applications for them. */
export function withCode(plain: EventDetail, code: CheckedCode | null): EventDetail {
  const { is_owner } = plain.standing
  const event = { ...plain, ticket_types: plain.ticket_types.filter((type) => is_owner || !type.is_hidden) }
  if (code === null) return event
  const ticket_types = fullPricedTypes(event, code).map((type) =>
    isForType(code, type) ? { ...type, price: reducedPrice(code, type.price) } : type,
  )
  if (ticket_types.length > 0 || !isForChoice(code, null)) return { ...event, ticket_types }
  const ticket_price = reducedPrice(code, event.ticket_price)
  const takes_promptpay = event.takes_promptpay && ticket_price > 0
  return { ...event, ticket_price, is_free: ticket_price === 0, takes_promptpay }
}

/** The ticket types that can be seen with a code, at their prices without it. */
export function fullPricedTypes({ ticket_types }: EventDetail, { opened }: CheckedCode): TicketType[] {
  const known = new Set(opened.map(({ id }) => id))
  return [...opened, ...ticket_types.filter(({ id }) => !known.has(id))]
}

/** Whether the code is used for this choice; `type` is null for an event without ticket types. */
export function isForChoice(code: CheckedCode, type: TicketType | null): boolean {
  return type === null ? code.type_ids === null : isForType(code, type)
}

/** The event with only those ticket types that the code names, if it names any: one of them is chosen first. */
export function withTypesOf(event: EventDetail, code: CheckedCode | null): EventDetail {
  const ticket_types = event.ticket_types.filter(({ id }) => code?.type_ids?.includes(id))
  return ticket_types.length > 0 ? { ...event, ticket_types } : event
}

/** How many are on the waiting list before someone who joins now. */
export function lineBefore(waiting: number): string {
  return waiting === 0 ? m.firstInLine : counted(waiting, m.lineBefore_one, m.lineBefore_other)
}

function offerToHolder(event: EventDetail, ticket: LiveState, now: number): Offer {
  const refusal = unapplyRefusal(ticket, event, now)
  if (refusal === null) return { action: 'unapply', refusal, reasons: whileHeld(event, ticket, now), opensAt: null }
  const reasons = [refusal === 'ticket_not_active' ? m.ticketUsed : pageErrors[refusal].message]
  return { action: 'unapply', refusal, reasons, opensAt: null }
}

/** The state of the viewer's application, and what would prevent a new one after giving it back. */
function whileHeld(event: EventDetail, ticket: LiveState, now: number): string[] {
  const seats_left = event.seats_left === null ? null : event.seats_left + Number(holdsSeat(ticket))
  const again = applyRefusal({ ...event.standing, ticket: null }, { ...event, seats_left }, now)
  // Above it an unpaid application says until when to pay, or that its slip is being checked.
  const unpaid = ticket === 'UNPAID' ? [] : [stateSentences[ticket]]
  const held = isTicket(ticket) ? [pageErrors.already_applied.message] : unpaid
  if (again === null) return held
  if ((again === 'event_full' || again === 'ticket_type_full') && mayWait(event, now)) {
    return [...held, ticket === 'WAITING' ? m.leavingLosesPlace : m.goesToWaitingList]
  }
  const never = isTicket(ticket) ? m.unapplyIsFinal : m.withdrawalIsFinal
  return [...held, never, ...sentencesFor(again, event)]
}

/** The sentences for a refusal before the button is pressed: more detailed than the server's message where possible. */
function sentencesFor(refusal: ApplyRefusal, event: EventDetail): string[] {
  switch (refusal) {
    case 'own_event':
      return [m.ownEvent]
    case 'registration_not_open':
      return [opening(event.start_date_register)]
    case 'email_domain_not_allowed':
      return [domainSentence(event)]
    default:
      return [pageErrors[refusal].message]
  }
}

/** The event's requirements, for visitors. The minimum age is in the list below the button. */
function requirements(event: EventDetail): string[] {
  return event.allowed_email_domains === '' ? [] : [domainSentence(event)]
}

function opening(instant: string): string {
  const zone = zoneNote(instant)
  const date = fullDate(instant)
  return zone === null ? fill(m.opensOn, { date }) : fill(m.opensOnInZone, { date, zone })
}

function domainSentence({ allowed_email_domains }: EventDetail): string {
  const domains = listOf(splitCommas(allowed_email_domains), 'disjunction')
  return fill(m.onlyForDomains, { domains })
}

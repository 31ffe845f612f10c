import type { ErrorCode } from '#contract/errors.ts'
import type { ApplicationState } from './application.ts'
import type { Standing } from './events.schemas.ts'

export type { Standing } from './events.schemas.ts'

/** The standing of a visitor: nothing is known of them, so nothing stands against them before they log in. */
export const visitorStanding: Standing = {
  is_owner: false,
  is_blocked: false,
  is_from_domain: true,
  age: 'enough',
  ticket: null,
}

/** The fields of `Event` that decide who may apply for it, and when. */
export interface AskedEvent {
  is_called_off: boolean
  start_date_register: string
  end_date_register: string
  start_date_event: string
  end_date_event: string
  max_attendee: number | null
  current_attendees: number
  needs_approval: boolean
  waiting_list: boolean
  waiting: number
  takes_promptpay: boolean
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
  | 'event_full'
>

/**
 * Why somebody who sees the event may not apply for it at `now` (milliseconds since 1970), or null. The server admits by
 * this rule, and the page tells by it what the server would say. The order is that of docs/rules.md.
 */
export function applyRefusal(standing: Standing, event: AskedEvent, now: number): ApplyRefusal | null {
  const reached = (instant: string) => now >= Date.parse(instant)
  if (standing.is_owner) return 'own_event'
  if (event.is_called_off) return 'event_called_off'
  if (reached(event.end_date_event)) return 'event_over'
  if (standing.is_blocked) return 'blocked_by_organizer'
  if (!reached(event.start_date_register)) return 'registration_not_open'
  if (reached(event.end_date_register)) return 'registration_closed'
  // What is paid before is paid before the start.
  if (event.takes_promptpay && reached(event.start_date_event)) return 'event_started'
  const unfit = unfitness(standing)
  if (unfit !== null) return unfit
  if (standing.ticket !== null) return 'already_applied'
  // An application that waits for approval takes no seat.
  if (event.needs_approval) return null
  return isFull(event) || hasLine(event, now) ? 'event_full' : null
}

/** Why the event is not for this person, or null: asked when they apply, and again when a seat comes free for them. */
export function unfitness(
  standing: Standing,
): Extract<ErrorCode, 'email_domain_not_allowed' | 'birth_date_missing' | 'too_young'> | null {
  if (!standing.is_from_domain) return 'email_domain_not_allowed'
  if (standing.age === 'unknown') return 'birth_date_missing'
  return standing.age === 'too_young' ? 'too_young' : null
}

/** Whether seats that come free at `now` go to those who stand in line: until the event starts. */
export function lineMoves(event: Pick<AskedEvent, 'is_called_off' | 'start_date_event'>, now: number): boolean {
  return !event.is_called_off && now < Date.parse(event.start_date_event)
}

/** Whether somebody stands in line for whom the next free seat is. */
function hasLine(event: AskedEvent, now: number): boolean {
  return event.waiting > 0 && lineMoves(event, now)
}

/** Whether somebody whom `applyRefusal` refuses with `event_full` may stand in line instead. */
export function mayWait(event: AskedEvent, now: number): boolean {
  return event.waiting_list && !event.needs_approval && Boolean(event.max_attendee) && lineMoves(event, now)
}

export type UnapplyRefusal = Extract<ErrorCode, 'event_over' | 'event_started' | 'ticket_not_active'>

/** Why the holder of a ticket may not give it back at `now` (milliseconds since 1970), or null. Whoever was let in has
 *  used theirs. Whoever has no seat yet may withdraw until the end. */
export function unapplyRefusal(
  ticket: ApplicationState,
  event: Pick<AskedEvent, 'start_date_event' | 'end_date_event'>,
  now: number,
): UnapplyRefusal | null {
  const reached = (instant: string) => now >= Date.parse(instant)
  if (reached(event.end_date_event)) return 'event_over'
  if (ticket === 'WAITING' || ticket === 'PENDING') return null
  if (reached(event.start_date_event)) return 'event_started'
  return ticket === 'ACTIVE' || ticket === 'UNPAID' ? null : 'ticket_not_active'
}

/** Whether every seat is taken; null and 0 mean no limit. */
export function isFull({ max_attendee, current_attendees }: Pick<AskedEvent, 'max_attendee' | 'current_attendees'>) {
  return Boolean(max_attendee) && current_attendees >= Number(max_attendee)
}

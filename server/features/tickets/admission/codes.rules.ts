import type { ErrorCode } from '#contract/errors.ts'
import { isForType, type Reduction, reducedPrice } from '#contract/events/ticket-types.ts'
import type { CodeLimits } from '#server/features/tickets/store/codes.repository.ts'
import type { AdmissionEvent } from './admission.repository.ts'

type CodeRefusal = Extract<ErrorCode, 'code_stopped' | 'code_not_yet' | 'code_over' | 'code_used_up' | 'code_for_fewer'>

/** Why an application for this number of seats may not use the code at `now`, or null. */
export function codeRefusal(code: CodeLimits, now: Date, seats = 1): CodeRefusal | null {
  if (code.stopped_at !== null) return 'code_stopped'
  if (code.valid_from !== null && now.getTime() < Date.parse(code.valid_from)) return 'code_not_yet'
  if (code.valid_until !== null && now.getTime() >= Date.parse(code.valid_until)) return 'code_over'
  const left = code.capacity === null ? Infinity : code.capacity - code.used
  if (left <= 0) return 'code_used_up'
  return seats > Math.min(left, code.per_person ?? Infinity) ? 'code_for_fewer' : null
}

/** The event as offered with this code, or without one: hidden ticket types only if the code opens them, and prices with the
 *  code. */
export function offeredWith(event: AdmissionEvent, code: Reduction | null): AdmissionEvent {
  if (code === null && event.ticket_types.every(({ is_hidden }) => !is_hidden)) return event
  const isOffered = (type: AdmissionEvent['ticket_types'][number]) =>
    !type.is_hidden || (code !== null && isForType(code, type))
  const left = event.ticket_types.filter((type) => !isOffered(type))
  const ticket_types = event.ticket_types
    .filter(isOffered)
    .map((type) => (code !== null && isForType(code, type) ? { ...type, price: reducedPrice(code, type.price) } : type))
  const isPlain = event.ticket_types.length === 0
  const price_satang =
    code !== null && isPlain && code.type_ids === null
      ? Math.round(reducedPrice(code, event.price_satang / 100) * 100)
      : event.price_satang
  return {
    ...event,
    ticket_types,
    price_satang,
    // A free seat is a ticket at once.
    takes_promptpay: event.takes_promptpay && (!isPlain || price_satang > 0),
    // The others wait for any seat, or for a type that is offered.
    waiting: left.reduce((waiting, type) => waiting - type.waiting, event.waiting),
  }
}

import * as m from '#messages/errors.json'

export interface KnownError {
  status: number
  message: string
  /** The form field to show it at. */
  field?: string
  /** Shown by forms instead of `message`, if the specification has another text for them. */
  shown?: string
}

/** Refusals that pages show without a call. Separate from the other `errors`, because every page loads them. */
export const pageErrors = {
  not_found: { status: 404, message: m.not_found },
  malformed: { status: 400, message: m.malformed },
  unavailable: { status: 503, message: m.unavailable },
  not_signed_in: { status: 401, message: m.not_signed_in },
  session_expired: { status: 401, message: m.session_expired },
  not_your_event: { status: 403, message: m.not_your_event },
  role_missing: { status: 403, message: m.role_missing },
  event_called_off: { status: 409, message: m.event_called_off },
  birth_date_missing: { status: 403, message: m.birth_date_missing },
  own_event: { status: 403, message: m.own_event },
  registration_not_open: { status: 409, message: m.registration_not_open },
  registration_closed: { status: 409, message: m.registration_closed },
  email_domain_not_allowed: { status: 403, message: m.email_domain_not_allowed },
  too_young: { status: 403, message: m.too_young },
  already_applied: { status: 409, message: m.already_applied },
  event_full: { status: 409, message: m.event_full },
  ticket_type_not_found: { status: 404, message: m.ticket_type_not_found },
  ticket_type_not_on_sale: { status: 409, message: m.ticket_type_not_on_sale },
  ticket_type_full: { status: 409, message: m.ticket_type_full },
  too_few_seats: { status: 409, message: m.too_few_seats },
  ticket_not_active: { status: 409, message: m.ticket_not_active },
  event_started: { status: 409, message: m.event_started },
  event_over: { status: 409, message: m.event_over },
  comments_closed: { status: 409, message: m.comments_closed },
  blocked_by_organizer: { status: 403, message: m.blocked_by_organizer },
} as const satisfies Record<string, KnownError>

export type PageErrorCode = keyof typeof pageErrors

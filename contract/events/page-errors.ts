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
  not_found: { status: 404, message: 'This does not exist, or you cannot see it.' },
  malformed: { status: 400, message: 'The request could not be read.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again in a moment.' },
  not_signed_in: { status: 401, message: 'Please log in.' },
  session_expired: { status: 401, message: 'Your session has expired. Please log in again.' },
  not_your_event: { status: 403, message: 'Only the organizer of this event can do this.' },
  role_missing: {
    status: 403,
    message: 'Your role in the team of this event does not allow this. Ask its organizer if you need it.',
  },
  event_called_off: { status: 409, message: 'This event has been called off.' },
  birth_date_missing: { status: 403, message: 'Please add your birth date to your profile first.' },
  own_event: { status: 403, message: 'You cannot apply for your own event.' },
  registration_not_open: { status: 409, message: 'Registration has not opened yet.' },
  registration_closed: { status: 409, message: 'Registration is closed.' },
  email_domain_not_allowed: { status: 403, message: 'This event is only for people with certain email addresses.' },
  too_young: { status: 403, message: 'You are younger than this event allows.' },
  already_applied: { status: 409, message: 'You have already applied for this event.' },
  event_full: { status: 409, message: 'This event is full.' },
  ticket_type_not_found: { status: 404, message: 'This event has no such ticket type. Choose another one.' },
  ticket_type_not_on_sale: { status: 409, message: 'This ticket type is not on sale now. Choose another one.' },
  ticket_type_full: { status: 409, message: 'This ticket type is sold out.' },
  too_few_seats: {
    status: 409,
    message: 'There are fewer free seats than you have chosen. Choose fewer, or wait in line for all of them together.',
  },
  ticket_not_active: { status: 409, message: 'This ticket is no longer active.' },
  event_started: { status: 409, message: 'This event has already started.' },
  event_over: { status: 409, message: 'This event is over.' },
  comments_closed: { status: 409, message: 'The organizer has closed the comments of this event.' },
  blocked_by_organizer: {
    status: 403,
    message: 'The organizer has blocked you, so you cannot comment on or apply for this event.',
  },
} as const satisfies Record<string, KnownError>

export type PageErrorCode = keyof typeof pageErrors

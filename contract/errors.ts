import * as m from '#messages/errors.json'
import type { ApplicationState } from './events/application.ts'
import { type KnownError, pageErrors } from './events/page-errors.ts'

/** Every refusal of the API by its stable code. Messages say what happened, then what to do. */
export const errors = {
  ...pageErrors,
  // The request itself
  invalid_text: { status: 400, message: m.invalid_text },
  invalid_fields: { status: 422, message: m.invalid_fields },
  method_not_allowed: { status: 405, message: m.method_not_allowed },
  too_large: { status: 413, message: m.too_large },
  wrong_content_type: { status: 415, message: m.wrong_content_type },
  too_many_requests: { status: 429, message: m.too_many_requests },
  format_not_offered: { status: 501, message: m.format_not_offered },
  internal: { status: 500, message: m.internal },
  too_many_streams: { status: 503, message: m.too_many_streams },
  overloaded: { status: 503, message: m.overloaded },
  busy: { status: 503, message: m.busy },

  // Accounts and sessions
  session_not_found: { status: 404, message: m.session_not_found },
  access_token_not_found: { status: 404, message: m.access_token_not_found },
  too_many_access_tokens: { status: 409, message: m.too_many_access_tokens },
  scope_missing: { status: 403, message: m.scope_missing },
  wrong_credentials: { status: 400, message: m.wrong_credentials },
  username_taken: { status: 400, message: m.username_taken, field: 'username' },
  // Shown at the email, because a taken username has its own code.
  account_exists: { status: 400, message: m.account_exists, field: 'email' },
  email_not_verified: { status: 403, message: m.email_not_verified },
  verify_link_invalid: { status: 400, message: m.verify_link_invalid },
  sign_in_code_wrong: { status: 400, message: m.sign_in_code_wrong, field: 'code' },
  sign_in_code_over: { status: 400, message: m.sign_in_code_over, field: 'code' },
  name_needed: { status: 422, message: m.name_needed, field: 'name' },
  passkey_not_found: { status: 404, message: m.passkey_not_found },
  too_many_passkeys: { status: 409, message: m.too_many_passkeys },
  passkey_known: { status: 409, message: m.passkey_known },
  passkey_over: { status: 400, message: m.passkey_over },
  passkey_invalid: { status: 400, message: m.passkey_invalid },
  passkey_unknown: { status: 400, message: m.passkey_unknown },
  reset_link_invalid: { status: 400, message: m.reset_link_invalid },
  google_token_invalid: { status: 400, message: m.google_token_invalid, field: 'google_token' },
  google_email_unverified: { status: 403, message: m.google_email_unverified },
  google_unavailable: { status: 503, message: m.google_unavailable },
  line_refused: { status: 400, message: m.line_refused },
  line_unavailable: { status: 503, message: m.line_unavailable },
  line_email_taken: { status: 409, message: m.line_email_taken },
  line_account_taken: { status: 409, message: m.line_account_taken },
  line_needed: { status: 409, message: m.line_needed },
  sign_in_needed: { status: 403, message: m.sign_in_needed, field: 'email' },
  sign_in_busy: { status: 503, message: m.sign_in_busy },
  not_your_profile: { status: 403, message: m.not_your_profile },
  password_needed: { status: 403, message: m.password_needed, field: 'current_password' },
  wrong_password: { status: 400, message: m.wrong_password, field: 'current_password' },
  password_missing: { status: 403, message: m.password_missing, field: 'email' },
  google_sign_in_needed: { status: 403, message: m.google_sign_in_needed, field: 'google_token' },
  google_account_differs: { status: 400, message: m.google_account_differs, field: 'google_token' },
  username_fixed: { status: 409, message: m.username_fixed, field: 'username' },
  events_to_call_off: { status: 409, message: m.events_to_call_off },

  // Organizers
  organizers_only: { status: 403, message: m.organizers_only },
  already_organizer: { status: 409, message: m.already_organizer },
  organizer_name_taken: {
    status: 400,
    message: m.organizer_name_taken,
    field: 'organizer_name',
    shown: m.organizer_name_taken_shown,
  },
  organizer_not_found: { status: 404, message: m.organizer_not_found },
  own_follow: { status: 403, message: m.own_follow },
  no_dates: { status: 409, message: m.no_dates },
  start_past: { status: 409, message: m.start_past },
  too_many_dates: { status: 409, message: m.too_many_dates },
  feedback_link_invalid: { status: 404, message: m.feedback_link_invalid },
  stop_link_invalid: { status: 404, message: m.stop_link_invalid },
  not_your_organizer: { status: 403, message: m.not_your_organizer },

  // Messages from organizers
  message_not_found: { status: 404, message: m.message_not_found },
  message_sent: { status: 409, message: m.message_sent },
  too_many_messages: { status: 409, message: m.too_many_messages },
  too_many_scheduled: { status: 409, message: m.too_many_scheduled },
  message_time_past: { status: 409, message: m.message_time_past },
  messages_closed: { status: 409, message: m.messages_closed },
  links_too_early: { status: 403, message: m.links_too_early },

  // Webhooks
  webhook_not_found: { status: 404, message: m.webhook_not_found },
  webhook_message_not_found: { status: 404, message: m.webhook_message_not_found },
  too_many_webhooks: { status: 409, message: m.too_many_webhooks },
  webhook_address_refused: { status: 400, message: m.webhook_address_refused, field: 'url' },

  // Events
  event_deleted: { status: 409, message: m.event_deleted },
  event_not_found: { status: 404, message: m.event_not_found },
  registration_already_open: { status: 409, message: m.registration_already_open },
  capacity_below_held: { status: 409, message: m.capacity_below_held, field: 'max_attendee' },
  ticket_type_below_held: { status: 409, message: m.ticket_type_below_held, field: 'ticket_types' },
  ticket_type_used: { status: 409, message: m.ticket_type_used, field: 'ticket_types' },
  door_seats_set_aside: { status: 409, message: m.door_seats_set_aside, field: 'ticket_types' },
  party_in_line: { status: 409, message: m.party_in_line, field: 'max_attendee' },
  date_past: { status: 422, message: m.date_past },
  deadline_past: { status: 409, message: m.deadline_past, field: 'start_date_event' },
  promptpay_invalid: { status: 422, message: m.promptpay_invalid },
  payment_time_invalid: { status: 422, message: m.payment_time_invalid },
  approvals_open: { status: 409, message: m.approvals_open, field: 'needs_approval' },
  payments_open: { status: 409, message: m.payments_open, field: 'promptpay_id' },
  applicants_only: { status: 403, message: m.applicants_only },
  places_unavailable: { status: 503, message: m.places_unavailable },
  preview_unavailable: { status: 503, message: m.preview_unavailable },
  draft_not_found: { status: 404, message: m.draft_not_found },
  draft_published: { status: 409, message: m.draft_published },
  draft_changed: { status: 409, message: m.draft_changed },
  too_many_drafts: { status: 409, message: m.too_many_drafts },
  import_unreadable: { status: 400, message: m.import_unreadable, field: 'url' },
  no_event_there: { status: 400, message: m.no_event_there, field: 'url' },
  draft_too_large: { status: 413, message: m.draft_too_large },
  picture_gone: { status: 409, message: m.picture_gone },
  image_wrong_type: { status: 415, message: m.image_wrong_type },
  image_too_large: { status: 413, message: m.image_too_large },
  image_unreadable: { status: 400, message: m.image_unreadable },
  image_too_slow: { status: 400, message: m.image_too_slow },
  pictures_busy: { status: 503, message: m.pictures_busy },

  // Applying and tickets
  answers_invalid: { status: 422, message: m.answers_invalid },
  not_your_tickets: { status: 403, message: m.not_your_tickets },
  ticket_not_found: { status: 404, message: m.ticket_not_found },
  nothing_to_pay: { status: 409, message: m.nothing_to_pay },
  wallet_not_offered: { status: 404, message: m.wallet_not_offered },
  wallet_unavailable: { status: 503, message: m.wallet_unavailable },
  pass_token_invalid: { status: 401, message: m.pass_token_invalid },
  passing_on_closed: { status: 409, message: m.passing_on_closed },
  party_too_large: { status: 409, message: m.party_too_large },
  guest_name_missing: { status: 422, message: m.guest_name_missing, field: 'guests' },
  seats_not_enough: { status: 409, message: m.seats_not_enough },
  invitation_not_found: { status: 404, message: m.invitation_not_found },
  invitation_ended: { status: 409, message: m.invitation_ended },
  too_many_invitations: { status: 409, message: m.too_many_invitations },
  application_changed: { status: 409, message: m.application_changed },
  application_decided: { status: 409, message: m.application_decided },

  // The team of an event
  receiver_is_owners: { status: 403, message: m.receiver_is_owners, field: 'promptpay_id' },
  too_many_members: { status: 409, message: m.too_many_members },
  member_not_found: { status: 404, message: m.member_not_found },
  invitation_invalid: { status: 404, message: m.invitation_invalid },
  already_member: { status: 409, message: m.already_member },

  // Codes
  code_not_found: { status: 404, message: m.code_not_found, field: 'code' },
  code_stopped: { status: 409, message: m.code_stopped, field: 'code' },
  code_not_yet: { status: 409, message: m.code_not_yet, field: 'code' },
  code_over: { status: 409, message: m.code_over, field: 'code' },
  code_used_up: { status: 409, message: m.code_used_up, field: 'code' },
  code_for_fewer: { status: 409, message: m.code_for_fewer, field: 'code' },
  code_other_type: { status: 409, message: m.code_other_type, field: 'code' },
  code_gone: { status: 404, message: m.code_gone },
  code_taken: { status: 409, message: m.code_taken, field: 'code' },
  code_was_used: { status: 409, message: m.code_was_used },
  code_below_used: { status: 409, message: m.code_below_used, field: 'capacity' },
  too_many_codes: { status: 409, message: m.too_many_codes },

  // Payments
  payment_too_late: { status: 409, message: m.payment_too_late },
  slip_being_read: { status: 409, message: m.slip_being_read },
  slip_not_found: { status: 404, message: m.slip_not_found },
  slip_used: { status: 409, message: m.slip_used },
  slip_decided: { status: 409, message: m.slip_decided },
  slip_not_real: { status: 409, message: m.slip_not_real },
  slip_wrong_amount: { status: 409, message: m.slip_wrong_amount },
  slip_wrong_receiver: { status: 409, message: m.slip_wrong_receiver },
  slip_wrong_time: { status: 409, message: m.slip_wrong_time },
  slips_in_review: { status: 409, message: m.slips_in_review },
  refund_not_found: { status: 404, message: m.refund_not_found },
  refund_changed: { status: 409, message: m.refund_changed },
  receipt_not_found: { status: 404, message: m.receipt_not_found },

  // Comments
  comment_not_found: { status: 404, message: m.comment_not_found },
  not_your_comment: { status: 403, message: m.not_your_comment },
  own_comment: { status: 403, message: m.own_comment },
  already_reported: { status: 409, message: m.already_reported },
  hidden_by_operator: { status: 403, message: m.hidden_by_operator },
  own_block: { status: 403, message: m.own_block },
  person_not_found: { status: 404, message: m.person_not_found },

  // The door
  door_link_invalid: { status: 403, message: m.door_link_invalid },
  check_in_not_found: { status: 404, message: m.check_in_not_found },
  door_seats_kept: { status: 409, message: m.door_seats_kept, field: 'seats' },
  check_in_undone: { status: 409, message: m.check_in_undone },
} as const satisfies Record<string, KnownError>

export type ErrorCode = keyof typeof errors

/** Fields with their own code for any invalid value. */
const codesOfFields: Partial<Record<string, ErrorCode>> = {
  promptpay_id: 'promptpay_invalid',
  refund_to: 'promptpay_invalid',
  payment_minutes: 'payment_time_invalid',
}

/** The code for a response with invalid fields: the problems' common code if they all have the same one, else
 *  `invalid_fields`. The `type` of a problem may be a code. */
export function codeOfProblems(problems: readonly FieldProblem[]): ErrorCode {
  const codes = problems.map(({ loc, type }) => (type in errors ? (type as ErrorCode) : codesOfFields[loc[1] ?? '']))
  const [first = 'invalid_fields'] = codes
  return codes.every((code) => code === first) ? first : 'invalid_fields'
}

/** One invalid field: its location (`['body', 'event_name']`), a message for people, and the kind of problem. */
export interface FieldProblem {
  loc: string[]
  msg: string
  type: string
}

/** The body of every refusal. `detail` repeats the message, or lists the invalid fields unless the call's `detail` is 'text'. */
export interface Refusal {
  error: string
  message: string
  detail: string | FieldProblem[]
  code: ErrorCode
  /** The invalid fields, if the call's `detail` is 'text'. */
  problems?: FieldProblem[]
  /** For `seats_not_enough`. */
  seats_free?: number
  /** For `seats_not_enough` of approvals: how many of the applications there are seats for. */
  applications_fit?: number
  /** For `application_changed`: the application's current state. */
  state?: ApplicationState
}

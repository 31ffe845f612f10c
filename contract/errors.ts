import type { ApplicationState } from './events/application.ts'
import { draftLimits } from './events/draft-limits.ts'
import { type KnownError, pageErrors } from './events/page-errors.ts'

/** Every refusal of the API by its stable code. Messages say what happened, then what to do. */
export const errors = {
  ...pageErrors,
  // The request itself
  invalid_text: {
    status: 400,
    message: 'The request contains characters that cannot be stored. Remove them and try again.',
  },
  invalid_fields: { status: 422, message: 'Some fields are not valid.' },
  method_not_allowed: { status: 405, message: 'This address does not support this method.' },
  too_large: { status: 413, message: 'The request is too large.' },
  wrong_content_type: { status: 415, message: 'This type of content is not accepted here.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  too_many_streams: {
    status: 503,
    message: 'Too many pages are being kept up to date right now. Please try again in a moment.',
  },
  overloaded: { status: 503, message: 'The site is very busy right now. Please try again in a moment.' },
  busy: { status: 503, message: 'Many people are applying right now. Please try again in a moment.' },

  // Accounts and sessions
  session_not_found: { status: 404, message: 'This session has already ended.' },
  access_token_not_found: { status: 404, message: 'This access token has already been revoked, or it is not yours.' },
  too_many_access_tokens: { status: 409, message: 'You have ten access tokens already. Revoke one first.' },
  scope_missing: {
    status: 403,
    message: 'This access token does not allow this call. Create one with the scope it needs.',
  },
  wrong_credentials: { status: 400, message: 'Username or password is incorrect.' },
  username_taken: { status: 400, message: 'This username is already taken.', field: 'username' },
  // Shown at the email, because a taken username has its own code.
  account_exists: { status: 400, message: 'This username or email is already taken.', field: 'email' },
  email_not_verified: { status: 403, message: 'Please verify your email.' },
  verify_link_invalid: {
    status: 400,
    message: 'The verification link may have expired. Please try resending the verification email.',
  },
  sign_in_code_wrong: {
    status: 400,
    message: 'This code is wrong. Enter the one from the latest email.',
    field: 'code',
  },
  sign_in_code_over: {
    status: 400,
    message: 'This code has expired, was already used, or was mistyped too often. Ask for a new one.',
    field: 'code',
  },
  name_needed: { status: 422, message: 'You are new here. Enter your name.', field: 'name' },
  passkey_not_found: { status: 404, message: 'This passkey has already been removed, or it is not yours.' },
  too_many_passkeys: { status: 409, message: 'You have ten passkeys already. Remove one first.' },
  passkey_known: { status: 409, message: 'This passkey is in use already. Use it to sign in.' },
  passkey_over: { status: 400, message: 'That took too long, or was already used. Please try again.' },
  passkey_invalid: {
    status: 400,
    message: 'This passkey could not be verified. Try again, or sign in another way.',
  },
  passkey_unknown: {
    status: 400,
    message: 'This passkey was removed from its account. Sign in another way, and delete it from your device.',
  },
  reset_link_invalid: { status: 400, message: 'Invalid or expired reset token.' },
  google_token_invalid: { status: 400, message: 'Authentication failed. Please try again.', field: 'google_token' },
  google_email_unverified: {
    status: 403,
    message: 'The email address of this Google account is not verified. Verify it with Google first.',
  },
  google_unavailable: { status: 503, message: 'Google cannot be reached right now. Please try again in a moment.' },
  line_refused: { status: 400, message: 'LINE did not confirm who you are. Please try again.' },
  line_unavailable: { status: 503, message: 'LINE cannot be reached right now. Please try again in a moment.' },
  line_email_taken: {
    status: 409,
    message:
      'The email of your LINE account has an account here already. Sign in to it, then connect LINE on your account page.',
  },
  line_account_taken: {
    status: 409,
    message:
      'This LINE account is connected to another account here. Log in with LINE, and disconnect it there or delete that account.',
  },
  line_needed: {
    status: 409,
    message: 'Without LINE you could not sign in any more. Add an email and verify it first.',
  },
  sign_in_needed: {
    status: 403,
    message: 'To protect your account, log in again, then do this within ten minutes.',
    field: 'email',
  },
  sign_in_busy: { status: 503, message: 'Many people are signing in right now. Please try again in a moment.' },
  not_your_profile: { status: 403, message: 'You can only change your own profile.' },
  password_needed: {
    status: 403,
    message: 'Enter your current password.',
    field: 'current_password',
  },
  wrong_password: { status: 400, message: 'This is not your current password.', field: 'current_password' },
  password_missing: {
    status: 403,
    message: 'Your account has no password yet. Set one with “Forgot password?” on the login page first.',
    field: 'email',
  },
  google_sign_in_needed: {
    status: 403,
    message: 'Sign in with Google again.',
    field: 'google_token',
  },
  google_account_differs: {
    status: 400,
    message: 'This is a different Google account. Choose the one that you sign in with.',
    field: 'google_token',
  },
  username_fixed: {
    status: 409,
    message: 'You have already changed your username once. It cannot be changed again.',
    field: 'username',
  },
  events_to_call_off: {
    status: 409,
    message: 'You still have upcoming events. Call them off first, then delete your account.',
  },

  // Organizers
  organizers_only: { status: 403, message: 'Only organizers can do this.' },
  already_organizer: { status: 409, message: 'You are already an organizer.' },
  organizer_name_taken: {
    status: 400,
    message: 'Organizer name is already taken',
    field: 'organizer_name',
    shown: 'The organizer name is already taken. Please choose a different name.',
  },
  organizer_not_found: { status: 404, message: 'This organizer does not exist.' },
  own_follow: { status: 403, message: 'You cannot follow yourself.' },
  no_dates: { status: 409, message: 'This gives no new dates. Choose other days or a later last day.' },
  start_past: { status: 409, message: 'One of these dates is in the past. Leave it out.' },
  too_many_dates: {
    status: 409,
    message: 'A series may have at most 52 coming dates. Choose fewer; more can be added once some are over.',
  },
  feedback_link_invalid: {
    status: 404,
    message: 'This link is incomplete, or for somebody who was not checked in. Open it from the email again.',
  },
  stop_link_invalid: { status: 404, message: 'This link is incomplete. Open it from the email again.' },
  not_your_organizer: { status: 403, message: 'You can only change your own organizer profile.' },

  // Messages from organizers
  message_not_found: { status: 404, message: 'This message does not exist, or it is not about this event.' },
  message_sent: { status: 409, message: 'This message has already been sent to everybody.' },
  too_many_messages: {
    status: 409,
    message:
      'Three messages were sent or are scheduled on this day. Choose another day, or stop one that is scheduled.',
  },
  too_many_scheduled: { status: 409, message: 'Ten messages are already scheduled for this event. Stop one first.' },
  message_time_past: {
    status: 409,
    message: 'This time has passed. Choose a later one, or send the message now.',
  },
  messages_closed: { status: 409, message: 'Messages can be sent until 30 days after the event.' },
  links_too_early: {
    status: 403,
    message:
      'Your account is less than a day old, so your messages may not have links, addresses or photos yet. Remove them, or send the message later.',
  },

  // Webhooks
  webhook_not_found: { status: 404, message: 'This webhook does not exist, or it is not yours.' },
  webhook_message_not_found: { status: 404, message: 'This message does not exist any more.' },
  too_many_webhooks: { status: 409, message: 'You have five webhooks already. Remove one first.' },
  webhook_address_refused: {
    status: 400,
    message: 'This address was not found on the internet. Check it, or enter a public one.',
    field: 'url',
  },

  // Events
  event_not_found: { status: 404, message: 'This event does not exist, or you cannot see it.' },
  registration_already_open: { status: 409, message: 'Registration is already open.' },
  capacity_below_held: {
    status: 409,
    message: 'More tickets than this have already been taken. Enter a higher limit.',
    field: 'max_attendee',
  },
  ticket_type_below_held: {
    status: 409,
    message: 'More tickets of one type than this have already been taken. Enter a higher limit.',
    field: 'ticket_types',
  },
  ticket_type_used: {
    status: 409,
    message: 'Somebody has applied with a ticket type that you have removed. Close it instead.',
    field: 'ticket_types',
  },
  door_seats_set_aside: {
    status: 409,
    message:
      'Seats are set aside for the door. Release them on the Check in page before you add or remove ticket types.',
    field: 'ticket_types',
  },
  party_in_line: {
    status: 409,
    message:
      'A party on the waiting list needs more seats than this. Enter a higher limit, or refuse that party first.',
    field: 'max_attendee',
  },
  date_past: { status: 422, message: 'Event dates cannot be before this year.' },
  deadline_past: {
    status: 409,
    message: 'Some people still have to pay for their seats, so the event cannot be moved into the past.',
    field: 'start_date_event',
  },
  promptpay_invalid: {
    status: 422,
    message: 'A PromptPay number has 10 digits (a phone number), 13 (a national or tax ID) or 15 (an e-wallet).',
  },
  payment_time_invalid: { status: 422, message: 'The time to pay must be between 10 minutes and 7 days.' },
  approvals_open: {
    status: 409,
    message: 'Some applications are still waiting for your approval. Decide on them first.',
    field: 'needs_approval',
  },
  payments_open: {
    status: 409,
    message: 'Some people still have to pay for their seats. Wait until they have paid, or refuse them first.',
    field: 'promptpay_id',
  },
  applicants_only: { status: 403, message: 'Only the organizer and the ticket holders of this event can see this.' },
  places_unavailable: { status: 503, message: 'Places cannot be looked up right now. You can still type the address.' },
  preview_unavailable: {
    status: 503,
    message: 'The preview is not available right now. Please try again in a moment.',
  },
  draft_not_found: { status: 404, message: 'This draft has been published or deleted, or you cannot see it.' },
  draft_published: {
    status: 409,
    message: 'This draft has already been published. Its event is in My Events.',
  },
  draft_changed: { status: 409, message: 'This draft has since been saved in another tab or on another device.' },
  too_many_drafts: {
    status: 409,
    message: `You already have ${draftLimits.drafts} drafts. Publish or delete one first.`,
  },
  import_unreadable: {
    status: 400,
    message: 'This page could not be read. Check the address, or copy the details by hand.',
    field: 'url',
  },
  no_event_there: {
    status: 400,
    message: 'No event was found on this page. Enter the address of a single event, or copy the details by hand.',
    field: 'url',
  },
  draft_too_large: { status: 413, message: 'This draft is too long to save. Shorten its texts.' },
  picture_gone: {
    status: 409,
    message: 'The picture to be copied no longer exists. Choose another one, or continue without it.',
  },
  image_wrong_type: { status: 415, message: 'Only JPEG and PNG files are allowed.' },
  image_too_large: { status: 413, message: 'File size exceeds the limit of 5 MB.' },
  image_unreadable: { status: 400, message: 'This image could not be read.' },
  image_too_slow: { status: 400, message: 'This image takes too long to read. Please try a smaller one.' },
  pictures_busy: {
    status: 503,
    message: 'Many pictures are being uploaded right now. Please try again in a moment.',
  },

  // Applying and tickets
  answers_invalid: { status: 422, message: 'Some answers do not fit the questions of this event.' },
  not_your_tickets: { status: 403, message: 'You can only see your own tickets.' },
  ticket_not_found: { status: 404, message: 'This ticket does not exist, or you cannot see it.' },
  nothing_to_pay: { status: 409, message: 'There is nothing to pay for this application right now.' },
  wallet_not_offered: { status: 404, message: 'This site does not offer passes for this wallet.' },
  wallet_unavailable: { status: 503, message: 'The pass cannot be made right now. Please try again in a moment.' },
  pass_token_invalid: { status: 401, message: 'This request does not have the token of the pass.' },
  passing_on_closed: { status: 409, message: 'This ticket can no longer be passed on.' },
  party_too_large: {
    status: 409,
    message: 'This event does not allow that many seats in one application. Choose fewer.',
  },
  guest_name_missing: { status: 422, message: 'Give the name of each guest.', field: 'guests' },
  seats_not_enough: { status: 409, message: 'There are not enough free seats for all of these applications.' },
  invitation_not_found: {
    status: 404,
    message: 'This invitation does not exist, or a newer mail has replaced it. Open the link in the latest mail.',
  },
  invitation_ended: {
    status: 409,
    message: 'This invitation has already been used or has ended. Ask the organizer for a new one.',
  },
  too_many_invitations: {
    status: 409,
    message: 'An event can have up to 5,000 invitations. Take some back first.',
  },
  application_changed: {
    status: 409,
    message: 'This application has changed, so nothing was cancelled. Check its current state first.',
  },
  application_decided: {
    status: 409,
    message:
      'These applications have already been decided, or need another decision first. Refresh to see their current state.',
  },

  // The team of an event
  receiver_is_owners: {
    status: 403,
    message:
      'Only the owner of this event can change who receives the money. Ask them, or leave the payment as it was.',
    field: 'promptpay_id',
  },
  too_many_members: {
    status: 409,
    message: 'A team can have up to 20 people, with open invitations. Remove somebody or withdraw an invitation first.',
  },
  member_not_found: { status: 404, message: 'This person is no longer in the team. Refresh to see the current list.' },
  invitation_invalid: {
    status: 404,
    message: 'This invitation has been used or withdrawn, or is more than 7 days old. Ask the organizer for a new one.',
  },
  already_member: {
    status: 409,
    message: 'You are already in the team of this event. The owner can change your role.',
  },

  // Codes
  code_not_found: {
    status: 404,
    message: 'This event has no such code. Check its spelling, or apply without it.',
    field: 'code',
  },
  code_stopped: { status: 409, message: 'This code is no longer accepted. You can apply without it.', field: 'code' },
  code_not_yet: { status: 409, message: 'This code is not valid yet. Try it again later.', field: 'code' },
  code_over: { status: 409, message: 'This code has expired. You can apply without it.', field: 'code' },
  code_used_up: { status: 409, message: 'This code has been used up. You can apply without it.', field: 'code' },
  code_for_fewer: {
    status: 409,
    message: 'This code is for fewer seats. Choose fewer seats, or apply without it.',
    field: 'code',
  },
  code_other_type: {
    status: 409,
    message: 'This code is for another ticket type. Choose that type, or apply without the code.',
    field: 'code',
  },
  code_gone: { status: 404, message: 'This code has been deleted. Refresh to see the current list.' },
  code_taken: { status: 409, message: 'This event has this code already. Choose another one.', field: 'code' },
  code_was_used: {
    status: 409,
    message: 'Somebody has applied with this code, so it cannot be deleted. Stop it instead.',
  },
  code_below_used: {
    status: 409,
    message: 'More seats than this have already used the code. Enter a higher limit.',
    field: 'capacity',
  },
  too_many_codes: {
    status: 409,
    message: 'An event can have up to 5,000 codes. Delete unused ones first.',
  },

  // Payments
  payment_too_late: { status: 409, message: 'The time to pay has run out, so this seat is no longer held for you.' },
  slip_being_read: {
    status: 409,
    message: 'Your last slip for this ticket is still being read. Wait a minute before you send another.',
  },
  slip_not_found: { status: 404, message: 'This slip does not exist, or you cannot see it.' },
  slip_used: {
    status: 409,
    message: 'This slip has already been used for another ticket. One transfer pays for one ticket.',
  },
  slip_decided: {
    status: 409,
    message: 'This slip has already been decided, or a newer one was sent. Refresh to see the current one.',
  },
  slip_not_real: {
    status: 409,
    message: 'The bank does not know this transfer. Check the slip and send the right one.',
  },
  slip_wrong_amount: {
    status: 409,
    message: 'The amount of this slip is not the price. Send the slip for the exact amount.',
  },
  slip_wrong_receiver: {
    status: 409,
    message: 'This transfer went to someone other than the organizer of this event. Send the right slip.',
  },
  slip_wrong_time: { status: 409, message: 'This transfer was made before you applied, so it is not for this ticket.' },
  refund_not_found: {
    status: 404,
    message: 'Someone else updated this refund. Refresh to see the current list.',
  },
  refund_changed: { status: 409, message: 'Someone else updated this refund. Refresh to see its current state.' },
  receipt_not_found: { status: 404, message: 'There is no receipt for this ticket, or you cannot see it.' },

  // Comments
  comment_not_found: { status: 404, message: 'This comment does not exist, or you cannot see it.' },
  not_your_comment: { status: 403, message: 'You can only change your own comments.' },
  own_comment: { status: 403, message: 'You cannot report your own comment.' },
  already_reported: { status: 409, message: 'You have already reported this comment.' },
  hidden_by_operator: { status: 403, message: 'The operator of this site has hidden this comment.' },
  own_block: { status: 403, message: 'You cannot block yourself.' },
  person_not_found: { status: 404, message: 'Nobody with this number has commented on or applied for your events.' },

  // The door
  door_link_invalid: { status: 403, message: 'This door link no longer works. Ask the organizer for a new one.' },
  check_in_not_found: { status: 404, message: 'This check-in does not exist, so it cannot be undone.' },
  door_seats_kept: {
    status: 409,
    message: 'Phones at the door keep more of these seats than this. Take some back from them first.',
    field: 'seats',
  },
  check_in_undone: { status: 409, message: 'This check-in has already been undone.' },
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
  /** For `application_changed`: the application's current state. */
  state?: ApplicationState
}

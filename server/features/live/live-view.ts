import type { LiveEvent } from '#contract/events/live.ts'
import { readsAsAll, versionFor } from '#server/features/comments/comment-versions.ts'
import type { AllowedReading, HeldTicket, LiveEventRow } from './live.repository.ts'

/** The viewer's application, as sent on the live stream. */
export type OwnTicket = Pick<HeldTicket, 'status' | 'position' | 'slip'>

type Viewer = Pick<AllowedReading, 'user_id' | 'is_owner'>

/** Only numbers that the event's page would show this viewer. `ticket` is their own application. */
export function viewOf(event: LiveEventRow, { user_id, is_owner }: Viewer, ticket: OwnTicket | null): LiveEvent {
  const { version, max_attendee, current_attendees, waiting, ticket_types, comment_versions, checked_in, reported } =
    event
  const { to_approve, to_pay, slips } = event
  return {
    version,
    max_attendee,
    current_attendees,
    waiting,
    ticket_types,
    comments_version: versionFor(comment_versions, { userId: user_id, isOwner: is_owner }),
    ticket: ticket?.status ?? null,
    position: ticket?.position ?? null,
    slip: ticket?.slip ?? null,
    checked_in: is_owner ? checked_in : null,
    reported: is_owner ? reported : null,
    to_approve: is_owner ? to_approve : null,
    to_pay: is_owner ? to_pay : null,
    slips: is_owner ? slips : null,
  }
}

/** The same key for all viewers of an event who get the same numbers. */
export function audienceOf({ comment_versions }: LiveEventRow, { user_id, is_owner }: Viewer): string {
  if (is_owner) return 'owner'
  return readsAsAll(comment_versions, { userId: user_id, isOwner: is_owner }) ? 'everybody' : String(user_id)
}

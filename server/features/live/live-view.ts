import { isAtLeast } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { readsAsAll, versionFor } from '#server/features/comments/comment-versions.ts'
import type { AllowedReading, HeldTicket, LiveEventRow } from './live.repository.ts'

/** The viewer's application, as sent on the live stream. */
export type OwnTicket = Pick<HeldTicket, 'status' | 'position' | 'slip'>

type Viewer = Pick<AllowedReading, 'user_id' | 'role'>

/** Only numbers that the event's page would show this viewer. `ticket` is their own application. */
export function viewOf(event: LiveEventRow, { user_id, role }: Viewer, ticket: OwnTicket | null): LiveEvent {
  const { version, max_attendee, current_attendees, waiting, ticket_types, comment_versions, checked_in, reported } =
    event
  const { to_approve, to_pay, invited, slips } = event
  const isDesk = isAtLeast(role, 'desk')
  return {
    version,
    max_attendee,
    current_attendees,
    waiting,
    ticket_types,
    comments_version: versionFor(comment_versions, { userId: user_id, isModerator: isAtLeast(role, 'co_host') }),
    ticket: ticket?.status ?? null,
    position: ticket?.position ?? null,
    slip: ticket?.slip ?? null,
    checked_in: isDesk ? checked_in : null,
    reported: isAtLeast(role, 'co_host') ? reported : null,
    to_approve: isDesk ? to_approve : null,
    to_pay: isDesk ? to_pay : null,
    invited: isDesk ? invited : null,
    slips: isDesk ? slips : null,
  }
}

/** The same key for all viewers of an event who get the same numbers. */
export function audienceOf({ comment_versions }: LiveEventRow, { user_id, role }: Viewer): string {
  if (isAtLeast(role, 'co_host')) return 'moderators'
  if (!readsAsAll(comment_versions, { userId: user_id, isModerator: false })) return String(user_id)
  return role === 'desk' ? 'desk' : 'everybody'
}

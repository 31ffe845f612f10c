import type { LiveEvent } from '#contract/events/live.ts'
import { readsAsAll, versionFor } from '#server/features/comments/comment-versions.ts'
import type { AllowedReading, HeldTicket, LiveEventRow } from './live.repository.ts'

type Reader = Pick<AllowedReading, 'user_id' | 'is_owner'>

/** The numbers that one reader is told: none that the event's page would not show them. `ticket` is the one that they
 *  hold. */
export function toldTo(
  event: LiveEventRow,
  { user_id, is_owner }: Reader,
  ticket: HeldTicket['status'] | null,
): LiveEvent {
  const { version, max_attendee, current_attendees, comment_versions, checked_in, reported } = event
  return {
    version,
    max_attendee,
    current_attendees,
    comments_version: versionFor(comment_versions, { userId: user_id, isOwner: is_owner }),
    ticket,
    checked_in: is_owner ? checked_in : null,
    reported: is_owner ? reported : null,
  }
}

/** A name for all readers of an event who are told the same numbers. */
export function audienceOf({ comment_versions }: LiveEventRow, { user_id, is_owner }: Reader): string {
  if (is_owner) return 'owner'
  return readsAsAll(comment_versions, { userId: user_id, isOwner: is_owner }) ? 'everybody' : String(user_id)
}

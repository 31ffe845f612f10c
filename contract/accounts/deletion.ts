import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { OwnProof } from './profile.ts'

const Count = z.number().int()

/** An event of one's own that stands in the way: neither called off nor over. */
const EventToCallOff = z.object({ id: Id, event_name: z.string(), start_date_event: Instant })

/** What a deletion of one's own account would do now. */
export const DeletionPreview = z.object({
  /** Tickets that would be cancelled and their seats given back: active ones of events that are not over. */
  upcoming_tickets: Count,
  /** Applications without a ticket yet that would be cancelled: in line, before the organizer's decision, or still to be paid
   *  for. */
  open_applications: Count,
  /** Tickets that would stay without a name: used ones, and those of events that are over. */
  past_tickets: Count,
  /** One's comments, which would be gone with the replies of others to them. */
  comments: Count,
  replies_of_others: Count,
  likes: Count,
  bookmarks: Count,
  /** Organizers whom one follows. */
  follows: Count,
  is_organizer: z.boolean(),
  /** Unfinished events of one's own. */
  drafts: Count,
  /** Events of one's own that would be taken down: those that are over or called off. */
  former_events: Count,
  /** The deletion is refused while there are any, whose number this is; the first of them by their start. */
  upcoming_events: Count,
  events_to_call_off: z.array(EventToCallOff),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

export const previewDeletion = {
  method: 'GET',
  url: '/api/users/deletion',
  schema: { summary: "Read what deleting one's own account would do", response: { 200: DeletionPreview } },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Deletes one's own account for good: all sessions end with it. Refused as `events_to_call_off` while an event of one's own
 *  is still to come, and without the proof as a change of the email is. `cancelled_tickets` counts the seats given back. */
export const deleteAccount = {
  method: 'POST',
  url: '/api/users/deletion',
  schema: {
    summary: "Delete one's own account",
    body: OwnProof,
    refusals: [
      'events_to_call_off',
      'google_account_differs',
      'google_sign_in_needed',
      'google_token_invalid',
      'google_unavailable',
      'password_missing',
      'password_needed',
      'wrong_password',
      'sign_in_busy',
    ],
    response: { 200: z.object({ message: z.string(), cancelled_tickets: Count }) },
  },
  config: { access: 'signed-in', limit: 'write', send: 'json' },
} satisfies Endpoint

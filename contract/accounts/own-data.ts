import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { AccountProof } from './profile.ts'

const Count = z.number().int()

/** A current event of the user, which blocks the deletion until it is called off. */
const EventToCallOff = z.object({ id: Id, event_name: z.string(), start_date_event: Instant })

/** What deleting the account would do now. */
export const DeletionPreview = z.object({
  /** Active tickets for current events: cancelled, with their seats given back. */
  upcoming_tickets: Count,
  /** Open applications: on a waiting list, pending or unpaid; they would be cancelled. */
  open_applications: Count,
  /** Used and past tickets: they would stay without a name. */
  past_tickets: Count,
  /** The user's comments: deleted with the replies to them. */
  comments: Count,
  replies_of_others: Count,
  likes: Count,
  bookmarks: Count,
  /** Followed organizers. */
  follows: Count,
  is_organizer: z.boolean(),
  drafts: Count,
  /** Events of the user that are over or called off: removed from every list. */
  former_events: Count,
  /** The deletion is refused while there are any. The list has those that start first. */
  upcoming_events: Count,
  events_to_call_off: z.array(EventToCallOff),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

export const previewDeletion = {
  method: 'GET',
  url: '/api/users/deletion',
  schema: { summary: 'Preview the deletion of your account', response: { 200: DeletionPreview } },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Deletes the account for good and ends all sessions. `events_to_call_off` while the user has upcoming events. Needs the same
 *  proof as a change of the email. `cancelled_tickets` counts the seats given back. */
export const deleteAccount = {
  method: 'POST',
  url: '/api/users/deletion',
  schema: {
    summary: 'Delete your account',
    body: AccountProof,
    refusals: [
      'events_to_call_off',
      'google_account_differs',
      'google_sign_in_needed',
      'google_token_invalid',
      'google_unavailable',
      'password_needed',
      'sign_in_needed',
      'wrong_password',
      'sign_in_busy',
    ],
    response: { 200: z.object({ message: z.string(), cancelled_tickets: Count }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** All data about the user as a ZIP file: `data.json`, a `README.txt` that explains it, and uploaded pictures. Contains no secrets
 *  and nothing private about others. */
export const exportOwnData = {
  method: 'GET',
  url: '/api/users/export',
  schema: {
    summary: 'Download all your data',
    mediaType: 'application/zip',
    responseHeaders: ['content-disposition'],
    response: { 200: z.custom<Blob>() },
  },
  config: { access: 'signed-in', limit: 'export' },
} satisfies Endpoint

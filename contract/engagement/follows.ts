import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, Message, PathId } from '#contract/fields.ts'
import { Organizer } from '#contract/organizers.ts'

/** The public data of an organizer. Their email is shown only on their events. */
const PublicOrganizer = Organizer.omit({ email: true })

/** An organizer's page. Counts only events listed for the viewer, up to `mostCounted` + 1. `followers` is null
 *  except for the organizer. */
export const OrganizerPage = PublicOrganizer.extend({
  current_events: z.number().int(),
  past_events: z.number().int(),
  is_following: z.boolean(),
  is_own: z.boolean(),
  followers: z.number().int().nullable(),
})
export type OrganizerPage = z.infer<typeof OrganizerPage>

const OrganizerParams = z.object({ organizerId: PathId })

export const showOrganizer = {
  method: 'GET',
  url: '/api/organizers/:organizerId',
  schema: {
    summary: "Read an organizer's public page",
    params: OrganizerParams,
    refusals: ['organizer_not_found'],
    response: { 200: OrganizerPage },
  },
  config: { access: 'visitor', scope: 'read' },
} satisfies Endpoint

/** Followers get a mail about each new event. Returns the new state. `own_follow` for organizers who try to follow
 *  themselves. */
export const toggleFollow = {
  method: 'PUT',
  url: '/api/organizers/:organizerId/toggle-follow',
  schema: {
    summary: 'Follow an organizer, or stop following',
    params: OrganizerParams,
    refusals: ['organizer_not_found', 'own_follow'],
    response: { 200: z.object({ is_following: z.boolean(), message: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'toggle' },
} satisfies Endpoint

export const FollowedOrganizer = PublicOrganizer.extend({ id: Id, followed_at: Instant })
export type FollowedOrganizer = z.infer<typeof FollowedOrganizer>

/** Last followed first, at most 1,000. */
export const listFollowed = {
  method: 'GET',
  url: '/api/organizers/following',
  schema: { summary: 'List followed organizers', response: { 200: z.array(FollowedOrganizer) } },
  config: { access: 'signed-in' },
} satisfies Endpoint

const StopParams = z.object({ link: z.string() })

/** The unsubscribe link in a mail about new events. Works without a session and never expires. `stop_link_invalid`
 *  for any other text, or if the organizer no longer exists. */
export const showStopLink = {
  method: 'GET',
  url: '/api/organizers/following/:link',
  schema: {
    summary: 'Show which organizer an unsubscribe link is for',
    params: StopParams,
    refusals: ['stop_link_invalid'],
    response: { 200: z.object({ organizer_name: z.string(), is_following: z.boolean() }) },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint

/** Repeating it changes nothing. */
export const stopByLink = {
  method: 'POST',
  url: '/api/organizers/following/:link',
  schema: {
    summary: 'Stop following with the link in a mail',
    params: StopParams,
    refusals: ['stop_link_invalid'],
    response: { 200: Message },
  },
  config: { access: 'anyone', limit: 'link' },
} satisfies Endpoint

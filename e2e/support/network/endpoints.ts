import * as auth from '#contract/accounts/auth.ts'
import * as deletion from '#contract/accounts/deletion.ts'
import * as ownData from '#contract/accounts/export.ts'
import * as password from '#contract/accounts/password.ts'
import * as profile from '#contract/accounts/profile.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as comments from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as bookmarks from '#contract/engagement/bookmarks.ts'
import * as follows from '#contract/engagement/follows.ts'
import * as likes from '#contract/engagement/likes.ts'
import * as openingWishes from '#contract/engagement/opening-wishes.ts'
import * as drafts from '#contract/events/drafts.ts'
import * as eventDrafts from '#contract/events/event-draft.ts'
import * as lists from '#contract/events/event-list.ts'
import * as events from '#contract/events/events.ts'
import * as facets from '#contract/events/facets.ts'
import * as live from '#contract/events/live.ts'
import * as ownEvents from '#contract/events/own-events.ts'
import * as information from '#contract/information.ts'
import * as moderation from '#contract/moderation.ts'
import * as organizers from '#contract/organizers.ts'
import * as places from '#contract/places.ts'
import * as applicants from '#contract/tickets/applicants.ts'
import * as decisions from '#contract/tickets/decisions.ts'
import * as door from '#contract/tickets/door.ts'
import * as progress from '#contract/tickets/door-progress.ts'
import * as payments from '#contract/tickets/payments.ts'
import * as refunds from '#contract/tickets/refunds.ts'
import * as tickets from '#contract/tickets/tickets.ts'

const modules: Record<string, unknown>[] = [
  auth,
  deletion,
  ownData,
  password,
  profile,
  sessions,
  comments,
  bookmarks,
  follows,
  likes,
  openingWishes,
  drafts,
  eventDrafts,
  lists,
  facets,
  events,
  live,
  ownEvents,
  information,
  moderation,
  organizers,
  places,
  applicants,
  decisions,
  door,
  payments,
  progress,
  tickets,
  refunds,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value

/** The calls of the contract by their names. */
export const endpoints = new Map(
  modules.flatMap((exported) =>
    Object.entries(exported).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : [])),
  ),
)

/** Whether a request is this call. */
export function isCall({ method, url }: Endpoint, request: { method: string; url: string }): boolean {
  const path = url.replace(/:\w+/g, '[^/]+')
  return request.method === method && new RegExp(`^${path}/?$`).test(new URL(request.url).pathname)
}

import type { z } from 'zod'
import { pageLimit } from '#contract/numbers.ts'
import { linkParameter } from './event-links.ts'
import { EventQuery, EventSort } from './event-list.ts'

/** The highest number of events in one feed; behind them an Atom feed names its next page (RFC 5005, section 3). */
export const longestFeed = 200

/** `atom` for feed readers (RFC 4287), `ics` for calendars (RFC 5545). */
export type FeedKind = 'atom' | 'ics'

/** A feed takes the query of the list, which says what is in it. Without an order an Atom feed has what is new first, and
 *  a calendar what is next. */
export const FeedQuery = EventQuery.omit({ fields: true }).extend({
  sort: EventSort.optional(),
  limit: pageLimit(longestFeed),
})
export type FeedQuery = z.output<typeof FeedQuery>

/** The feed of a list; `query` is '' or the list's own, such as `?category=CONCERT`. */
export function eventsFeed<Kind extends FeedKind>(kind: Kind, query = ''): `/feeds/events.${Kind}${string}` {
  return `/feeds/events.${kind}${query}`
}

/** The feed of an organizer's public events. */
export function organizerFeed<Kind extends FeedKind>(organizerId: number, kind: Kind) {
  return `/feeds/organizers/${organizerId}.${kind}` as const
}

/** The calendar file of one event; with `key` for those who have not seen an unlisted event before. */
export function eventCalendar(eventId: number, key = ''): `/events/${number}.ics${string}` {
  return `/events/${eventId}.ics${key && `?${new URLSearchParams({ [linkParameter]: key })}`}`
}

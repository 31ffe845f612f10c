import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { commaSeparated, GivenDay } from '#contract/fields.ts'
import { Cursor, pageLimit } from '#contract/numbers.ts'
import { CardEvent, Category, Event, EventStatus, Visibility } from './events.ts'

/** A list's events: whole, or with `fields=card` only the fields that cards show. */
export const ListedEvents = z.array(z.union([Event, CardEvent]))

/** The length of a list's JSON, in bytes of UTF-8, that no page of more than one event exceeds. */
export const longestList = 8 * 1024 * 1024

export const EventSort = z.enum(['newest', 'popular', 'soonest', 'latest'])

/** Which part of a list is answered, and how much of each event: `card` for what cards show, else the whole record. */
export const ListPage = z.object({ fields: z.literal('card').optional(), limit: pageLimit(1_000), cursor: Cursor })
export type ListPage = z.output<typeof ListPage>

/** Every parameter narrows the list; `cursor` is how many events to pass over, as the `Link` header gives it. */
export const EventQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: EventStatus.optional(),
  category: Category.optional(),
  visibility: Visibility.optional(),
  /** Any of these, separated by commas. */
  tags: commaSeparated(500).optional(),
  /** A day in the event's time zone on which the event takes place. */
  date: GivenDay.optional(),
  sort: EventSort.default('newest'),
  ...ListPage.shape,
})
export type EventQuery = z.output<typeof EventQuery>
export type EventQueryInput = z.input<typeof EventQuery>

/** Lists events, newest created first unless sorted. The number of all that match is in `X-Total-Count`, the next page
 *  in `Link`. A page holds fewer than `limit` events where they come to more than `longestList`. */
export const listEvents = {
  method: 'GET',
  url: '/api/events/events',
  schema: { summary: 'List and search events', querystring: EventQuery, response: { 200: ListedEvents } },
  config: { access: 'visitor' },
} satisfies Endpoint

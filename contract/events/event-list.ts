import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { commaSeparated, Flag, GivenDay, PathId } from '#contract/fields.ts'
import { Cursor, pageLimit } from '#contract/numbers.ts'
import { CardEvent, Category, Event, EventStatus, Visibility } from './events.ts'
import { NearPoint } from './near.ts'

/** A list's events: whole, or with `fields=card` only the fields that cards show. */
export const ListedEvents = z.array(z.union([Event, CardEvent]))

/** The length of a list's JSON, in bytes of UTF-8, that no page of more than one event exceeds. */
export const longestList = 8 * 1024 * 1024

/** The highest number of events that a list with filters counts; one more stands for all that is above it. */
export const mostCounted = 10_000

/** `price` is the cheapest first, `best` what fits the searched words best, `nearest` what is next to `near`. */
export const EventSort = z.enum(['newest', 'popular', 'soonest', 'latest', 'price', 'best', 'nearest'])
export type EventSort = z.output<typeof EventSort>

/** Which part of a list is answered, and how much of each event: `card` for what cards show, else the whole record. */
export const ListPage = z.object({ fields: z.literal('card').optional(), limit: pageLimit(1_000), cursor: Cursor })
export type ListPage = z.output<typeof ListPage>

/** The place behind the event that a list with these values sorts by; it stays where it is when events are added before.
 *  Instants are in microseconds: those of 17 digits are ones that PostgreSQL has. */
export const afterCursor = /^after(_-?\d{1,17}){2,3}$/

/** The place in a list behind which the next page begins, as `Link` gives it. A number is how many events to pass over,
 *  which takes longer the higher it is. */
const EventCursor = z.union([z.string().regex(afterCursor), Cursor])

/** Every parameter narrows the list. */
export const EventQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: EventStatus.optional(),
  /** Only events that are not over. */
  current: Flag.optional(),
  category: Category.optional(),
  visibility: Visibility.optional(),
  /** Any of these, separated by commas. */
  tags: commaSeparated(500).optional(),
  /** A day in the event's time zone on which the event takes place; with `until` the first of several days. */
  date: GivenDay.optional(),
  until: GivenDay.optional(),
  free: Flag.optional(),
  online: Flag.optional(),
  /** Only events of this organizer, by the organizer's id. */
  organizer: PathId.optional(),
  /** Only events that are not over and whose place is known; `sort=nearest` begins with those next to this point. */
  near: NearPoint.optional(),
  sort: EventSort.default('newest'),
  ...ListPage.shape,
  cursor: EventCursor,
})
export type EventQuery = z.output<typeof EventQuery>
export type EventQueryInput = z.input<typeof EventQuery>

type When = { [Part in 'status' | 'date' | 'until']?: string | null | undefined }

/** Whether a list leaves out what is over, where nobody says: unless it is of a status, or of days that have passed.
 *  `today` is YYYY-MM-DD. */
export function leavesOutPast({ status, date, until }: When, today: string): boolean {
  return !status && !(date && (until ?? date) < today)
}

/** Lists events, newest created first unless sorted. The number of all that match is in `X-Total-Count`, `mostCounted` + 1
 *  where there are more than that and no counter knows it; the next page is in `Link`. A page holds fewer than `limit`
 *  events where they come to more than `longestList`. */
export const listEvents = {
  method: 'GET',
  url: '/api/events/events',
  schema: {
    summary: 'List and search events',
    querystring: EventQuery,
    tells: ['link', 'x-total-count'],
    response: { 200: ListedEvents },
  },
  config: { access: 'visitor', shared: 'events' },
} satisfies Endpoint

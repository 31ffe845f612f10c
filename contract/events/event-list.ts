import { z } from 'zod'
import { years } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { commaSeparated, Day, Flag, GivenDay, PathId } from '#contract/fields.ts'
import { Cursor, pageLimit } from '#contract/numbers.ts'
import { readNear } from './event-place.ts'
import { CardEvent, Category, Event, EventStatus, Visibility } from './events.ts'

/** What `readNear` reads. */
export const NearPoint = z.string().transform((text, context): string => {
  const near = readNear(text)
  if (near !== null) return near
  context.addIssue({ code: 'custom', message: 'Must be a latitude and a longitude such as 13.76,100.50.' })
  return z.NEVER
})

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

/** How many events there are for the reader: those that are not over, and those that are. */
const counts = { current_events: z.number().int(), past_events: z.number().int() }

export const CategoryCount = z.object({ category: Category, ...counts })
export const TagCount = z.object({ tag: z.string(), ...counts })
export const DayCount = z.object({ day: Day, events: z.number().int() })
export type CategoryCount = z.infer<typeof CategoryCount>
export type TagCount = z.infer<typeof TagCount>
export type DayCount = z.infer<typeof DayCount>

/** The categories that have events, most events first. */
export const listCategories = {
  method: 'GET',
  url: '/api/events/categories',
  schema: { summary: 'Count the events of each category', response: { 200: z.array(CategoryCount) } },
  config: { access: 'visitor', shared: 'events' },
} satisfies Endpoint

/** The tags that most events have which are not over. */
export const listTags = {
  method: 'GET',
  url: '/api/events/tags',
  schema: {
    summary: 'Count the events with the most used tags',
    querystring: z.object({ limit: pageLimit(100) }),
    response: { 200: z.array(TagCount) },
  },
  config: { access: 'visitor', shared: 'events' },
} satisfies Endpoint

const badMonth = 'Must be a month, such as 2026-11.'

/** A month from outside: YYYY-MM. */
const GivenMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, badMonth)
  .refine((month) => month >= `${years.first}-01` && month <= `${years.last}-12`, badMonth)

/** The days of a month in the event's time zone on which events take place, whether they are over or not. */
export const listDays = {
  method: 'GET',
  url: '/api/events/days',
  schema: {
    summary: 'Count the events on each day of a month',
    querystring: z.object({ month: GivenMonth }),
    response: { 200: z.array(DayCount) },
  },
  config: { access: 'visitor', shared: 'events' },
} satisfies Endpoint

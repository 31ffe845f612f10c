import { z } from 'zod'
import { years } from '#contract/dates.ts'
import type { Schemas } from '#contract/endpoint.ts'
import { Cursor, commaSeparated, Day, Flag, GivenDay, PathId, pageLimit } from '#contract/fields.ts'
import { longestFeed } from './event-links.ts'
import * as eventList from './event-list.ts'
import { afterCursor } from './event-list.ts'
import { readNear } from './event-place.ts'
import { CardEvent, Category, Event, EventStatus, Visibility } from './events.schemas.ts'

/** What `readNear` reads. */
export const NearPoint = z.string().transform((text, context): string => {
  const near = readNear(text)
  if (near !== null) return near
  context.addIssue({ code: 'custom', message: 'Must be a latitude and a longitude such as 13.76,100.50.' })
  return z.NEVER
})

/** A list's events: whole, or with `fields=card` only the fields that cards show. */
export const ListedEvents = z.array(z.union([Event, CardEvent]))

/** `price` is the cheapest first, `best` what fits the searched words best, `nearest` what is next to `near`. */
export const EventSort = z.enum(['newest', 'popular', 'soonest', 'latest', 'price', 'best', 'nearest'])
export type EventSort = z.output<typeof EventSort>

/** Which part of a list is answered, and how much of each event: `card` for what cards show, else the whole record. */
export const ListPage = z.object({ fields: z.literal('card').optional(), limit: pageLimit(1_000), cursor: Cursor })
export type ListPage = z.output<typeof ListPage>

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

export const listEventsSchema = {
  summary: 'List and search events',
  querystring: EventQuery,
  tells: ['link', 'x-total-count'],
  response: { 200: ListedEvents },
} satisfies Schemas
export const listEvents = { ...eventList.listEvents, schema: listEventsSchema }

/** How many events there are for the reader: those that are not over, and those that are. */
const counts = { current_events: z.number().int(), past_events: z.number().int() }

export const CategoryCount = z.object({ category: Category, ...counts })

export const TagCount = z.object({ tag: z.string(), ...counts })

export const DayCount = z.object({ day: Day, events: z.number().int() })
export type CategoryCount = z.infer<typeof CategoryCount>
export type TagCount = z.infer<typeof TagCount>
export type DayCount = z.infer<typeof DayCount>

export const listCategoriesSchema = {
  summary: 'Count the events of each category',
  response: { 200: z.array(CategoryCount) },
} satisfies Schemas
export const listCategories = { ...eventList.listCategories, schema: listCategoriesSchema }

export const listTagsSchema = {
  summary: 'Count the events with the most used tags',
  querystring: z.object({ limit: pageLimit(100) }),
  response: { 200: z.array(TagCount) },
} satisfies Schemas
export const listTags = { ...eventList.listTags, schema: listTagsSchema }

const badMonth = 'Must be a month, such as 2026-11.'

/** A month from outside: YYYY-MM. */
const GivenMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, badMonth)
  .refine((month) => month >= `${years.first}-01` && month <= `${years.last}-12`, badMonth)

export const listDaysSchema = {
  summary: 'Count the events on each day of a month',
  querystring: z.object({ month: GivenMonth }),
  response: { 200: z.array(DayCount) },
} satisfies Schemas
export const listDays = { ...eventList.listDays, schema: listDaysSchema }

/** A feed takes the query of the list, which says what is in it. Without an order an Atom feed has what is new first, and
 *  a calendar what is next. */
export const FeedQuery = EventQuery.omit({ fields: true }).extend({
  sort: EventSort.optional(),
  limit: pageLimit(longestFeed),
})
export type FeedQuery = z.output<typeof FeedQuery>

import { z } from 'zod'
import { years } from '#contract/date-input.ts'
import type { Schemas } from '#contract/endpoint.ts'
import { Cursor, commaSeparated, Day, Flag, GivenDay, PathId, pageLimit } from '#contract/fields.ts'
import * as m from '#messages/fields.json'
import { longestFeed } from './event-links.ts'
import * as eventList from './event-list.ts'
import { afterCursor, readNear, writtenPoint } from './event-list.ts'
import { CardEvent, Category, Event, EventStatus, Visibility } from './events.schemas.ts'

/** A position such as '13.76,100.50'. */
export const NearPoint = z
  .string()
  .transform((text, context): string => {
    const near = readNear(text)
    if (near !== null) return near
    context.addIssue({ code: 'custom', message: m.latitudeLongitude })
    return z.NEVER
  })
  .meta({ description: 'Such as 13.76,100.50.', pattern: writtenPoint.source })

/** Whole events, or cards with `fields=card`. */
export const ListedEvents = z.array(z.union([Event, CardEvent]))

/** `price` is cheapest first, `best` is best match first, `nearest` is by distance from `near`. */
export const EventSort = z.enum(['newest', 'popular', 'soonest', 'latest', 'price', 'best', 'nearest'])
export type EventSort = z.output<typeof EventSort>

/** `fields=card` returns card fields only. */
export const ListPage = z.object({ fields: z.literal('card').optional(), limit: pageLimit(1_000), cursor: Cursor })
export type ListPage = z.output<typeof ListPage>

/** As in `Link`. A number is an offset, which gets slower the higher it is. */
const EventCursor = z.union([z.string().regex(afterCursor), Cursor])

/** Every parameter narrows the list. */
export const EventQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: EventStatus.optional(),
  /** Only events that are not over. */
  current: Flag.optional(),
  category: Category.optional(),
  visibility: Visibility.optional(),
  /** Any of these, comma-separated. */
  tags: commaSeparated(500).optional(),
  /** A day in the event's time zone; with `until` the first of several. */
  date: GivenDay.optional(),
  until: GivenDay.optional(),
  free: Flag.optional(),
  online: Flag.optional(),
  /** By organizer id. */
  organizer: PathId.optional(),
  /** Only current events with a known place; `sort=nearest` sorts by distance from this point. */
  near: NearPoint.optional(),
  /** One date of each series: the next one, or the last if all are over. Only totals follow; facets count every date. */
  grouped: Flag.optional(),
  sort: EventSort.default('newest'),
  ...ListPage.shape,
  cursor: EventCursor,
})
export type EventQuery = z.output<typeof EventQuery>
export type EventQueryInput = z.input<typeof EventQuery>

export const listEventsSchema = {
  summary: 'List and search events',
  querystring: EventQuery,
  responseHeaders: ['link', 'x-total-count'],
  response: { 200: ListedEvents },
} satisfies Schemas
export const listEvents = { ...eventList.listEvents, schema: listEventsSchema }

/** Counts of current and past events the viewer may see. */
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
  summary: 'Count the events of the most used tags',
  querystring: z.object({ limit: pageLimit(100) }),
  response: { 200: z.array(TagCount) },
} satisfies Schemas
export const listTags = { ...eventList.listTags, schema: listTagsSchema }

/** YYYY-MM. */
const GivenMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, m.monthNeeded)
  .refine((month) => month >= `${years.first}-01` && month <= `${years.last}-12`, m.monthNeeded)

export const listDaysSchema = {
  summary: 'Count the events on each day of a month',
  querystring: z.object({ month: GivenMonth }),
  response: { 200: z.array(DayCount) },
} satisfies Schemas
export const listDays = { ...eventList.listDays, schema: listDaysSchema }

/** The query of the list. By default an Atom feed has the newest first, a calendar the next. */
export const FeedQuery = EventQuery.omit({ fields: true }).extend({
  sort: EventSort.optional(),
  limit: pageLimit(longestFeed),
})
export type FeedQuery = z.output<typeof FeedQuery>

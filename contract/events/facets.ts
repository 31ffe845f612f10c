import { z } from 'zod'
import { years } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/fields.ts'
import { pageLimit } from '#contract/numbers.ts'
import { Category } from './events.ts'

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

import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './event-list.schemas.ts'

export type {
  CategoryCount,
  DayCount,
  EventQuery,
  EventQueryInput,
  EventSort,
  ListPage,
  TagCount,
} from './event-list.schemas.ts'

/** The length of a list's JSON, in bytes of UTF-8, that no page of more than one event exceeds. */
export const longestList = 8 * 1024 * 1024

/** The highest number of events that a list with filters counts; one more stands for all that is above it. */
export const mostCounted = 10_000

/** The place behind the event that a list with these values sorts by; it stays where it is when events are added before.
 *  Instants are in microseconds: those of 17 digits are ones that PostgreSQL has. */
export const afterCursor = /^after(_-?\d{1,17}){2,3}$/

type When = { [Part in 'status' | 'date' | 'until']?: string | null | undefined }

/** Whether a list leaves out what is over, where nobody says: unless it is of a status, or of days that have passed.
 *  `today` is YYYY-MM-DD. */
export function leavesOutPast({ status, date, until }: When, today: string): boolean {
  return !status && !(date && (until ?? date) < today)
}

/** Lists events, newest created first unless sorted. The number of all that match is in `X-Total-Count`, `mostCounted` + 1
 *  where there are more than that and no counter knows it; the next page is in `Link`. A page holds fewer than `limit`
 *  events where they come to more than `longestList`. */
export const listEvents: Call<typeof schemas.listEventsSchema> = {
  method: 'GET',
  url: '/api/events/events',
  config: { access: 'visitor', shared: 'events' },
}

/** The categories that have events, most events first. */
export const listCategories: Call<typeof schemas.listCategoriesSchema> = {
  method: 'GET',
  url: '/api/events/categories',
  config: { access: 'visitor', shared: 'events' },
}

/** The tags that most events have which are not over. */
export const listTags: Call<typeof schemas.listTagsSchema> = {
  method: 'GET',
  url: '/api/events/tags',
  config: { access: 'visitor', shared: 'events' },
}

/** The days of a month in the event's time zone on which events take place, whether they are over or not. */
export const listDays: Call<typeof schemas.listDaysSchema> = {
  method: 'GET',
  url: '/api/events/days',
  config: { access: 'visitor', shared: 'events' },
}

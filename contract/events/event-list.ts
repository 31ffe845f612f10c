import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './event-list.schemas.ts'
import type { Point } from './event-place.ts'

export type {
  CategoryCount,
  DayCount,
  EventQuery,
  EventQueryInput,
  EventSort,
  ListPage,
  TagCount,
} from './event-list.schemas.ts'

/** The longest page of a list in bytes of JSON, unless it has a single event. */
export const longestList = 8 * 1024 * 1024

/** Filtered lists are counted up to this; one more means any higher number. */
export const mostCounted = 10_000

/** The cursor behind an event with these sort values; it stays valid when events are added before it. It names the stage of
 *  a list that has two. Instants are in microseconds, at most 17 digits for PostgreSQL. */
export const afterCursor = /^(?:after|upcoming|ongoing)(_-?\d{1,17}){2,3}$/

type When = { [Part in 'status' | 'date' | 'until']?: string | null | undefined }

/** Whether a list leaves out past events by default: unless it asks for a status or for past days. `today` is
 *  YYYY-MM-DD. */
export function leavesOutPast({ status, date, until }: When, today: string): boolean {
  return !status && !(date && (until ?? date) < today)
}

/** Newest created first by default. `X-Total-Count` has the total (`mostCounted` + 1 if there are more and no counter
 *  knows), `Link` the next page. A page has fewer than `limit` events if it would exceed `longestList`. */
export const listEvents: Call<typeof schemas.listEventsSchema> = {
  method: 'GET',
  url: '/api/events/events',
  config: { access: 'visitor', scope: 'read', shared: 'events' },
}

/** Most events first. */
export const listCategories: Call<typeof schemas.listCategoriesSchema> = {
  method: 'GET',
  url: '/api/events/categories',
  config: { access: 'visitor', scope: 'read', shared: 'events' },
}

/** By number of current events. */
export const listTags: Call<typeof schemas.listTagsSchema> = {
  method: 'GET',
  url: '/api/events/tags',
  config: { access: 'visitor', scope: 'read', shared: 'events' },
}

/** Days in the event's time zone, with past events. */
export const listDays: Call<typeof schemas.listDaysSchema> = {
  method: 'GET',
  url: '/api/events/days',
  config: { access: 'visitor', scope: 'read', shared: 'events' },
}

export const writtenPoint = /^(-?\d{1,2}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)$/

/** Reads 'latitude,longitude' from an address and rounds it to two decimals, about a kilometre, for privacy. Null for
 *  anything else. */
export function readNear(text: string): string | null {
  const [, latitude, longitude] = writtenPoint.exec(text) ?? []
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? nearText(point) : null
}

/** Such as '13.76,100.50'. */
export function nearText({ latitude, longitude }: Point): string {
  return [latitude, longitude].map((degrees) => (Math.round(degrees * 100) / 100 || 0).toFixed(2)).join(',')
}

export function pointOf(near: string): Point {
  const [latitude = 0, longitude = 0] = near.split(',').map(Number)
  return { latitude, longitude }
}

const earthRadius = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance (haversine). */
export function kilometresBetween(one: Point, other: Point): number {
  const half = (a: number, b: number) => Math.sin(radians(a - b) / 2) ** 2
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  const chord = half(one.latitude, other.latitude) + cosines * half(one.longitude, other.longitude)
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

import { redirect } from 'react-router'
import { dayInBangkok } from '#contract/dates.ts'
import type { PageContext } from '#contract/endpoint.ts'
import {
  type CategoryCount,
  type EventQueryInput,
  listCategories,
  listDays,
  listEvents,
  listTags,
} from '#contract/events/event-list.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { type Filters, mostPages, pageSize, queryOfDays, queryOfFilters, readFilters, writeFilters } from './filters.ts'
import { monthOf } from './month.ts'

/** The data around the list, which does not depend on the filters. */
export interface Overview {
  /** YYYY-MM-DD, from the server, so that server and browser render the same calendar. */
  today: string
  categories: CategoryCount[]
  /** The tags of current events, most used first. */
  tags: string[]
  /** The days of this month with events; today only while one of its events is not over, as in the list. */
  days: string[]
  upcoming: ListedEvent[]
}

export type ListedEvent = Pick<CardEvent, 'id' | 'event_name' | 'start_date_event'>

const mostTags = 40
const next = 5

/** `call` is the browser's, or `context.call` on the server. */
export async function loadOverview(call: PageContext['call'], now: Date): Promise<Overview> {
  const today = dayInBangkok(now)
  const [categories, tags, days, left, upcoming] = await Promise.all([
    call(listCategories),
    call(listTags, { query: { limit: mostTags } }),
    call(listDays, { query: { month: monthOf(today) } }),
    call(listEvents, { query: { fields: 'card', date: today, current: true, limit: 1 } }),
    call(listEvents, { query: { fields: 'card', status: 'UPCOMING', sort: 'soonest', grouped: true, limit: next } }),
  ])
  return {
    today,
    categories,
    tags: tags.filter(({ current_events }) => current_events > 0).map(({ tag }) => tag),
    days: days.map(({ day }) => day).filter((day) => day !== today || left.length > 0),
    upcoming: upcoming.map(listedEvent),
  }
}

function listedEvent({ id, event_name, start_date_event }: CardEvent): ListedEvent {
  return { id, event_name, start_date_event }
}

interface EventPage {
  events: CardEvent[]
  total: number
  /** All events of the chosen day, regardless of other filters; null without a chosen day. */
  onDay: ListedEvent[] | null
}

const mostOnDay = 8

type ListCounted = (
  endpoint: typeof listEvents,
  request: { query: EventQueryInput },
) => Promise<{ items: CardEvent[]; total: number }>

/** A page beyond the last one redirects to the last one. */
export async function loadList(list: ListCounted, url: string): Promise<EventPage> {
  const filters = readFilters(new URL(url).searchParams)
  const today = dayInBangkok(new Date())
  const [{ items, total }, onDay] = await Promise.all([
    list(listEvents, { query: { fields: 'card', ...queryOfFilters(filters, today) } }),
    loadDay(list, filters, today),
  ])
  const last = Math.min(mostPages, Math.max(1, Math.ceil(total / pageSize)))
  if (filters.page > last) throw redirect(`${paths.discover}${writeFilters({ ...filters, page: last })}`)
  return { events: items, total, onDay }
}

async function loadDay(list: ListCounted, filters: Filters, today: string): Promise<ListedEvent[] | null> {
  if (filters.date === null) return null
  const days = queryOfDays({ ...filters, status: null }, today)
  const { items } = await list(listEvents, { query: { fields: 'card', ...days, sort: 'soonest', limit: mostOnDay } })
  return items.map(listedEvent)
}

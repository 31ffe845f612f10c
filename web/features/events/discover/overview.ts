import type { PageContext } from '#contract/endpoint.ts'
import { listEvents } from '#contract/events/event-list.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { type CategoryCount, listCategories, listDays, listTags } from '#contract/events/facets.ts'
import { dayInBangkok } from '#contract/fields.ts'
import { monthOf } from './month.ts'

/** The data around the event list, independent of the filters: the options to choose from, and the next events. */
export interface Overview {
  /** Today as YYYY-MM-DD, given by the server so that server and browser draw the same calendar. */
  today: string
  categories: CategoryCount[]
  /** Tags of events that are not over, most used first. */
  tags: string[]
  /** The days of today's month with events: today only where one of them is not over, as its list leaves the others out. */
  days: string[]
  upcoming: ListedEvent[]
}

/** An event as one line shows it. */
export type ListedEvent = Pick<CardEvent, 'id' | 'event_name' | 'start_date_event'>

const mostTags = 40
const next = 5

/** Loads the overview. `call` is that of the browser, or `context.call` on the server. */
export async function loadOverview(call: PageContext['call'], now: Date): Promise<Overview> {
  const today = dayInBangkok(now)
  const [categories, tags, days, left, upcoming] = await Promise.all([
    call(listCategories),
    call(listTags, { query: { limit: mostTags } }),
    call(listDays, { query: { month: monthOf(today) } }),
    call(listEvents, { query: { fields: 'card', date: today, current: true, limit: 1 } }),
    call(listEvents, { query: { fields: 'card', status: 'UPCOMING', sort: 'soonest', limit: next } }),
  ])
  return {
    today,
    categories,
    tags: tags.filter(({ current_events }) => current_events > 0).map(({ tag }) => tag),
    days: days.map(({ day }) => day).filter((day) => day !== today || left.length > 0),
    upcoming: upcoming.map(listedEvent),
  }
}

export function listedEvent({ id, event_name, start_date_event }: CardEvent): ListedEvent {
  return { id, event_name, start_date_event }
}

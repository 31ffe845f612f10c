import { redirect } from 'react-router'
import { type EventQueryInput, listEvents } from '#contract/events/event-list.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { dayInBangkok } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { type Filters, mostPages, pageSize, queryOfDays, queryOfFilters, readFilters, writeFilters } from './filters.ts'
import { type ListedEvent, listedEvent } from './overview.ts'

export interface EventPage {
  events: CardEvent[]
  total: number
  /** The events of the chosen day, whatever the other filters are; null where no day is chosen. */
  onDay: ListedEvent[] | null
}

/** As many lines as stand beside the list. */
const mostOnDay = 8

type ListCounted = (
  endpoint: typeof listEvents,
  request: { query: EventQueryInput },
) => Promise<{ items: CardEvent[]; total: number }>

/** Loads the page of the list that the address names; an address beyond the last page gets the last one. */
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

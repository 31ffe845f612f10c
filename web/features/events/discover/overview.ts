import { type EventQueryInput, listEvents } from '#contract/events/event-list.ts'
import type { CardEvent, Category } from '#contract/events/events.ts'
import { dayInBangkok, splitCommas } from '#contract/fields.ts'
import { addDays } from './month.ts'

/** The data around the event list, independent of the filters: the options to choose from, and the next events. */
export interface Overview {
  /** Today as YYYY-MM-DD, given by the server so that server and browser draw the same calendar. */
  today: string
  categories: Category[]
  /** Most used first. */
  tags: string[]
  /** Days with events. */
  days: string[]
  upcoming: ListedEvent[]
}

/** An event as one line shows it. */
export type ListedEvent = Pick<CardEvent, 'id' | 'event_name' | 'start_date_event'>

/** The number of newest events from which the categories, tags and days are collected. */
const known = 200
const next = 5
const longest = 62

type List = (endpoint: typeof listEvents, request: { query: EventQueryInput }) => Promise<CardEvent[]>

export async function loadOverview(list: List, now: Date): Promise<Overview> {
  const [events, upcoming] = await Promise.all([
    list(listEvents, { query: { fields: 'card', limit: known } }),
    list(listEvents, { query: { fields: 'card', status: 'UPCOMING', sort: 'soonest', limit: next } }),
  ])
  return { today: dayInBangkok(now), ...chooseFrom(events), upcoming: upcoming.map(listedEvent) }
}

export function listedEvent({ id, event_name, start_date_event }: CardEvent): ListedEvent {
  return { id, event_name, start_date_event }
}

type Sorted = Pick<CardEvent, 'category' | 'tags' | 'start_date_event' | 'end_date_event'>

/** The categories, tags and days of these events, each once. */
export function chooseFrom(events: Sorted[]): Pick<Overview, 'categories' | 'tags' | 'days'> {
  return {
    categories: byUse(events.map(({ category }) => category)),
    tags: byUse(events.flatMap(({ tags }) => splitCommas(tags))),
    days: byUse(events.flatMap(daysOf)).sort(),
  }
}

function byUse<T extends string>(words: T[]): T[] {
  const uses = new Map<T, number>()
  for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

/** Every day on which the event takes place, as the list's `date` filter understands it; at most two months of them. */
export function daysOf({
  start_date_event,
  end_date_event,
}: Pick<CardEvent, 'start_date_event' | 'end_date_event'>): string[] {
  const last = dayInBangkok(new Date(Date.parse(end_date_event) - 1))
  const days: string[] = []
  for (
    let day = dayInBangkok(new Date(start_date_event));
    day <= last && days.length < longest;
    day = addDays(day, 1)
  ) {
    days.push(day)
  }
  return days
}

import { dayInBangkok } from '#contract/dates.ts'
import { queryOf } from '#contract/endpoint.ts'
import { eventsFeed, organizerFeed } from '#contract/events/event-links.ts'
import { listCategories, listDays, listEvents, listTags } from '#contract/events/event-list.schemas.ts'
import type { EventQueryInput } from '#contract/events/event-list.ts'

/** One call of a page: its name and URL. */
export interface Question {
  name: string
  url: string
}

const day = 24 * 3_600_000

/** The calls of home, the event list and its calendar; feeds; sitemaps; and typical searches. */
export function questions(now: Date): Question[] {
  const list = (name: string, query: EventQueryInput): Question => ({
    name,
    url: `${listEvents.url}${queryOf({ fields: 'card', grouped: true, limit: 6, ...query })}`,
  })
  const next = (days: number) => dayInBangkok(new Date(now.getTime() + days * day))
  const current = { current: true, sort: 'soonest' } as const
  const near = { near: '13.76,100.50', sort: 'nearest' } as const
  const found = (search: string) => list(`search: ${search}`, { search, current: true, sort: 'best' })
  return [
    list('home: popular', { current: true, sort: 'popular', limit: 8 }),
    list('home: upcoming', { status: 'UPCOMING', sort: 'soonest', limit: 8 }),
    list('home: latest', { sort: 'latest', limit: 8 }),
    list('list: soonest', current),
    list('list: newest', { ...current, sort: 'newest' }),
    list('list: cheapest', { ...current, sort: 'price' }),
    list('list: popular', { ...current, sort: 'popular' }),
    list('list: newest of all', {}),
    list('list: page 100', { ...current, cursor: 594 }),
    list('list: behind a cursor', { sort: 'latest', cursor: `after_${(now.getTime() - 500 * day) * 1000}_1` }),
    list('list: a large category', { ...current, category: 'CONFERENCE' }),
    list('list: a small category', { ...current, category: 'CONCERT' }),
    list('list: a hot tag', { ...current, tags: 'music' }),
    list('list: a usual tag', { ...current, tags: 'jazz' }),
    list('list: a rare tag', { ...current, tags: 'karimo' }),
    list('list: two tags', { ...current, tags: 'jazz,กาแฟ' }),
    list('list: category and tag', { ...current, category: 'CONCERT', tags: 'music' }),
    list('list: free and online', { ...current, free: true, online: true }),
    list('list: under way', { ...current, status: 'ONGOING' }),
    list('list: what is over', { status: 'COMPLETED', sort: 'latest' }),
    list('list: private ones', { ...current, visibility: 'PRIVATE' }),
    list('list: a day', { date: next(3), sort: 'soonest' }),
    list('list: a weekend', { date: next(5), until: next(6), sort: 'soonest', current: true }),
    list('list: a day and a category', { date: next(3), sort: 'soonest', category: 'SEMINAR' }),
    list('near: Bangkok', near),
    list('near: Chiang Mai', { ...near, near: '18.79,98.98' }),
    list('near: page 100', { ...near, cursor: 594 }),
    list('near: behind a cursor', { ...near, cursor: 'after_5000000000_1' }),
    list('near: a small category', { ...near, category: 'CONCERT' }),
    list('near: a rare tag', { ...near, tags: 'karimo' }),
    list('near: free, a weekend', { ...near, free: true, date: next(5), until: next(6) }),
    list('near: a search', { ...near, search: 'photography' }),
    list('organizer: upcoming', { ...current, organizer: 1 }),
    list('organizer: past', { status: 'COMPLETED', sort: 'latest', organizer: 1 }),
    { name: 'filters: categories', url: listCategories.url },
    { name: 'filters: tags', url: listTags.url },
    { name: 'calendar: a month', url: `${listDays.url}?month=${next(0).slice(0, 7)}` },
    { name: 'feed: what is new', url: eventsFeed('atom') },
    { name: 'feed: what is next, as a calendar', url: eventsFeed('ics') },
    { name: 'feed: a category and a tag', url: eventsFeed('atom', '?category=CONCERT&tags=music') },
    { name: 'feed: an organizer', url: organizerFeed(1, 'atom') },
    { name: 'sitemap: the whole', url: '/sitemap.xml' },
    { name: 'sitemap: a file', url: '/sitemaps/events-1.xml' },
    found('photography'),
    found('photography karimo'),
    found('karimo'),
    found('free evening'),
    found('chiang mai'),
    found('chaing mai'),
    found('confrence'),
    found('สัมมนา'),
    found('เชียงใหม่ ดนตรี'),
    found('ซอฟแวร์'),
    found('nothing at all'),
  ]
}

import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { isGivenDay } from '#contract/dates.ts'
import { type EventQueryInput, leavesOutPast } from '#contract/events/event-list.ts'
import { readNear } from '#contract/events/event-place.ts'
import {
  type Category,
  categories,
  type EventStatus,
  eventStatuses,
  type Visibility,
  visibilities,
} from '#contract/events/events.ts'
import { splitCommas } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { readPage } from '#web/lib/page/page-number.ts'

/** Events on one page of the list (specification, section 9). */
export const pageSize = 6

/** The most pages that have a number: nobody reads further, and a search or a filter finds what stands there. */
export const mostPages = 100

/** The orders that one may choose. Without a choice the next events come first, or what fits the searched words
 *  best. */
export const sorts = ['soonest', 'newest', 'popular', 'price'] as const
type Sort = (typeof sorts)[number]

/** The filters of the list page, as its address holds them: ?search=&status=&category=&visibility=&tags=
 *  &date=&until=&free=&online=&near=&sort=&page= */
export interface Filters {
  search: string
  status: EventStatus | null
  category: Category | null
  visibility: Visibility | null
  tags: string[]
  /** YYYY-MM-DD in the event's zone. */
  date: string | null
  /** The last day of several, the first of which is `date`. */
  until: string | null
  free: boolean
  online: boolean
  /** Where the reader is, about as exactly as a kilometre: '13.76,100.50'. */
  near: string | null
  sort: Sort | null
  /** Counts from 1. */
  page: number
}

export const noFilters: Filters = {
  search: '',
  status: null,
  category: null,
  visibility: null,
  tags: [],
  date: null,
  until: null,
  free: false,
  online: false,
  near: null,
  sort: null,
  page: 1,
}

const searchMax = 200
const tagsMax = 20

/** Reads the filters from an address; values that make no sense are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const date = dayIn(params.get('date'))
  const until = dayIn(params.get('until'))
  return {
    search: (params.get('search') ?? '').trim().slice(0, searchMax),
    status: oneOf(eventStatuses, params.get('status')),
    category: oneOf(categories, params.get('category')),
    visibility: oneOf(visibilities, params.get('visibility')),
    tags: [...new Set(splitCommas(params.get('tags') ?? ''))].slice(0, tagsMax),
    date,
    until: date !== null && until !== null && until > date ? until : null,
    free: params.get('free') === 'true',
    online: params.get('online') === 'true',
    near: readNear(params.get('near') ?? ''),
    sort: oneOf(sorts, params.get('sort')),
    page: Math.min(readPage(params), mostPages),
  }
}

const dayIn = (text: string | null) => (text !== null && isGivenDay(text) ? text : null)

function oneOf<Option extends string>(options: readonly Option[], text: string | null): Option | null {
  return options.find((option) => option === text) ?? null
}

/** The query of an address, such as '?search=jazz&page=2'; '' where nothing is chosen. */
export function writeFilters({ tags, page, free, online, ...rest }: Filters): string {
  const flags = { free: free && 'true', online: online && 'true' }
  const given = { ...rest, ...flags, tags: tags.join(','), page: page === 1 ? '' : String(page) }
  const params = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`
}

/** The query of the list's feed: all but the page and the order. */
export function queryOfFeed(filters: Filters): string {
  return writeFilters({ ...filters, sort: null, page: 1 })
}

/** Changes the filters; the list then starts at its first page. What is online or over is not near anybody, so of these
 *  what was chosen last holds. */
export function changeFilters(filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters, page: 1, ...change }
  if (change.near) return { ...next, online: false, status: next.status === 'COMPLETED' ? null : next.status }
  return change.online || change.status === 'COMPLETED' ? { ...next, near: null } : next
}

/** The change that a press on a day of the calendar makes: that day alone, or none where it was the only one chosen. */
export function pressDay({ date, until }: Pick<Filters, 'date' | 'until'>, day: string): Partial<Filters> {
  return { date: day === date && until === null ? null : day, until: null }
}

/** Adds the tag, or removes it where it is chosen already. */
export function toggleTag(tags: string[], tag: string): string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]
}

export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, page: 1 }) !== ''
}

/** The server's query for these filters. `today` is YYYY-MM-DD. */
export function queryOfFilters(filters: Filters, today: string): EventQueryInput {
  const { search, status, category, visibility, tags, free, online, near, page } = filters
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(category && { category }),
    ...(visibility && { visibility }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(free && { free }),
    ...(online && { online }),
    ...(near && { near }),
    ...queryOfDays(filters, today),
    sort: orderOf(filters),
    limit: pageSize,
    cursor: (page - 1) * pageSize,
  }
}

/** The part of the query that says when. What is over is listed for whoever asks for it: by the status, or by a day
 *  that has passed. */
export function queryOfDays(filters: Filters, today: string): EventQueryInput {
  const { date, until } = filters
  return { ...(date && { date }), ...(until && { until }), ...(leavesOutPast(filters, today) && { current: true }) }
}

function orderOf({ sort, search, status, near }: Filters): NonNullable<EventQueryInput['sort']> {
  if (sort !== null) return sort
  if (near) return 'nearest'
  if (search) return 'best'
  return status === 'COMPLETED' ? 'latest' : 'soonest'
}

/** The address of the list with these filters alone. */
function hrefOfAll(filters: Partial<Filters>): string {
  return `${paths.discover}${writeFilters({ ...noFilters, ...filters })}`
}

/** The address of the list with what was `chosen` alone; null where the list shows just that. */
export function hrefOfOnly(chosen: Partial<Filters>, shown: Filters): string | null {
  const href = hrefOfAll(chosen)
  return href === hrefOfAll({ ...shown, sort: null, page: 1 }) ? null : href
}

/** The address under which search engines know a page of the list. A category and its pages are lists of their own;
 *  with any other filter a list is a choice from these. What is no filter, such as the marks of campaigns, is
 *  dropped. */
export function canonicalHref(filters: Filters): string {
  const { category, page } = filters
  const isWhole = writeFilters({ ...noFilters, category, page }) === writeFilters(filters)
  return hrefOfAll(isWhole ? { category, page } : { category })
}

/** What was chosen last, as long as its list is on its way: the next press may come before the page knows of it. */
let coming: Filters | null = null

/** The chosen filters, and functions that change them. While a list is on its way those of the list that is still on
 *  the screen are `shown`: who presses quickly changes what they chose last. A press that turns something over gives a
 *  function of what was chosen last, which may not be on the screen yet. */
export function useFilters() {
  const [params] = useSearchParams()
  const { location: ahead } = useNavigation()
  const navigate = useNavigate()
  const shown = readFilters(params)
  const filters = ahead?.pathname === paths.discover ? readFilters(new URLSearchParams(ahead.search)) : shown
  const hrefOf = (change: Partial<Filters>) => `${paths.discover}${writeFilters(changeFilters(filters, change))}`

  async function choose(change: Partial<Filters> | ((last: Filters) => Partial<Filters>), { replace = false } = {}) {
    const last = coming ?? filters
    const next = changeFilters(last, typeof change === 'function' ? change(last) : change)
    coming = next
    await navigate(`${paths.discover}${writeFilters(next)}`, { replace, preventScrollReset: true })
    if (coming === next) coming = null
  }

  return { filters, shown, hrefOf, choose }
}

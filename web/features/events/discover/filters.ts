import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { asGregorian, isGivenDay } from '#contract/date-input.ts'
import { dayInBangkok } from '#contract/dates.ts'
import { splitCommas } from '#contract/endpoint.ts'
import { type EventQueryInput, leavesOutPast, readNear } from '#contract/events/event-list.ts'
import {
  type Category,
  categories,
  type EventStatus,
  eventStatuses,
  type Visibility,
  visibilities,
} from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import { readPage } from '#web/lib/page/load-page.ts'

/** Specification, section 9. */
export const pageSize = 6

/** Enough: search and filters find later events. */
export const mostPages = 100

/** The sort orders. By default the next events come first, or the best matches of a search. */
export const sorts = ['soonest', 'newest', 'popular', 'price'] as const
type Sort = (typeof sorts)[number]

/** The filters in the address: ?search=&status=&category=&visibility=&tags=
 *  &date=&until=&free=&online=&near=&sort=&page= */
export interface Filters {
  search: string
  status: EventStatus | null
  category: Category | null
  visibility: Visibility | null
  tags: string[]
  /** YYYY-MM-DD in the event's zone. */
  date: string | null
  /** The last day of a range that starts at `date`. */
  until: string | null
  free: boolean
  online: boolean
  /** The viewer's position to about a kilometre: '13.76,100.50'. */
  near: string | null
  sort: Sort | null
  /** From 1. */
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

/** Ignores invalid values. */
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

/** Also a day of the Buddhist era. */
function dayIn(text: string | null): string | null {
  const day = asGregorian(text ?? '')
  return isGivenDay(day) ? day : null
}

function oneOf<Option extends string>(options: readonly Option[], text: string | null): Option | null {
  return options.find((option) => option === text) ?? null
}

/** '?search=jazz&page=2', or '' without filters. */
export function writeFilters({ tags, page, free, online, ...rest }: Filters): string {
  const flags = { free: free && 'true', online: online && 'true' }
  const given = { ...rest, ...flags, tags: tags.join(','), page: page === 1 ? '' : String(page) }
  const params = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`
}

/** The filters for a feed: without page, order and the viewer's position, because feed addresses are passed on. Null for
 *  private events, because feeds show what visitors see. */
export function queryOfFeed(filters: Filters): string | null {
  return filters.visibility === 'PRIVATE' ? null : writeFilters({ ...filters, near: null, sort: null, page: 1 })
}

/** Changes the filters and returns to the first page. `near` excludes online and past events, so the latest of these
 *  choices wins. `today` is YYYY-MM-DD. */
export function changeFilters(filters: Filters, change: Partial<Filters>, today: string): Filters {
  const next = { ...filters, page: 1, ...change }
  const isOver = next.status === 'COMPLETED'
  const isPast = !leavesOutPast({ date: next.date, until: next.until }, today)
  if (change.near) {
    return { ...next, online: false, ...(isOver && { status: null }), ...(isPast && { date: null, until: null }) }
  }
  return next.online || isOver || isPast ? { ...next, near: null } : next
}

/** Chooses a day of the calendar, or clears it if it is the only one chosen. */
export function pressDay({ date, until }: Pick<Filters, 'date' | 'until'>, day: string): Partial<Filters> {
  return { date: day === date && until === null ? null : day, until: null }
}

export function toggleTag(tags: string[], tag: string): string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]
}

export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, page: 1 }) !== ''
}

/** `today` is YYYY-MM-DD. */
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
    grouped: true,
    limit: pageSize,
    cursor: (page - 1) * pageSize,
  }
}

/** Past events are listed only if asked for: by status, or by a past day. */
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

function hrefOfAll(filters: Partial<Filters>): string {
  return `${paths.discover}${writeFilters({ ...noFilters, ...filters })}`
}

/** The link to the list with only these filters; null if it is already shown. */
export function hrefOfOnly(chosen: Partial<Filters>, shown: Filters): string | null {
  const href = hrefOfAll(chosen)
  return href === hrefOfAll({ ...shown, sort: null, page: 1 }) ? null : href
}

/** The canonical address: categories and pages count as separate lists; all other parameters are dropped. */
export function canonicalHref(filters: Filters): string {
  const { category, page } = filters
  const isWhole = writeFilters({ ...noFilters, category, page }) === writeFilters(filters)
  return hrefOfAll(isWhole ? { category, page } : { category })
}

const today = () => dayInBangkok(new Date())

/** The latest choice while its list is loading: the next press may come before it is shown. */
let pending: Filters | null = null

/** `filters` are the chosen ones; `shown` are those of the list on screen, which differ while a list loads. `choose`
 *  changes the latest choice, which may not be on screen yet. */
export function useFilters() {
  const [params] = useSearchParams()
  const { location: upcoming } = useNavigation()
  const navigate = useNavigate()
  const shown = readFilters(params)
  // Unlike links, the address of a navigation has its language.
  const isFiltering = upcoming?.pathname === inLanguage(paths.discover)
  const filters = isFiltering ? readFilters(new URLSearchParams(upcoming.search)) : shown
  const hrefOf = (change: Partial<Filters>) =>
    `${paths.discover}${writeFilters(changeFilters(filters, change, today()))}`

  async function choose(change: (last: Filters) => Partial<Filters>) {
    const last = pending ?? filters
    const next = changeFilters(last, change(last), today())
    // All that is typed is one step of the history, behind the filter chosen before it.
    const replace = shown.search !== '' && next.search !== last.search
    pending = next
    await navigate(`${paths.discover}${writeFilters(next)}`, { replace, preventScrollReset: true })
    if (pending === next) pending = null
  }

  return { filters, shown, hrefOf, choose }
}

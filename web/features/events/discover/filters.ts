import type { EventQueryInput } from '#contract/events/event-list.ts'
import { Category, EventStatus, Visibility } from '#contract/events/events.ts'
import { GivenDay, splitCommas } from '#contract/fields.ts'
import { readPage } from '#web/lib/page/page-number.ts'

/** Events on one page of the list (specification, section 9). */
export const pageSize = 6

/** The filters of the list page, as its address holds them: ?search=&status=&category=&visibility=&tags=&date=&page= */
export interface Filters {
  search: string
  status: EventStatus | null
  category: Category | null
  visibility: Visibility | null
  tags: string[]
  /** YYYY-MM-DD in the event's zone. */
  date: string | null
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
  page: 1,
}

const searchMax = 200
const tagsMax = 20

/** Reads the filters from an address; values that make no sense are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  return {
    search: (params.get('search') ?? '').trim().slice(0, searchMax),
    status: EventStatus.safeParse(params.get('status')).data ?? null,
    category: Category.safeParse(params.get('category')).data ?? null,
    visibility: Visibility.safeParse(params.get('visibility')).data ?? null,
    tags: [...new Set(splitCommas(params.get('tags') ?? ''))].slice(0, tagsMax),
    date: GivenDay.safeParse(params.get('date')).data ?? null,
    page: readPage(params),
  }
}

/** The query of an address, such as '?search=jazz&page=2'; '' where nothing is chosen. */
export function writeFilters({ tags, page, ...rest }: Filters): string {
  const given = { ...rest, tags: tags.join(','), page: page === 1 ? '' : String(page) }
  const params = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`
}

/** Changes the filters; the list then starts at its first page. */
export function changeFilters(filters: Filters, change: Partial<Filters>): Filters {
  return { ...filters, page: 1, ...change }
}

/** Adds the tag, or removes it where it is chosen already. */
export function toggleTag(tags: string[], tag: string): string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]
}

export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, page: 1 }) !== ''
}

/** The server's query for these filters. */
export function queryOfFilters({ search, status, category, visibility, tags, date, page }: Filters): EventQueryInput {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(category && { category }),
    ...(visibility && { visibility }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(date && { date }),
    limit: pageSize,
    cursor: (page - 1) * pageSize,
  }
}

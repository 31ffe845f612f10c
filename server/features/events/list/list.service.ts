import { EventQuery, type EventSort, mostCounted } from '#contract/events/event-list.ts'
import { readerOf } from '#server/features/accounts/viewer.ts'
import { type ListedEvent, selectPage } from '#server/features/events/sql/listed-events.repository.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { keptLately } from './cached-counts.ts'
import {
  countListed,
  markOver,
  type Place,
  selectCounted,
  selectCountedPlaces,
  selectPlaces,
} from './list.repository.ts'
import { allListed, isCurrent, type Listing, type Source } from './list-branches.sql.ts'
import { meantSearch, type Search, typedSearch } from './search.service.ts'

interface EventPage {
  events: ListedEvent[]
  /** On all pages together; `mostCounted` + 1 where there are more and no counter knows how many. */
  total: number
  /** The cursor of the next page; null where this is the last. */
  next: number | string | null
}

/** One page of the events that the user, or a visitor, may see listed, and how many there are on all pages. */
export function list(ctx: Context, user: SignedInUser | null, query: EventQuery): Promise<EventPage> {
  return listPage(ctx.replica.for(user), {
    scope: 'listed',
    reader: readerOf(ctx.settings, user),
    query,
    now: ctx.now(),
  })
}

/** One page of an organizer's own events, and how many there are. Throws `organizers_only`. */
export async function listOwn(ctx: Context, user: SignedInUser, query: EventQuery): Promise<EventPage> {
  if (!(await isOrganizer(ctx.db, user.id))) throw new AppError('organizers_only')
  return listPage(ctx.db, { scope: 'own', reader: readerOf(ctx.settings, user), query, now: ctx.now() })
}

/** The numbers of the next events in the list that a visitor sees, without counting how many there are. */
export async function listNumbers(
  ctx: Context,
  query: EventQuery,
): Promise<{ ids: number[]; next: EventPage['next'] }> {
  const listing: Listing = { scope: 'listed', reader: readerOf(ctx.settings, null), query, now: ctx.now() }
  const db = ctx.replica.for(null)
  const limit = query.limit + 1
  // How many events have the words decides whether a mistake is forgiven.
  const places = query.search ? (await find(db, listing, limit)).places : await selectFound(db, listing, null, limit)
  const wanted = places.slice(0, query.limit)
  const isLast = wanted.length === places.length
  return { ids: wanted.map(({ id }) => id), next: isLast ? null : cursorBehind(query, wanted, wanted.length) }
}

/** How many of an organizer's events the user, or a visitor, finds listed: those that are not over, and those that are. */
export async function countOfOrganizer(
  ctx: Context,
  user: SignedInUser | null,
  organizer: number,
): Promise<{ current_events: number; past_events: number }> {
  const [reader, now] = [readerOf(ctx.settings, user), ctx.now()]
  const count = (given: Partial<EventQuery>) => {
    const query: EventQuery = { ...EventQuery.parse({}), organizer, ...given }
    return totalOf(ctx.db, { scope: 'listed', reader, query, now }, allListed)
  }
  const [current_events, past_events] = await Promise.all([count({ current: true }), count({ status: 'COMPLETED' })])
  return { current_events, past_events }
}

/** Where fewer events have the typed words, those are listed too that have words one mistake away. */
const few = 10

/** One page of a list of events. */
async function listPage(db: Db, listing: Listing): Promise<EventPage> {
  const { query, reader, scope, now } = listing
  // One more than wanted tells whether there is another page.
  const { places, total } = await find(db, listing, query.limit + 1)
  const wanted = places.slice(0, query.limit)
  const events = await selectPage(db, {
    ids: wanted.map(({ id }) => id),
    fields: query.fields,
    reader,
    tellKey: scope === 'own' ? 'owner' : 'nobody',
    now,
  })
  const isLast = events.length === 0 || events.length === places.length
  return { events, total, next: isLast ? null : cursorBehind(query, wanted, events.length) }
}

/** A part of a list, and how many events the whole has. */
interface Found {
  places: Place[]
  total: number
}

async function find(db: Db, listing: Listing, limit: number): Promise<Found> {
  const typed = await typedSearch(db, listing)
  if (typed === null) return both(totalOf(db, listing, allListed), selectFound(db, listing, null, limit))
  const found = await findSearched(db, listing, typed, limit)
  if (found.total >= few) return found
  const meant = await meantSearch(db, listing, typed)
  if (meant === null) return found
  return findSearched(db, listing, found.total > 0 ? meant : { ...meant, byFit: [meant.all] }, limit)
}

async function findSearched(db: Db, listing: Listing, search: Search, limit: number): Promise<Found> {
  const { sort, cursor } = listing.query
  const ranked = { sort: orderOf(listing.query), cursor, limit, first: [search.rank] }
  if (sort === 'best' && !search.all.isWalked && typeof cursor === 'number') {
    const found = await selectCountedPlaces(db, listing, { source: search.all, ...ranked })
    if (found) return found
  }
  const counting = totalOf(db, listing, search.counted, search)
  if (sort !== 'best') return both(counting, selectFound(db, listing, search, limit))
  const total = await counting
  const places =
    total < manyCounted
      ? await selectPlaces(db, listing, { source: search.counted, ...ranked })
      : await selectFound(db, listing, search, limit)
  return { places, total }
}

async function both(counting: Promise<number>, finding: Promise<Place[]>): Promise<Found> {
  const [total, places] = await Promise.all([counting, finding])
  return { places, total }
}

async function selectFound(db: Db, listing: Listing, search: Search | null, limit: number): Promise<Place[]> {
  const { query, now } = listing
  const sort = orderOf(query)
  const { cursor } = query
  const isBest = search !== null && query.sort === 'best'
  if (isBest && typeof cursor === 'string') return []
  const sources = isBest ? search.byFit : [search?.all ?? allListed]
  // What fits best comes first, what has a mistake last; and what is yet to begin before what is under way.
  const parts = sources.flatMap((source) => stages(query).map((status) => ({ source, status })))
  if (parts.length > 1 && typeof cursor === 'number' && cursor > mostCounted) return []
  const isUnderWay = typeof cursor === 'string' && Number(cursor.split('_')[1]) <= now.getTime() * 1_000
  const left = parts.length > 1 && isUnderWay ? parts.slice(1) : parts
  if (left.length === 1 && left[0]) return selectPart(db, listing, left[0], { sort, cursor, limit })
  const offset = typeof cursor === 'number' ? cursor : 0
  const places: Place[] = []
  for (const [place, part] of left.entries()) {
    const missing = offset + limit - places.length
    const behind = place === 0 && typeof cursor === 'string' ? cursor : 0
    if (missing > 0) places.push(...(await selectPart(db, listing, part, { sort, cursor: behind, limit: missing })))
  }
  return places.slice(offset)
}

interface ListPart {
  source: Source
  status: EventQuery['status']
}

function selectPart(
  db: Db,
  listing: Listing,
  { source, status }: ListPart,
  page: { sort: Exclude<EventSort, 'best'>; cursor: EventQuery['cursor']; limit: number },
): Promise<Place[]> {
  const first = source.rank ? [source.rank] : []
  return selectPlaces(db, { ...listing, query: { ...listing.query, status } }, { source, first, ...page })
}

/** A list of what is not over, the next first, begins with what is yet to begin: what has run for weeks is no news. */
function stages({ current, status, sort }: EventQuery): EventQuery['status'][] {
  return current && status === undefined && sort === 'soonest' ? ['UPCOMING', 'ONGOING'] : [status]
}

/** What fits a search equally well comes in the order of its beginning: the next first, or the last that is over. */
function orderOf(query: EventQuery): Exclude<EventSort, 'best'> {
  if (query.sort === 'nearest' && query.near === undefined) return 'soonest'
  if (query.sort !== 'best') return query.sort
  return isCurrent(query) ? 'soonest' : 'latest'
}

function cursorBehind(query: EventQuery, places: Place[], shown: number): number | string | null {
  if (query.sort === 'best') return (typeof query.cursor === 'number' ? query.cursor : 0) + shown
  return places[shown - 1]?.after ?? null
}

async function totalOf(db: Db, listing: Listing, source: Source, search?: Search): Promise<number> {
  const { scope, reader, query, now } = listing
  if (scope === 'own') return countListed(db, listing, source)
  const ofPublic = isCounted(query)
    ? await countedBy(db, query, now)
    : await countMany(db, listing, source, 'public', search)
  if (reader.id === null || (ofPublic > mostCounted && !isCounted(query))) return ofPublic
  return ofPublic + (await countMany(db, listing, source, 'private', search))
}

/** Whether a counter knows how many public events a list has. */
function isCounted(query: EventQuery): boolean {
  const { search, status, visibility, date, free, online, organizer, near, category, tags = '' } = query
  const others = search || visibility || date || organizer || near || free !== undefined || online !== undefined
  const kinds = [category, tags].filter(Boolean).length
  return !others && (status === undefined || status === 'COMPLETED') && kinds <= 1 && !tags.includes(',')
}

async function countedBy(db: Db, query: EventQuery, now: Date): Promise<number> {
  const { current_events, past_events } = await selectCounted(db, query, now)
  if (query.status === 'COMPLETED') return query.current ? 0 : past_events
  return query.current ? current_events : current_events + past_events
}

/** From this number of events on a total may be half a minute old: counting so many takes long, and among them one more or
 *  less is not missed. */
const manyCounted = 1_000
const keptTotal = keptLately<number>({ most: 1_000, isKept: (total) => total >= manyCounted })

function countMany(
  db: Db,
  listing: Listing,
  source: Source,
  only: 'public' | 'private',
  search?: Search,
): Promise<number> {
  const { cursor: _, limit: __, fields: ___, sort: ____, ...filters } = listing.query
  // Near whatever point, the list has the same events.
  const narrowed = { ...filters, near: filters.near !== undefined }
  const key = JSON.stringify([only === 'public' ? null : listing.reader, narrowed, search?.words])
  return keptTotal(db, key, () => countListed(db, listing, source, only))
}

const atOnce = 500

/** Marks all events that have ended as over, so that lists of what is not over do not have to pass them by. */
export async function markEndedEvents(ctx: Context): Promise<void> {
  while ((await markOver(ctx.db, ctx.now(), atOnce)) === atOnce);
}

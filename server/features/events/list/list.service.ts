import type { Reply } from '#contract/endpoint.ts'
import { EventQuery } from '#contract/events/event-list.schemas.ts'
import { type EventSort, mostCounted } from '#contract/events/event-list.ts'
import type { listTeamEvents } from '#contract/tickets/team.ts'
import { viewerOf } from '#server/features/accounts/viewer.ts'
import { type ListedEvent, selectPage } from '#server/features/events/sql/listed-events.repository.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import { selectTeamEvents } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { cacheSlow } from '#server/lib/postgres/slow-results.ts'
import {
  countHidden,
  countListed,
  type ListedId,
  markOver,
  rewriteListings,
  selectCounted,
  selectCountedIds,
  selectIds,
} from './list.repository.ts'
import { allListed, isCurrent, type Listing, type Source } from './list-branches.sql.ts'
import { correctedSearch, type Search, typedSearch } from './search.service.ts'

interface EventPage {
  events: ListedEvent[]
  /** On all pages; `mostCounted` + 1 if there are more and no counter knows. */
  total: number
  /** Null on the last page. */
  next: number | string | null
}

/** One page of the events listed for the user or a visitor. */
export function list(ctx: Context, user: SignedInUser | null, query: EventQuery): Promise<EventPage> {
  return listPage(ctx.replica.for(user), {
    scope: 'listed',
    viewer: viewerOf(ctx.settings, user),
    query,
    now: ctx.now(),
  })
}

/** One page of the organizer's own events. Throws `organizers_only`. */
export async function listOwn(ctx: Context, user: SignedInUser, query: EventQuery): Promise<EventPage> {
  if (!(await isOrganizer(ctx.db, user.id))) throw new AppError('organizers_only')
  return listPage(ctx.db, { scope: 'own', viewer: viewerOf(ctx.settings, user), query, now: ctx.now() })
}

/** The events of others that the user helps with, as cards. */
export async function listTeam(ctx: Context, user: SignedInUser): Promise<Reply<typeof listTeamEvents>> {
  const now = ctx.now()
  const found = await selectTeamEvents(ctx.db, user.id, now)
  const viewer = viewerOf(ctx.settings, user)
  const ids = found.map(({ event_id }) => event_id)
  const events = await selectPage(ctx.db, { ids, fields: 'card', viewer, keyFor: 'nobody', now })
  const roles = new Map(found.map(({ event_id, role }) => [event_id, role]))
  return events.flatMap((event) => {
    const role = roles.get(event.id)
    return role === undefined ? [] : [{ role, event }]
  })
}

/** Event ids as a visitor sees the list, without the total. */
export async function listIds(ctx: Context, query: EventQuery): Promise<{ ids: number[]; next: EventPage['next'] }> {
  const listing: Listing = { scope: 'listed', viewer: viewerOf(ctx.settings, null), query, now: ctx.now() }
  const db = ctx.replica.for(null)
  const limit = query.limit + 1
  // The number of matches decides whether typing mistakes are forgiven.
  const ids = query.search ? (await find(db, listing, limit)).ids : await selectFound(db, listing, null, limit)
  const wanted = ids.slice(0, query.limit)
  const isLast = wanted.length === ids.length
  return { ids: wanted.map(({ id }) => id), next: isLast ? null : cursorBehind(query, wanted, wanted.length) }
}

/** Counts of an organizer's current and past events listed for the user or a visitor. */
export async function countOfOrganizer(
  ctx: Context,
  user: SignedInUser | null,
  organizer: number,
): Promise<{ current_events: number; past_events: number }> {
  const [viewer, now] = [viewerOf(ctx.settings, user), ctx.now()]
  const count = (given: Partial<EventQuery>) => {
    const query: EventQuery = { ...EventQuery.parse({}), organizer, ...given }
    return totalOf(ctx.db, { scope: 'listed', viewer, query, now }, allListed)
  }
  const [current_events, past_events] = await Promise.all([count({ current: true }), count({ status: 'COMPLETED' })])
  return { current_events, past_events }
}

/** With fewer matches than this, words one typing mistake away match too. */
const fewestForExact = 10

async function listPage(db: Db, listing: Listing): Promise<EventPage> {
  const { query, viewer, scope, now } = listing
  // One more shows whether there is another page.
  const { ids, total } = await find(db, listing, query.limit + 1)
  const wanted = ids.slice(0, query.limit)
  const events = await selectPage(db, {
    ids: wanted.map(({ id }) => id),
    fields: query.fields,
    viewer,
    keyFor: scope === 'own' ? 'owner' : 'nobody',
    now,
  })
  const isLast = events.length === 0 || events.length === ids.length
  return { events, total, next: isLast ? null : cursorBehind(query, wanted, events.length) }
}

interface Found {
  ids: ListedId[]
  total: number
}

async function find(db: Db, listing: Listing, limit: number): Promise<Found> {
  const typed = await typedSearch(db, listing)
  if (typed === null) return both(totalOf(db, listing, allListed), selectFound(db, listing, null, limit))
  const found = await findSearched(db, listing, typed, limit)
  if (found.total >= fewestForExact) return found
  const meant = await correctedSearch(db, listing, typed)
  if (meant === null) return found
  return findSearched(db, listing, found.total > 0 ? meant : { ...meant, byFit: [meant.all] }, limit)
}

async function findSearched(db: Db, listing: Listing, search: Search, limit: number): Promise<Found> {
  const { sort, cursor } = listing.query
  const ranked = { sort: orderOf(listing.query), cursor, limit, first: [search.rank] }
  if (sort === 'best' && !search.all.isWalked && typeof cursor === 'number') {
    const found = await selectCountedIds(db, listing, { source: search.all, ...ranked })
    if (found) return found
  }
  const counting = totalOf(db, listing, search.counted, search)
  if (sort !== 'best') return both(counting, selectFound(db, listing, search, limit))
  const total = await counting
  const ids =
    total < manyCounted
      ? await selectIds(db, listing, { source: search.counted, ...ranked })
      : await selectFound(db, listing, search, limit)
  return { ids, total }
}

async function both(counting: Promise<number>, finding: Promise<ListedId[]>): Promise<Found> {
  const [total, ids] = await Promise.all([counting, finding])
  return { ids, total }
}

async function selectFound(db: Db, listing: Listing, search: Search | null, limit: number): Promise<ListedId[]> {
  const { query, now } = listing
  const sort = orderOf(query)
  const { cursor } = query
  const isBest = search !== null && query.sort === 'best'
  if (isBest && typeof cursor === 'string') return []
  const sources = isBest ? search.byFit : [search?.all ?? allListed]
  // Best match first, corrected words last; upcoming events before running ones.
  const parts = sources.flatMap((source) => stages(query).map((status) => ({ source, status })))
  if (parts.length > 1 && typeof cursor === 'number' && cursor > mostCounted) return []
  const left = parts.length > 1 && isAmongRunning(cursor, now) ? parts.slice(1) : parts
  if (left.length === 1 && left[0]) return selectPart(db, listing, left[0], { sort, cursor, limit })
  const offset = typeof cursor === 'number' ? cursor : 0
  const ids: ListedId[] = []
  for (const [place, part] of left.entries()) {
    const missing = offset + limit - ids.length
    const behind = place === 0 && typeof cursor === 'string' ? cursor : 0
    if (missing > 0) ids.push(...(await selectPart(db, listing, part, { sort, cursor: behind, limit: missing })))
  }
  return ids.slice(offset)
}

/** Whether a cursor is in the second stage of a list of current events. */
function isAmongRunning(cursor: EventQuery['cursor'], now: Date): boolean {
  if (typeof cursor !== 'string') return false
  const [stage, starts] = cursor.split('_')
  // Addresses with a cursor from before it named the stage are still around.
  return stage === 'after' ? Number(starts) <= now.getTime() * 1_000 : stage === 'ongoing'
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
): Promise<ListedId[]> {
  const first = source.rank ? [source.rank] : []
  const part = { ...listing, query: { ...listing.query, status }, whole: listing.query }
  const stage = status === listing.query.status ? undefined : status?.toLowerCase()
  return selectIds(db, part, { source, first, stage, ...page })
}

/** Lists of current events begin with upcoming ones: events that have run for weeks are no news. */
function stages({ current, status, sort }: EventQuery): EventQuery['status'][] {
  return current && status === undefined && sort === 'soonest' ? ['UPCOMING', 'ONGOING'] : [status]
}

/** Equal matches are sorted by start: next first, or latest first for past events. */
function orderOf(query: EventQuery): Exclude<EventSort, 'best'> {
  if (query.sort === 'nearest' && query.near === undefined) return 'soonest'
  if (query.sort !== 'best') return query.sort
  return isCurrent(query) ? 'soonest' : 'latest'
}

function cursorBehind(query: EventQuery, ids: ListedId[], shown: number): number | string | null {
  if (query.sort === 'best') return (typeof query.cursor === 'number' ? query.cursor : 0) + shown
  return ids[shown - 1]?.after ?? null
}

/** All viewers share the cached number of public events, so nothing about the viewer may narrow `publicBranches`. */
async function totalOf(db: Db, listing: Listing, source: Source, search?: Search): Promise<number> {
  const { scope, viewer, query, now } = listing
  if (scope === 'own') return countListed(db, listing, source)
  const isExact = isCounted(query)
  const counted = isExact ? await countedBy(db, query, now) : await countMany(db, listing, source, 'public', search)
  const ofPublic = isExact ? counted - (await hiddenOf(db, listing, counted)) : counted
  if (viewer.id === null || (ofPublic > mostCounted && !isExact)) return ofPublic
  return ofPublic + (await countMany(db, listing, source, 'private', search))
}

/** Whether a counter has the number of public events in the list. */
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

/** Totals from this number on may be half a minute old: counting is slow, and one more or less does not matter. */
const manyCounted = 1_000
const cachedTotal = cacheSlow<number>({ maxEntries: 1_000, isSlow: (total) => total >= manyCounted })

const cachedHidden = cacheSlow<{ counted: number; hidden: number }>({
  maxEntries: 1_000,
  isSlow: ({ counted }) => counted >= manyCounted,
})

/** How many of the `counted` public events are left out because the list has one date of each series. */
async function hiddenOf(db: Db, { query, now }: Listing, counted: number): Promise<number> {
  if (!query.grouped) return 0
  const { category, tags, status, current } = query
  const count = async () => ({ counted, hidden: await countHidden(db, { query, now }) })
  return (await cachedHidden(db, JSON.stringify([category, tags, status, current]), count)).hidden
}

function countMany(
  db: Db,
  listing: Listing,
  source: Source,
  only: 'public' | 'private',
  search?: Search,
): Promise<number> {
  const { cursor: _, limit: __, fields: ___, sort: ____, ...filters } = listing.query
  // The point changes only the order.
  const narrowed = { ...filters, near: filters.near !== undefined }
  const key = JSON.stringify([only === 'public' ? null : listing.viewer, narrowed, search?.words])
  return cachedTotal(db, key, () => countListed(db, listing, source, only))
}

const atOnce = 500

/** Marks ended events as over, so that lists of current events need not skip them. */
export async function markEndedEvents(ctx: Context): Promise<void> {
  while ((await markOver(ctx.db, ctx.now(), atOnce)) === atOnce);
}

/** Applications to these events wait meanwhile, about 0.7 ms per event. */
const rewrittenAtOnce = 100

/** After a rename, whose trigger queues this: a search finds the owner's events by the organizer's new name. */
export async function rewriteListingsOf(ctx: Context, owner: number): Promise<void> {
  const rewriteAfter = (id: number) => ctx.db.transaction((tx) => rewriteListings(tx, owner, id, rewrittenAtOnce))
  for (let last = await rewriteAfter(0); last !== null; last = await rewriteAfter(last));
}

import { startOfDayInBangkok } from '#contract/dates.ts'
import { splitCommas } from '#contract/endpoint.ts'
import type { EventQuery } from '#contract/events/event-list.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { join, type Sql, sql } from '#server/lib/postgres/database.ts'

/** `listed` is what the viewer may see in lists, `own` their own events. */
type Scope = 'listed' | 'own'

export interface Listing {
  scope: Scope
  viewer: Viewer
  query: EventQuery
  /** The query that this one is a part of, if it is one. */
  whole?: EventQuery
  now: Date
}

/** The rows a list is taken from: all, or those that match a search. */
export interface Source {
  /** The condition on a row `l`. */
  where: Sql
  /** A condition for an index that finds all these rows and perhaps a few more; null if there is none. */
  indexed: Sql | null
  /** Whether so many rows match that public events are read in the order of the list until the page is full. */
  isWalked: boolean
  /** An integer to sort by first, ascending. */
  rank?: Sql
}

export const allListed: Source = { where: sql`true`, indexed: null, isWalked: true }

/** One part of a list: FROM `table` AS l WHERE `where`. */
interface Branch {
  isPublic: boolean
  table: Sql
  where: Sql
  /** The condition on `event_seats s` for lists sorted by seats, whose indexes are split by public and `is_over`. */
  ofSeats: Sql
}

/** Whether a private event is in the viewer's lists: for their email domain, their own, or one they applied for. The rule is
 *  that of `isListedFor` in `event-conditions.sql.ts`, on the columns of `private_listings`. */
function isPrivateListedFor(viewer: Viewer): Sql {
  return sql`(${isForDomain(viewer)} OR ${isOwnOrHeld(viewer)})`
}

function isForDomain({ emailDomain }: Pick<Viewer, 'emailDomain'>): Sql {
  return sql`l.domains @> ARRAY[${emailDomain}::text]`
}

function isOwnOrHeld({ id }: Viewer): Sql {
  return sql`(
    l.user_id = ${id}::integer
    OR l.event_id = ANY (ARRAY(SELECT event_id FROM tickets WHERE user_id = ${id}::integer AND status <> 'CANCELLED')))`
}

/** Private events listed for the viewer in a period, and some that end as it begins. None for visitors. */
export function privateListingsDuring(viewer: Viewer, begin: Sql, end: Sql): Sql {
  const where = viewer.id === null ? sql`false` : isPrivateListedFor(viewer)
  return sql`SELECT l.* FROM private_listings l WHERE ${where} AND ${during(begin, end)}`
}

/** Private events for an email domain. */
export function listingsOfDomain(viewer: Pick<Viewer, 'emailDomain'>): Sql {
  return sql`SELECT l.* FROM private_listings l WHERE ${isForDomain(viewer)}`
}

/** Private events listed for the viewer for another reason than their email domain. None for visitors. */
export function listingsBeyondDomain(viewer: Viewer): Sql {
  const where = viewer.id === null ? sql`false` : sql`${isOwnOrHeld(viewer)} AND NOT ${isForDomain(viewer)}`
  return sql`SELECT l.* FROM private_listings l WHERE ${where}`
}

/** More events than ever end between two runs of `markEndedEvents`. */
const maxUnmarked = 5_000

/** Categories and tags of public events that have ended but are not marked yet, so counters still count them as
 *  current. The limit tells the planner that they are few. */
export function unmarkedListings(now: Date): Sql {
  return sql`
    SELECT category, tags
    FROM (SELECT * FROM event_listings WHERE NOT is_over AND ends <= ${now} ORDER BY ends LIMIT ${maxUnmarked}) ended
    WHERE is_public`
}

/** The parts of a list, without overlap. Each has an index: past public events, current public events, and the few
 *  private events of the viewer. */
export function branches(listing: Listing, source: Source): Branch[] {
  const all = everyDate(listing, source)
  if (!listing.query.grouped) return all
  const { viewer, scope } = listing
  return all.map((branch) => {
    const among = branch.isPublic
      ? sql`event_listings l WHERE l.is_public`
      : scope === 'own'
        ? sql`event_listings l WHERE l.user_id = ${viewer.id}::integer`
        : sql`private_listings l WHERE ${isPrivateListedFor(viewer)}`
    return { ...branch, where: sql`${branch.where} AND ${isFirstOfSeries(listing, source, among)}` }
  })
}

/** Whether a row `l` comes before all others of its series that match: the next date first, then past dates, latest first. */
function isFirstOfSeries({ query, whole = query, now }: Listing, source: Source, among: Sql): Sql {
  const order = sql`
    l.starts <= ${now}::timestamptz, greatest(l.starts - ${now}::timestamptz, ${now}::timestamptz - l.starts), l.event_id`
  // The row of the list is `own` here, because the conditions are about rows `l`.
  return sql`(
    l.series_id IS NULL OR NOT EXISTS (
      SELECT FROM (SELECT l.series_id, ROW(${order}) AS place) own CROSS JOIN LATERAL (
        SELECT FROM ${among} AND l.series_id = own.series_id AND ROW(${order}) < own.place
          AND ${matches(whole, now)} AND ${isOnDays(whole)} AND ${source.where}
      ) earlier
    ))`
}

/** How many public rows the list leaves out because it has another date of their series. */
export function hiddenDates({ query, now }: Pick<Listing, 'query' | 'now'>): Sql {
  return sql`
    SELECT (count(*) - count(DISTINCT l.series_id))::int AS total
    FROM event_listings l WHERE l.series_id IS NOT NULL AND l.is_public AND ${matches(query, now)}`
}

function everyDate(listing: Listing, source: Source): Branch[] {
  const { scope, viewer, query, now } = listing
  const wantedByQuery = sql`${matches(query, now)} AND ${isOnDays(query)} AND ${bothOf(source)}`
  const ofViewer = (table: Sql, where: Sql, ofSeats: Sql): Branch => {
    return { isPublic: false, table, where: sql`${where} AND ${wantedByQuery}`, ofSeats }
  }
  if (scope === 'own') return [ofViewer(sql`event_listings`, sql`l.user_id = ${viewer.id}::integer`, sql`true`)]
  const found = query.visibility === 'PRIVATE' ? [] : publicBranches(listing, source)
  if (query.visibility !== 'PUBLIC' && viewer.id !== null) {
    const wanted = sql`${isPrivateListedFor(viewer)} AND ${touchesTime(query, now)}`
    const privateBranch =
      halvesOf(query, now).length === 1
        ? ofViewer(sql`private_listings`, sql`NOT l.is_over AND ${wanted}`, sql`NOT s.is_listed AND NOT s.is_over`)
        : ofViewer(sql`private_listings`, wanted, sql`NOT s.is_listed`)
    found.push(privateBranch)
  }
  return found
}

/** The public rows of a search by index, one half per value of `is_over`, as a CTE. */
export function foundRows({ query, now }: Listing, source: Source): Sql | null {
  if (source.isWalked) return null
  const half = (isOver: Sql) =>
    sql`SELECT l.* FROM event_listings l WHERE l.is_public AND l.is_over = ${isOver} AND ${bothOf(source)}`
  return join(halvesOf(query, now).map(half), ' UNION ALL ')
}

function bothOf({ where, indexed }: Source): Sql {
  return indexed === null ? where : sql`${indexed} AND ${where}`
}

/** The values of `is_over` to read. Marked rows are over; unmarked ones may be over too. */
function halvesOf(query: EventQuery, now: Date): Sql[] {
  return isCurrent(query) || isInFuture(query, now) ? [sql`false`] : [sql`false`, sql`true`]
}

function publicBranches({ query, now }: Pick<Listing, 'query' | 'now'>, source: Source): Branch[] {
  const { date } = query
  const wanted = sql`l.is_public AND ${matches(query, now)}`
  const branch = (table: Sql, where: Sql, ofSeats: Sql): Branch => {
    return { isPublic: true, table, where: sql`${wanted} AND ${where}`, ofSeats: sql`s.is_listed AND ${ofSeats}` }
  }
  const inHalves = (table: Sql, where: Sql) =>
    halvesOf(query, now).map((isOver) =>
      branch(table, sql`l.is_over = ${isOver} AND ${where}`, sql`s.is_over = ${isOver}`),
    )
  if (!source.isWalked) return inHalves(sql`found`, isOnDays(query))
  if (date === undefined) return inHalves(sql`event_listings`, source.where)
  // Events that begin on the days are adjacent in every order. Events already running then may be anywhere before, so
  // they are found by their period alone; OFFSET 0 keeps the planner from merging the subquery.
  const { begin, end } = daysOf(date, query.until)
  const running = sql`(
    SELECT * FROM event_listings r
    WHERE r.is_public AND tstzrange(r.starts, r.ends) @> ${begin}::timestamptz AND r.starts < ${begin} OFFSET 0)`
  return [
    ...inHalves(sql`event_listings`, sql`l.starts >= ${begin} AND l.starts < ${end} AND ${source.where}`),
    branch(running, source.where, sql`true`),
  ]
}

/** Whether a list has only current events. */
export function isCurrent({ current, status, near }: EventQuery): boolean {
  return current === true || near !== undefined || status === 'UPCOMING' || status === 'ONGOING'
}

/** Whether all days of a list are in the future: then nothing on them can be over. */
function isInFuture({ date }: EventQuery, now: Date): boolean {
  return date !== undefined && startOfDayInBangkok(date) >= now
}

/** The condition for all parameters except search and days. */
function matches(query: EventQuery, now: Date): Sql {
  const wanted = [sql`true`]
  // True of nearly all rows that are not marked over. The planner expects a quarter of them, so adding 0 keeps it from reading the
  // whole index on ends.
  if ((query.current || query.near) && !isInFuture(query, now)) wanted.push(sql`l.ends + interval '0' > ${now}`)
  if (query.near) wanted.push(sql`l.place IS NOT NULL`)
  if (query.status === 'UPCOMING') wanted.push(sql`l.starts > ${now}`)
  // The range has its own index for the few running events.
  if (query.status === 'ONGOING') wanted.push(sql`tstzrange(l.starts, l.ends) @> ${now}::timestamptz`)
  if (query.status === 'COMPLETED') wanted.push(sql`l.ends <= ${now} AND l.starts < ${now}`)
  if (query.category) wanted.push(sql`l.category = ${query.category}`)
  if (query.visibility) wanted.push(sql`l.is_public = ${query.visibility === 'PUBLIC'}`)
  if (query.tags) wanted.push(sql`l.tags && ${splitCommas(query.tags)}::text[]`)
  if (query.organizer) wanted.push(sql`l.user_id = (SELECT user_id FROM organizers WHERE id = ${query.organizer})`)
  if (query.free !== undefined) wanted.push(query.free ? sql`l.price = 0` : sql`l.price > 0`)
  if (query.online !== undefined) wanted.push(query.online ? sql`l.is_online` : sql`NOT l.is_online`)
  return join(wanted, ' AND ')
}

/** Whether an event overlaps the days of a list; for few rows. */
function isOnDays({ date, until }: EventQuery): Sql {
  if (date === undefined) return sql`true`
  const { begin, end } = daysOf(date, until)
  return sql`l.starts < ${end} AND l.ends > ${begin}`
}

/** Narrows private events to a period by index; may include some that end as it begins. */
function touchesTime({ date, until, status }: EventQuery, now: Date): Sql {
  if (date !== undefined) {
    const { begin, end } = daysOf(date, until)
    return during(begin, end)
  }
  return status === 'ONGOING' ? sql`tstzrange(l.starts, l.ends, '[]') @> ${now}::timestamptz` : sql`true`
}

function during(begin: Sql | Date, end: Sql | Date): Sql {
  return sql`tstzrange(l.starts, l.ends, '[]') && tstzrange(${begin}::timestamptz, ${end}::timestamptz)`
}

function daysOf(first: string, until: string | undefined): { begin: Date; end: Date } {
  const last = until !== undefined && until > first ? until : first
  const day = 24 * 3_600_000
  return { begin: startOfDayInBangkok(first), end: new Date(startOfDayInBangkok(last).getTime() + day) }
}

import type { EventQuery } from '#contract/events/event-list.ts'
import { splitCommas, startOfDayInBangkok } from '#contract/fields.ts'
import type { Reader } from '#server/features/accounts/viewer.ts'
import { join, type Sql, sql } from '#server/lib/postgres/database.ts'

/** Where lists of events look: among what the reader may see listed, or among their own. */
type Scope = 'listed' | 'own'

/** Which list of events is read, by whom, and when. */
export interface Listing {
  scope: Scope
  reader: Reader
  query: EventQuery
  now: Date
}

/** The rows that are looked through: all, or those with the words of a search. */
export interface Source {
  /** The condition on a row `l`. */
  where: Sql
  /** A condition by which an index finds all such rows and perhaps some more; null where none does. */
  indexed: Sql | null
  /** Whether public events are walked in the order of the list, because so many are such rows. */
  isWalked: boolean
  /** By which whole number the rows are sorted before anything else, the smallest first. */
  rank?: Sql
}

export const allListed: Source = { where: sql`true`, indexed: null, isWalked: true }

/** A part of a list: `FROM` these tables as `l`, `WHERE` this. */
interface Branch {
  isPublic: boolean
  table: Sql
  where: Sql
  /** The condition on `event_seats s`, where the list goes by the seats: indexes have public and private events, by `is_over`. */
  ofSeats: Sql
}

/** Whether a row of `private_listings l` is an event that lists show to the reader: one for their email's domain, their own, or
 *  one that they have applied for. */
function isFor(reader: Reader): Sql {
  return sql`(${isForDomain(reader)} OR ${isOwnOrHeld(reader)})`
}

function isForDomain({ emailDomain }: Pick<Reader, 'emailDomain'>): Sql {
  return sql`l.domains @> ARRAY[${emailDomain}::text]`
}

function isOwnOrHeld({ id }: Reader): Sql {
  return sql`(
    l.user_id = ${id}::integer
    OR l.event_id = ANY (ARRAY(SELECT event_id FROM tickets WHERE user_id = ${id}::integer AND status <> 'CANCELLED')))`
}

/** The private events that lists show to the reader and that may take place in a time, with some that end when it begins: the
 *  rows of `private_listings`, or of none for a visitor. */
export function privateListingsDuring(reader: Reader, begin: Sql, end: Sql): Sql {
  const where = reader.id === null ? sql`false` : isFor(reader)
  return sql`SELECT l.* FROM private_listings l WHERE ${where} AND ${during(begin, end)}`
}

/** Those for an email domain, which everybody with it sees. */
export function listingsOfDomain(reader: Pick<Reader, 'emailDomain'>): Sql {
  return sql`SELECT l.* FROM private_listings l WHERE ${isForDomain(reader)}`
}

/** Those that lists show to the reader and that are not for their email domain; of none for a visitor. */
export function listingsBeyondDomain(reader: Reader): Sql {
  const where = reader.id === null ? sql`false` : sql`${isOwnOrHeld(reader)} AND NOT ${isForDomain(reader)}`
  return sql`SELECT l.* FROM private_listings l WHERE ${where}`
}

/** The most events that end between two rounds of the task that marks them as over, or more than ever will. */
const mostLate = 5_000

/** The category and tags of public events that have ended, and that counters hold for current until they are marked. The
 *  limit tells the planner that they are few. */
export function lateListings(now: Date): Sql {
  return sql`
    SELECT category, tags
    FROM (SELECT * FROM event_listings WHERE NOT is_over AND ends <= ${now} ORDER BY ends LIMIT ${mostLate}) ended
    WHERE is_public`
}

/** The parts whose rows together are the list, each row once. An index serves each of them: public events that are over,
 *  public ones that are not, and the few private ones that the reader may see. */
export function branches(listing: Listing, source: Source): Branch[] {
  const { scope, reader, query, now } = listing
  const few = sql`${matches(query, now)} AND ${isOnDays(query)} AND ${bothOf(source)}`
  const ofReader = (table: Sql, where: Sql, ofSeats: Sql) => ({
    ...{ isPublic: false, table, where: sql`${where} AND ${few}`, ofSeats },
  })
  if (scope === 'own') return [ofReader(sql`event_listings`, sql`l.user_id = ${reader.id}::integer`, sql`true`)]
  const found = query.visibility === 'PRIVATE' ? [] : publicBranches(listing, source)
  if (query.visibility !== 'PUBLIC' && reader.id !== null) {
    const wanted = sql`${isFor(reader)} AND ${touchesTime(query, now)}`
    const half =
      halvesOf(query, now).length === 1
        ? ofReader(sql`private_listings`, sql`NOT l.is_over AND ${wanted}`, sql`NOT s.is_listed AND NOT s.is_over`)
        : ofReader(sql`private_listings`, wanted, sql`NOT s.is_listed`)
    found.push(half)
  }
  return found
}

/** The public rows of a search that is not walked, each half by an index of its own: what stands before the statement. */
export function foundRows({ query, now }: Listing, source: Source): Sql | null {
  if (source.isWalked) return null
  const half = (isOver: Sql) =>
    sql`SELECT l.* FROM event_listings l WHERE l.is_public AND l.is_over = ${isOver} AND ${bothOf(source)}`
  return join(halvesOf(query, now).map(half), ' UNION ALL ')
}

function bothOf({ where, indexed }: Source): Sql {
  return indexed === null ? where : sql`${indexed} AND ${where}`
}

/** The values of `is_over` that the rows of a list have: what it marks is over, while what it does not may be. */
function halvesOf(query: EventQuery, now: Date): Sql[] {
  return isCurrent(query) || isComing(query, now) ? [sql`false`] : [sql`false`, sql`true`]
}

function publicBranches({ query, now }: Listing, source: Source): Branch[] {
  const { date } = query
  const wanted = sql`l.is_public AND ${matches(query, now)}`
  const branch = (table: Sql, where: Sql, ofSeats: Sql): Branch => ({
    ...{ isPublic: true, table, where: sql`${wanted} AND ${where}`, ofSeats: sql`s.is_listed AND ${ofSeats}` },
  })
  const inHalves = (table: Sql, where: Sql) =>
    halvesOf(query, now).map((isOver) =>
      branch(table, sql`l.is_over = ${isOver} AND ${where}`, sql`s.is_over = ${isOver}`),
    )
  if (!source.isWalked) return inHalves(sql`found`, isOnDays(query))
  if (date === undefined) return inHalves(sql`event_listings`, source.where)
  // What begins on the days lies together in every order. What runs when they begin may lie anywhere before: it is found by
  // its time alone, which the OFFSET makes sure of.
  const { begin, end } = daysOf(date, query.until)
  const running = sql`(
    SELECT * FROM event_listings r
    WHERE r.is_public AND tstzrange(r.starts, r.ends) @> ${begin}::timestamptz AND r.starts < ${begin} OFFSET 0)`
  return [
    ...inHalves(sql`event_listings`, sql`l.starts >= ${begin} AND l.starts < ${end} AND ${source.where}`),
    branch(running, source.where, sql`true`),
  ]
}

/** Whether a list holds only events that are not over. */
export function isCurrent({ current, status, near }: EventQuery): boolean {
  return current === true || near !== undefined || status === 'UPCOMING' || status === 'ONGOING'
}

/** Whether the days of a list are all yet to begin: what takes place on them cannot be over. */
function isComing({ date }: EventQuery, now: Date): boolean {
  return date !== undefined && startOfDayInBangkok(date) >= now
}

/** The condition of a list's parameters, except the search and the days. */
function matches(query: EventQuery, now: Date): Sql {
  const wanted = [sql`true`]
  if ((query.current || query.near) && !isComing(query, now)) wanted.push(sql`l.ends > ${now}`)
  if (query.near) wanted.push(sql`l.place IS NOT NULL`)
  if (query.status === 'UPCOMING') wanted.push(sql`l.starts > ${now}`)
  // The range has an index of its own, which finds the few that are under way.
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

/** The condition that an event takes place on one of the days of a list, for few rows. */
function isOnDays({ date, until }: EventQuery): Sql {
  if (date === undefined) return sql`true`
  const { begin, end } = daysOf(date, until)
  return sql`l.starts < ${end} AND l.ends > ${begin}`
}

/** A condition on a row of `private_listings l` by which an index finds what takes place on the days, or is under way, and what
 *  ends when that begins. */
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

/** From the beginning of the first day to the end of the last. */
function daysOf(first: string, until: string | undefined): { begin: Date; end: Date } {
  const last = until !== undefined && until > first ? until : first
  const day = 24 * 3_600_000
  return { begin: startOfDayInBangkok(first), end: new Date(startOfDayInBangkok(last).getTime() + day) }
}

import type { EventQuery, EventSort } from '#contract/events/event-list.ts'
import { splitCommas } from '#contract/fields.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { join, type Sql, sql } from '#server/lib/postgres/database.ts'

/** Where lists of events look: among what the reader may see listed, or among their own. */
export type Scope = 'listed' | 'own'

/** Which list of events is read, by whom, and when. */
export interface Listing {
  scope: Scope
  reader: Reader
  query: EventQuery
  now: Date
}

/** The rows of `event_listings l` that are looked through: all, or what a search has found. */
export interface Source {
  /** Stands before the statement: `WITH …`, or nothing. */
  before: Sql
  table: Sql
  where: Sql
}

export const allListed: Source = { before: sql``, table: sql`event_listings`, where: sql`true` }

/** Whether a row of `event_listings l` is a private event that lists show to the reader: their own, one that they hold a
 *  ticket for, or one for their email's domain. An index finds each of these. */
export function isPrivateFor(reader: Reader): Sql {
  return sql`(NOT l.is_public AND (
    l.user_id = ${reader.id}::integer
    OR l.domains @> ARRAY[${reader.emailDomain}::text]
    OR l.event_id = ANY (ARRAY(
      SELECT event_id FROM tickets WHERE user_id = ${reader.id}::integer AND status <> 'CANCELLED'))))`
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

interface Branch {
  isPublic: boolean
  /** The condition on `event_listings l`. */
  where: Sql
  /** The condition on `event_seats s`, where the list goes by the seats: an index has only public events, by `is_over`. */
  ofSeats: Sql
}

/** The conditions on `event_listings l` whose rows together are the list, each row once. An index serves each of them:
 *  public events that are over, public ones that are not, and the few private ones that the reader may see. */
export function branches(listing: Listing): Branch[] {
  const { scope, reader, query, now } = listing
  const wanted = matches(query, now)
  if (scope === 'own')
    return [{ isPublic: false, where: sql`l.user_id = ${reader.id}::integer AND ${wanted}`, ofSeats: sql`true` }]
  const isPrivate = isPrivateFor(reader)
  const found: Branch[] = []
  for (const isOver of isCurrent(query) ? [false] : [false, true]) {
    const part = isOver ? sql`l.is_over` : sql`NOT l.is_over`
    const ofSeats = sql`s.is_listed AND ${isOver ? sql`s.is_over` : sql`NOT s.is_over`}`
    if (query.visibility !== 'PRIVATE')
      found.push({ isPublic: true, where: sql`l.is_public AND ${part} AND ${wanted}`, ofSeats })
    if (query.visibility !== 'PUBLIC' && reader.id !== null) {
      found.push({ isPublic: false, where: sql`${isPrivate} AND ${part} AND ${wanted}`, ofSeats: sql`true` })
    }
  }
  return found
}

/** Whether a list holds only events that are not over. */
export function isCurrent({ current, status }: EventQuery): boolean {
  return current === true || status === 'UPCOMING' || status === 'ONGOING'
}

/** The condition of a list's parameters, except the search. */
function matches(query: EventQuery, now: Date): Sql {
  const wanted = [sql`true`]
  if (query.current) wanted.push(sql`l.ends > ${now}`)
  if (query.status === 'UPCOMING') wanted.push(sql`l.starts > ${now}`)
  // The range has an index of its own, which finds the few that are under way.
  if (query.status === 'ONGOING') wanted.push(sql`tstzrange(l.starts, l.ends) @> ${now}::timestamptz`)
  if (query.status === 'COMPLETED') wanted.push(sql`l.ends <= ${now} AND l.starts < ${now}`)
  if (query.category) wanted.push(sql`l.category = ${query.category}`)
  if (query.visibility) wanted.push(sql`l.is_public = ${query.visibility === 'PUBLIC'}`)
  if (query.tags) wanted.push(sql`l.tags && ${splitCommas(query.tags)}::text[]`)
  if (query.date) {
    const days = daysFrom(query.date, query.until)
    // The second condition follows from the first, and lets what is yet to begin be found by its start.
    wanted.push(sql`tstzrange(l.starts, l.ends) && ${days} AND l.starts < upper(${days})`)
  }
  if (query.free !== undefined) wanted.push(query.free ? sql`l.price = 0` : sql`l.price > 0`)
  if (query.online !== undefined) wanted.push(query.online ? sql`l.is_online` : sql`NOT l.is_online`)
  return join(wanted, ' AND ')
}

/** From the beginning of the first day to the end of the last, in the event's time zone. */
function daysFrom(first: string, until: string | undefined): Sql {
  const last = until !== undefined && until > first ? until : first
  return sql`
    tstzrange(${first}::date::timestamp AT TIME ZONE 'Asia/Bangkok',
              (${last}::date + 1)::timestamp AT TIME ZONE 'Asia/Bangkok')`
}

/** One order of a list: the columns of `event_listings l` and `event_seats s` that it goes by, each as it is and as a whole
 *  number for the cursor, and how a number of the cursor becomes the column's value again. */
interface Order {
  columns: { column: Sql; asNumber: Sql; fromNumber: (text: string) => Sql }[]
  descending: boolean
  /** Whether it goes by the seats, which are then joined. */
  bySeats?: boolean
}

const instant = (column: Sql) => ({
  column,
  asNumber: sql`(extract(epoch FROM ${column}) * 1000000)::bigint`,
  fromNumber: (text: string) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
})
const whole = (column: Sql) => ({ column, asNumber: column, fromNumber: (text: string) => sql`${text}::bigint` })
const money = (column: Sql) => ({
  column,
  asNumber: sql`(${column} * 100)::bigint`,
  fromNumber: (text: string) => sql`${text}::numeric / 100`,
})

const id = whole(sql`l.event_id`)
const starts = instant(sql`l.starts`)

const orders: Record<Exclude<EventSort, 'best'>, Order> = {
  newest: { columns: [instant(sql`l.created`), id], descending: true },
  soonest: { columns: [starts, id], descending: false },
  latest: { columns: [starts, id], descending: true },
  price: { columns: [money(sql`l.price`), starts, id], descending: false },
  popular: { columns: [whole(sql`s.taken`), whole(sql`s.event_id`)], descending: true, bySeats: true },
}

interface Part {
  source: Source
  sort: Exclude<EventSort, 'best'>
  cursor: EventQuery['cursor']
  limit: number
}

/** The ids of one part of the list, in its order: `id`, and `after`, the cursor of what comes behind it. Each branch gives
 *  no more than are wanted, so it is walked no further. Null where there is no branch, or the cursor is of another order. */
export function idsOf(listing: Listing, { source, sort, cursor, limit }: Part): Sql | null {
  const { columns, descending, bySeats } = orders[sort]
  const passed = typeof cursor === 'string' ? cursor.split('_').slice(1) : null
  if (passed !== null && passed.length !== columns.length) return null
  const behind =
    passed === null
      ? sql`true`
      : sql`(${join(columns.map(({ column }) => column))}) ${descending ? sql`<` : sql`>`}
            (${join(columns.map(({ fromNumber }, place) => fromNumber(passed[place] ?? '')))})`
  const offset = typeof cursor === 'number' ? cursor : 0
  const direction = descending ? sql`DESC` : sql`ASC`
  const keys = columns.map((_, place) => sql`k${raw(place)}`)
  const parts = branches(listing).map(({ where, ofSeats }) => {
    const seats = bySeats ? sql`JOIN event_seats s ON s.event_id = l.event_id AND ${ofSeats}` : sql``
    return sql`(
      SELECT l.event_id AS id, ${join(columns.map(({ asNumber }, place) => sql`${asNumber} AS k${raw(place)}`))}
      FROM ${source.table} l ${seats}
      WHERE ${where} AND ${source.where} AND ${behind}
      ORDER BY ${join(columns.map(({ column }) => sql`${column} ${direction}`))}
      LIMIT ${limit + offset})`
  })
  if (parts.length === 0) return null
  return sql`
    ${source.before}
    SELECT id, concat_ws('_', 'after', ${join(keys)}) AS after
    FROM (${join(parts, ' UNION ALL ')}) merged
    ORDER BY ${join(keys.map((key) => sql`${key} ${direction}`))}
    LIMIT ${limit} OFFSET ${offset}`
}

const digits = [sql`0`, sql`1`, sql`2`] as const

function raw(place: number): Sql {
  return digits[place] ?? sql`0`
}

/** How many events the list has, counted up to `most`. */
export function countOf(listing: Listing, source: Source, most: number, only?: 'public' | 'private'): Sql | null {
  const parts = branches(listing)
    .filter(({ isPublic }) => only === undefined || isPublic === (only === 'public'))
    .map(({ where }) => sql`(SELECT FROM ${source.table} l WHERE ${where} AND ${source.where} LIMIT ${most})`)
  if (parts.length === 0) return null
  return sql`
    ${source.before}
    SELECT count(*)::int AS total FROM (SELECT FROM (${join(parts, ' UNION ALL ')}) each LIMIT ${most}) counted`
}

import { splitCommas } from '#contract/endpoint.ts'
import { type EventQuery, type EventSort, mostCounted, pointOf } from '#contract/events/event-list.ts'
import { attendees } from '#server/features/events/sql/event-columns.sql.ts'
import { type Db, identifier, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import { branches, foundRows, hiddenDates, type Listing, type Source, unmarkedListings } from './list-branches.sql.ts'

/** An event in a list. `after` is the cursor behind it. */
export interface ListedId {
  id: number
  after: string
}

export async function selectIds(db: Db, listing: Listing, part: Parameters<typeof idsOf>[1]): Promise<ListedId[]> {
  const statement = idsOf(listing, part)
  return statement === null ? [] : db.many(statement)
}

/** With the total, counted up to `mostCounted` + 1; null if the cursor is behind the end. For short lists. */
export async function selectCountedIds(
  db: Db,
  listing: Listing,
  part: Parameters<typeof idsOf>[1],
): Promise<{ ids: ListedId[]; total: number } | null> {
  const statement = idsOf(listing, { ...part, counted: mostCounted + 1 })
  const ids = statement === null ? [] : await db.many<ListedId & { total: number }>(statement)
  return ids[0] || part.cursor === 0 ? { ids, total: ids[0]?.total ?? 0 } : null
}

/** Counted up to `mostCounted` + 1. */
export async function countListed(
  db: Db,
  listing: Listing,
  source: Source,
  only?: 'public' | 'private',
): Promise<number> {
  const statement = countOf(listing, source, mostCounted + 1, only)
  return statement === null ? 0 : (await db.one<{ total: number }>(statement)).total
}

/** Public events by counter: of a category, with a tag, or all. Ended events that are not marked yet count as past. */
export async function selectCounted(
  db: Db,
  { category, tags }: { category?: string | undefined; tags?: string | undefined },
  now: Date,
): Promise<{ current_events: number; past_events: number }> {
  const [kind, value, has]: [string, string, Sql] = category
    ? ['category', category, sql`category = ${category}`]
    : tags
      ? ['tag', tags, sql`tags && ${splitCommas(tags)}::text[]`]
      : ['all', '', sql`true`]
  return db.one(sql`
    SELECT coalesce(sum(current_events), 0)::int - late.events AS current_events,
           coalesce(sum(past_events), 0)::int + late.events AS past_events
    FROM (SELECT count(*)::int AS events FROM (${unmarkedListings(now)}) late WHERE ${has}) late LEFT JOIN listing_counts ON kind = ${kind} AND value = ${value}
    GROUP BY late.events`)
}

/** How many public dates of series a list with one of each leaves out. */
export async function countHidden(db: Db, listing: Pick<Listing, 'query' | 'now'>): Promise<number> {
  return (await db.one<{ total: number }>(hiddenDates(listing))).total
}

/** Slightly more than a weekend, in milliseconds. */
const fewDays = 2 * 24 * 3_600_000

interface OrderColumn {
  column: Sql
  asNumber: Sql
  fromNumber: (text: string) => Sql
  /** Compared with the cursor instead of `column`. */
  compared?: Sql
}

/** One sort order: the columns of `event_listings l` and `event_seats s`, how each becomes an integer for the cursor,
 *  and back. */
interface Order {
  columns: OrderColumn[]
  descending: boolean
  /** Whether it needs the join of `event_seats`. */
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

const orders: Record<Exclude<EventSort, 'best' | 'nearest'>, Order> = {
  newest: { columns: [instant(sql`l.created`), id], descending: true },
  soonest: { columns: [starts, id], descending: false },
  latest: { columns: [starts, id], descending: true },
  price: { columns: [money(sql`l.price`), starts, id], descending: false },
  popular: { columns: [whole(attendees), whole(sql`s.event_id`)], descending: true, bySeats: true },
}

function orderOf(sort: Exclude<EventSort, 'best'>, query: EventQuery): Order {
  if (sort !== 'nearest') return orders[sort]
  const { latitude, longitude } = pointOf(query.near ?? '0,0')
  const distance = sql`l.place <-> earth_point(${latitude}, ${longitude})`
  // For a few days it is faster to find the events by day and sort them; adding 0 keeps the planner from using the
  // index on places.
  const column = isFewDays(query) ? sql`(${distance}) + 0` : distance
  // In thousandths of a millimetre: equal distances could differ as fractions.
  const asNumber = sql`((${column}) * 1000000000)::bigint`
  return {
    columns: [{ column, asNumber, compared: asNumber, fromNumber: (text) => sql`${text}::bigint` }, id],
    descending: false,
  }
}

function isFewDays({ date, until = date }: EventQuery): boolean {
  return date !== undefined && until !== undefined && Date.parse(until) - Date.parse(date) <= fewDays
}

interface Part {
  source: Source
  sort: Exclude<EventSort, 'best'>
  cursor: EventQuery['cursor']
  limit: number
  /** The first word of the cursors; 'after' if the list has only one part. */
  stage?: string | undefined
  /** Integers to sort by first, ascending. */
  first?: Sql[]
  /** Adds the total, counted up to this number, to every row. */
  counted?: number
}

/** The ids of one part of the list in order, with the cursor behind each (`after`). Each branch is limited, so it
 *  reads no more rows than needed. Null if there is no branch, or the cursor belongs to another sort order. */
function idsOf(
  listing: Listing,
  { source, sort, cursor, limit, stage = 'after', first = [], counted }: Part,
): Sql | null {
  const { columns, descending, bySeats } = orderOf(sort, listing.query)
  const passed = typeof cursor === 'string' ? cursor.split('_').slice(1) : null
  if (passed !== null && passed.length !== columns.length) return null
  const behind =
    passed === null
      ? sql`true`
      : sql`(${join(columns.map(({ column, compared }) => compared ?? column))}) ${descending ? sql`<` : sql`>`}
            (${join(columns.map(({ fromNumber }, index) => fromNumber(passed[index] ?? '')))})`
  const offset = typeof cursor === 'number' ? cursor : 0
  const direction = descending ? sql`DESC` : sql`ASC`
  const keys = columns.map((_, index) => identifier(`k${index}`))
  const firsts = first.map((_, index) => identifier(`f${index}`))
  const parts = branches(listing, source).map(({ table, where, ofSeats }) => {
    const seats = bySeats ? sql`JOIN event_seats s ON s.event_id = l.event_id AND ${ofSeats}` : sql``
    const shown = [
      ...first.map((number, index) => sql`${number} AS ${identifier(`f${index}`)}`),
      ...columns.map(({ asNumber }, index) => sql`${asNumber} AS ${identifier(`k${index}`)}`),
    ]
    return sql`(
      SELECT l.event_id AS id, ${join(shown)}
      FROM ${table} l ${seats}
      WHERE ${where} AND ${behind}
      ORDER BY ${join([...firsts, ...columns.map(({ column }) => sql`${column} ${direction}`)])}
      LIMIT ${counted ?? limit + offset})`
  })
  if (parts.length === 0) return null
  const total = counted === undefined ? sql`` : sql`, least(count(*) OVER (), ${counted})::integer AS total`
  return sql`
    ${withFound(listing, source)}
    SELECT id, concat_ws('_', ${stage}::text, ${join(keys)}) AS after${total}
    FROM (${join(parts, ' UNION ALL ')}) merged
    ORDER BY ${join([...firsts, ...keys.map((key) => sql`${key} ${direction}`)])}
    LIMIT ${limit} OFFSET ${offset}`
}

function countOf(listing: Listing, source: Source, most: number, only?: 'public' | 'private'): Sql | null {
  const parts = branches(listing, source)
    .filter(({ isPublic }) => only === undefined || isPublic === (only === 'public'))
    .map(({ table, where }) => sql`(SELECT FROM ${table} l WHERE ${where} LIMIT ${most})`)
  if (parts.length === 0) return null
  return sql`
    ${withFound(listing, source)}
    SELECT count(*)::int AS total FROM (SELECT FROM (${join(parts, ' UNION ALL ')}) each LIMIT ${most}) counted`
}

/** The CTE `found`, for a query on search results. */
function withFound(listing: Listing, source: Source): Sql {
  const found = foundRows(listing, source)
  return found ? sql`WITH found AS MATERIALIZED (${found})` : sql``
}

/** Rewrites the search texts of at most `count` of the owner's events above `after`, by the organizer's name now. Returns the
 *  last event; null if there are none. */
export async function rewriteListings(tx: Db, owner: number, after: number, count: number): Promise<number | null> {
  // An edit locks the seats first too. The next statement sees what it changed.
  const events = await tx.many<{ id: number }>(sql`
    SELECT e.id FROM events e JOIN event_seats s ON s.event_id = e.id
    WHERE e.user_id = ${owner} AND e.id > ${after}
    ORDER BY e.id LIMIT ${count}
    FOR UPDATE OF s`)
  const ids = events.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return null
  await tx.run(sql`
    UPDATE event_listings l SET search_text = n.search_text
    FROM events e CROSS JOIN LATERAL listing_of(e) n
    WHERE e.id = ANY (${ids}::integer[]) AND l.event_id = e.id AND l.search_text <> n.search_text`)
  return last
}

/** Marks at most `count` ended events and returns how many. Skips locked ones: an edit holds the seats first, then
 *  the listing. */
export async function markOver(db: Db, now: Date, count: number): Promise<number> {
  return db.run(sql`
    WITH ended AS MATERIALIZED (
      SELECT s.event_id
      FROM event_listings l JOIN event_seats s ON s.event_id = l.event_id
      WHERE NOT l.is_over AND l.ends <= ${now}
      ORDER BY l.ends LIMIT ${count}
      FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE event_listings l SET is_over = true FROM ended WHERE l.event_id = ended.event_id AND l.ends <= ${now}`)
}

import type { EventQuery, EventSort } from '#contract/events/event-list.ts'
import { pointOf } from '#contract/events/near.ts'
import { join, type Sql, sql } from '#server/lib/postgres/database.ts'
import { branches, foundRows, type Listing, type Source } from './branches.sql.ts'

/** The length of a weekend or a little more, in milliseconds. */
const fewDays = 2 * 24 * 3_600_000

interface OrderColumn {
  column: Sql
  asNumber: Sql
  fromNumber: (text: string) => Sql
  /** What is compared with the cursor where it is not the column. */
  compared?: Sql
}

/** One order of a list: the columns of `event_listings l` and `event_seats s` that it goes by, each as it is and as a whole
 *  number for the cursor, and how a number of the cursor becomes the column's value again. */
interface Order {
  columns: OrderColumn[]
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

const orders: Record<Exclude<EventSort, 'best' | 'nearest'>, Order> = {
  newest: { columns: [instant(sql`l.created`), id], descending: true },
  soonest: { columns: [starts, id], descending: false },
  latest: { columns: [starts, id], descending: true },
  price: { columns: [money(sql`l.price`), starts, id], descending: false },
  popular: { columns: [whole(sql`s.taken`), whole(sql`s.event_id`)], descending: true, bySeats: true },
}

function orderOf(sort: Exclude<EventSort, 'best'>, query: EventQuery): Order {
  if (sort !== 'nearest') return orders[sort]
  const { latitude, longitude } = pointOf(query.near ?? '0,0')
  const distance = sql`l.place <-> earth_point(${latitude}, ${longitude})`
  // What takes place on a few days is found faster by the days, and then sorted; a sum is in no index.
  const column = isFewDays(query) ? sql`(${distance}) + 0` : distance
  // In thousandths of a millimetre: as fractions, two equal distances might not be equal any more.
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
  /** Whole numbers by which the list is sorted before anything else, the smallest first. */
  first?: Sql[]
  /** Has every row tell how many the list has, counted up to this. */
  counted?: number
}

/** The ids of one part of the list, in its order: `id`, and `after`, the cursor of what comes behind it. Each branch gives
 *  no more than are wanted, so it is walked no further. Null where there is no branch, or the cursor is of another order. */
export function idsOf(listing: Listing, { source, sort, cursor, limit, first = [], counted }: Part): Sql | null {
  const { columns, descending, bySeats } = orderOf(sort, listing.query)
  const passed = typeof cursor === 'string' ? cursor.split('_').slice(1) : null
  if (passed !== null && passed.length !== columns.length) return null
  const behind =
    passed === null
      ? sql`true`
      : sql`(${join(columns.map(({ column, compared }) => compared ?? column))}) ${descending ? sql`<` : sql`>`}
            (${join(columns.map(({ fromNumber }, place) => fromNumber(passed[place] ?? '')))})`
  const offset = typeof cursor === 'number' ? cursor : 0
  const direction = descending ? sql`DESC` : sql`ASC`
  const keys = columns.map((_, place) => sql`k${raw(place)}`)
  const firsts = first.map((_, place) => sql`f${raw(place)}`)
  const parts = branches(listing, source).map(({ table, where, ofSeats }) => {
    const seats = bySeats ? sql`JOIN event_seats s ON s.event_id = l.event_id AND ${ofSeats}` : sql``
    const shown = [
      ...first.map((number, place) => sql`${number} AS f${raw(place)}`),
      ...columns.map(({ asNumber }, place) => sql`${asNumber} AS k${raw(place)}`),
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
    ${before(listing, source)}
    SELECT id, concat_ws('_', 'after', ${join(keys)}) AS after${total}
    FROM (${join(parts, ' UNION ALL ')}) merged
    ORDER BY ${join([...firsts, ...keys.map((key) => sql`${key} ${direction}`)])}
    LIMIT ${limit} OFFSET ${offset}`
}

const digits = [sql`0`, sql`1`, sql`2`] as const

function raw(place: number): Sql {
  return digits[place] ?? sql`0`
}

/** How many events the list has, counted up to `most`. */
export function countOf(listing: Listing, source: Source, most: number, only?: 'public' | 'private'): Sql | null {
  const parts = branches(listing, source)
    .filter(({ isPublic }) => only === undefined || isPublic === (only === 'public'))
    .map(({ table, where }) => sql`(SELECT FROM ${table} l WHERE ${where} LIMIT ${most})`)
  if (parts.length === 0) return null
  return sql`
    ${before(listing, source)}
    SELECT count(*)::int AS total FROM (SELECT FROM (${join(parts, ' UNION ALL ')}) each LIMIT ${most}) counted`
}

/** What stands before a statement about the rows of a search. */
function before(listing: Listing, source: Source): Sql {
  const found = foundRows(listing, source)
  return found ? sql`WITH found AS MATERIALIZED (${found})` : sql``
}

import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Something with a page, and when that last changed, if known. */
export interface Listed {
  id: number
  changed?: string
}

/** IDs above `after`, up to `until`. */
export interface Range {
  after: number
  until: number
}

/** The number of public events, from a counter, and of organizers, counted up to `most`. */
export async function countListed(db: Db, most: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT (SELECT coalesce(sum(current_events + past_events), 0)::int FROM listing_counts WHERE kind = 'all' AND value = '')
         + (SELECT count(*)::int FROM (SELECT FROM organizers LIMIT ${most}) counted) AS total`)
  return total
}

/** The next `limit` public events of a range, by ID. Both tables get its start: the planner infers that only for equality. */
export function selectEvents(db: Db, { after, until }: Range, limit: number): Promise<Listed[]> {
  return db.many(sql`
    SELECT e.id, e.updated_at AS changed
    FROM event_listings l JOIN events e ON e.id = l.event_id
    WHERE l.is_public AND l.event_id > ${after} AND l.event_id <= ${until} AND e.id > ${after} AND e.id <= ${until}
    ORDER BY l.event_id
    LIMIT ${limit}`)
}

/** Which of the ranges 1 to `size`, `size` + 1 to 2 × `size` and so on contain such an event, counted from 1. */
export async function selectEventParts(db: Db, size: number): Promise<number[]> {
  const rows = await db.many<{ part: number }>(sql`
    SELECT part
    FROM generate_series(1, (SELECT ceil(max(event_id)::numeric / ${size}::integer)::integer FROM event_listings)) part
    WHERE EXISTS (
      SELECT FROM event_listings l
      WHERE l.is_public AND l.event_id > (part - 1) * ${size}::integer AND l.event_id <= part * ${size}::integer)
    ORDER BY part`)
  return rows.map(({ part }) => part)
}

const hasPublicEvent = sql`EXISTS (SELECT FROM event_listings l WHERE l.user_id = o.user_id AND l.is_public)`

/** The next `limit` organizers of a range who have public events, by ID. */
export function selectOrganizers(db: Db, { after, until }: Range, limit: number): Promise<Listed[]> {
  return db.many(sql`
    SELECT o.id FROM organizers o
    WHERE o.id > ${after} AND o.id <= ${until} AND ${hasPublicEvent}
    ORDER BY o.id
    LIMIT ${limit}`)
}

/** Which of the ranges contain such an organizer, like `selectEventParts`. */
export async function selectOrganizerParts(db: Db, size: number): Promise<number[]> {
  const rows = await db.many<{ part: number }>(sql`
    SELECT part
    FROM generate_series(1, (SELECT ceil(max(id)::numeric / ${size}::integer)::integer FROM organizers)) part
    WHERE EXISTS (
      SELECT FROM organizers o
      WHERE o.id > (part - 1) * ${size}::integer AND o.id <= part * ${size}::integer AND ${hasPublicEvent})
    ORDER BY part`)
  return rows.map(({ part }) => part)
}

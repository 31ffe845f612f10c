import type { DeletionPreview } from '#contract/accounts/own-data.ts'
import { type Db, identifier, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import type { Section } from './export-sections.ts'

type Counts = Omit<DeletionPreview, 'upcoming_events' | 'events_to_call_off'>

/** A person's data that a deletion would change. */
export function selectDeletionCounts(db: Db, userId: number, now: Date): Promise<Counts> {
  return db.one(sql`
    SELECT held.upcoming_tickets, held.open_applications, held.past_tickets,
           (SELECT count(*)::int FROM comments WHERE user_id = ${userId}) AS comments,
           (SELECT count(*)::int FROM comments c JOIN comments r ON r.parent_id = c.id
            WHERE c.user_id = ${userId} AND r.user_id <> ${userId}) AS replies_of_others,
           (SELECT count(*)::int FROM likes WHERE user_id = ${userId}) AS likes,
           (SELECT count(*)::int FROM bookmarks WHERE user_id = ${userId}) AS bookmarks,
           (SELECT count(*)::int FROM follows WHERE user_id = ${userId}) AS follows,
           (SELECT count(*)::int FROM event_drafts WHERE user_id = ${userId}) AS drafts,
           EXISTS (SELECT FROM organizers WHERE user_id = ${userId}) AS is_organizer,
           (SELECT count(*)::int FROM events
            WHERE user_id = ${userId} AND (called_off_at IS NOT NULL OR end_date_event <= ${now})) AS former_events
    FROM (
      SELECT count(*) FILTER (WHERE t.status = 'ACTIVE' AND e.end_date_event > ${now})::int AS upcoming_tickets,
             count(*) FILTER (WHERE t.status IN ('WAITING', 'PENDING', 'UNPAID') AND t.party_of IS NULL
                              AND e.end_date_event > ${now})::int AS open_applications,
             count(*) FILTER (WHERE t.status = 'USED' OR (t.status = 'ACTIVE' AND e.end_date_event <= ${now}))::int
               AS past_tickets
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = ${userId}
    ) held`)
}

export type Row = Record<string, unknown>

/** A row with the start of the next page. */
interface Keyed {
  row: Row
  key: unknown
}

/** Page by page, to limit memory. */
export async function* rowsOf(db: Db, section: Section, userId: number, perPage: number): AsyncGenerator<Row> {
  for (let after: unknown = null; ; ) {
    const page = await selectPage(db, section, userId, after, perPage)
    for (const { row } of page) yield row
    if (page.length < perPage) return
    after = page.at(-1)?.key
  }
}

/** The next rows after a key, null for the first. Values are JSON. */
async function selectPage(db: Db, section: Section, userId: number, after: unknown, limit: number): Promise<Keyed[]> {
  const key = column(section.key)
  const values: [string, Sql][] = section.columns.map((name) => [name, column(name)])
  const selected = [...values, ...Object.entries(section.extra ?? {})].map(
    ([name, value]) => sql`${value} AS ${identifier(name)}`,
  )
  const rows = await db.many<Row>(sql`
    SELECT ${key} AS next_key, ${join(selected, ', ')}
    FROM ${identifier(section.table)} t
    WHERE ${section.isOf(userId)} AND ${after === null ? sql`true` : sql`${key} > ${after as string}`}
    ORDER BY ${key}
    LIMIT ${limit}`)
  return rows.map(({ next_key, ...row }) => ({ row, key: next_key }))
}

function column(name: string): Sql {
  return sql`t.${identifier(name)}`
}

/** The tables with a `user_id`, except the given ones, each with one more column of its primary key to order by. */
export function selectTablesOfUsers(
  db: Db,
  except: readonly string[],
): Promise<{ table: string; columns: string[]; key: string }[]> {
  return db.many(sql`
    SELECT c.relname AS table, k.attname AS key, (
             SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'user_id'
           ) AS columns
    FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey) AND k.attname <> 'user_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL (${except})
      AND EXISTS (SELECT FROM pg_attribute u WHERE u.attrelid = c.oid AND u.attname = 'user_id')
    ORDER BY c.relname`)
}

/** The URLs of the pictures that the person has uploaded, '' if none. */
export function selectPictures(db: Db, userId: number): Promise<{ address: string }[]> {
  return db.many(sql`
    SELECT profile_picture AS address FROM users WHERE id = ${userId} AND profile_picture <> ''
    UNION SELECT logo FROM organizers WHERE user_id = ${userId} AND logo <> ''
    UNION SELECT picture FROM event_drafts WHERE user_id = ${userId} AND picture <> ''
    UNION SELECT event_image FROM events WHERE user_id = ${userId} AND event_image <> ''
    UNION SELECT p.slip_picture FROM payments p JOIN tickets t ON t.id = p.ticket_id
      WHERE t.user_id = ${userId} AND p.slip_picture <> ''`)
}

import { type Db, identifier, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import type { Section } from './section.ts'

export type Row = Record<string, unknown>

/** A row, and where the next page begins. */
interface Keyed {
  row: Row
  key: unknown
}

/** Yields a section's rows page by page, so that very many do not stand in memory at once. */
export async function* rowsOf(db: Db, section: Section, userId: number, perPage: number): AsyncGenerator<Row> {
  for (let after: unknown = null; ; ) {
    const page = await selectPage(db, section, userId, after, perPage)
    for (const { row } of page) yield row
    if (page.length < perPage) return
    after = page.at(-1)?.key
  }
}

/** The next rows after a key, null for the first. Their values are JSON's. */
async function selectPage(db: Db, section: Section, userId: number, after: unknown, limit: number): Promise<Keyed[]> {
  const key = column(section.key)
  const values: [string, Sql][] = section.columns.map((name) => [name, column(name)])
  const selected = [...values, ...Object.entries(section.beside ?? {})].map(
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

/** The addresses of the pictures that the person has uploaded, '' where there is none. */
export function selectPictures(db: Db, userId: number): Promise<{ address: string }[]> {
  return db.many(sql`
    SELECT profile_picture AS address FROM users WHERE id = ${userId} AND profile_picture <> ''
    UNION SELECT logo FROM organizers WHERE user_id = ${userId} AND logo <> ''
    UNION SELECT picture FROM event_drafts WHERE user_id = ${userId} AND picture <> ''
    UNION SELECT event_image FROM events WHERE user_id = ${userId} AND event_image <> ''
    UNION SELECT p.slip_picture FROM payments p JOIN tickets t ON t.id = p.ticket_id
      WHERE t.user_id = ${userId} AND p.slip_picture <> ''`)
}

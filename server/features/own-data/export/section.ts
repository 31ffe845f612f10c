import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** A list of `data.json`, or one object: rows of one table that are about a person. */
export interface Section {
  name: string
  /** One sentence about it, for the person. */
  about: string
  table: string
  /** A single object instead of a list. */
  single?: true
  columns: readonly string[]
  /** Further values, by their names; the table's row is `t`. */
  beside?: Record<string, Sql>
  /** Which rows are the person's; the row is `t`. */
  isOf: (userId: number) => Sql
  /** A column that orders the rows and is different in each. */
  key: string
}

export const byUser = (userId: number) => sql`t.user_id = ${userId}`

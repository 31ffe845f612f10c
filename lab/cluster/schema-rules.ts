import type { Database } from '#server/lib/postgres/database.ts'
import { placements } from './placement.ts'

interface Unique {
  table: string
  name: string
  columns: string[]
}

interface Reference {
  table: string
  columns: string[]
  target: string
  target_columns: string[]
}

/** What of the schema a distributed PostgreSQL would refuse, one sentence each: tables without a place, unique rules that do
 *  not name the table's shard, references that leave it, and triggers on tables that are spread. */
export async function schemaProblems({ pool }: Database): Promise<string[]> {
  const tables = await pool.query<{ name: string; columns: string[] }>(`
    SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
    WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`)
  const uniques = await pool.query<Unique>(`
    SELECT c.relname AS table, x.relname AS name,
           ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, false) FROM generate_series(1, i.indnkeyatts) n) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
    WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`)
  const references = await pool.query<Reference>(`
    SELECT c.relname AS table, f.relname AS target, (SELECT array_agg(a.attname::text) FROM pg_attribute a
             WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)) AS columns,
           (SELECT array_agg(a.attname::text) FROM pg_attribute a
             WHERE a.attrelid = k.confrelid AND a.attnum = ANY (k.confkey)) AS target_columns
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
    WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`)
  const triggers = await pool.query<{ table: string; name: string }>(`
    SELECT c.relname AS table, string_agg(t.tgname, ', ' ORDER BY t.tgname) AS name
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1`)
  return [
    ...tables.rows.flatMap(({ name, columns }) => {
      if (!placements.has(name)) return [`${name}: has no place`]
      const column = columnOf(name)
      return column === null || columns.includes(column) ? [] : [`${name}: lacks ${column}`]
    }),
    ...uniques.rows.filter(leavesShard).map(({ table, name }) => `${table}: ${name} does not name ${columnOf(table)}`),
    ...references.rows
      .filter(isRefused)
      .map(({ table, columns, target }) => `${table}: (${columns}) refers to ${target} on ${whereabouts(target)}`),
    ...triggers.rows.filter(({ table }) => columnOf(table)).map(({ table, name }) => `${table}: triggers ${name}`),
  ]
}

function columnOf(table: string): string | null {
  const placement = placements.get(table)
  return placement && 'column' in placement ? placement.column : null
}

function leavesShard({ table, columns }: Unique): boolean {
  const column = columnOf(table)
  return column !== null && !columns.includes(column)
}

/** A table that is spread may refer to what is everywhere, and to rows of its own shard; what is everywhere or on one node
 *  alone, to nothing that is spread. */
function isRefused({ table, columns, target, target_columns }: Reference): boolean {
  const [from, to] = [placements.get(table), placements.get(target)]
  if (from === undefined || to === undefined) return true
  if (to.by === 'everywhere') return false
  if (!('column' in from) || !('column' in to)) return from.by !== to.by
  return from.by !== to.by || !columns.includes(from.column) || !target_columns.includes(to.column)
}

const whereabouts = (table: string) => {
  const by = placements.get(table)?.by
  return by === 'one node' ? 'one node' : `the shard of its ${by}`
}

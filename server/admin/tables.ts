import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { migrationsFolder } from '#server/lib/postgres/migrate.ts'
import type { BackedUpTable, Manifest } from './backup-file.ts'

/** A table from PostgreSQL's catalogue. */
type Table = Pick<BackedUpTable, 'name' | 'columns'> & { identities: string[]; refers_to: string[] }

/** Bookkeeping, which a restore creates itself. `migrations` exists only in databases of older releases. */
const bookkeeping = ['migrations', 'migration_checksums', 'replica_heartbeat']

/** The tables that a backup of any version may contain: all that migrations ever created. A file's names are put into SQL only
 *  if they are among these. */
export async function knownTables(): Promise<Set<string>> {
  const files = (await readdir(migrationsFolder())).map((name) => readFile(join(migrationsFolder(), name), 'utf8'))
  const made = (await Promise.all(files)).flatMap((text) => [
    ...text.matchAll(/^(?:CREATE TABLE|.* RENAME TO) (\w+)/gm),
  ])
  return new Set(made.map(([, name = '']) => name).filter((name) => !bookkeeping.includes(name)))
}

/** Every table whose content must not be lost, each after those that it references. Excluded are unlogged counters, which a
 *  crash may lose, the migrations' own records, the heartbeat for replicas, and the job queue in its own schema: mails that
 *  have been sent must not be sent again. */
export async function selectTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    SELECT c.relname AS name,
           (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
           (SELECT coalesce(array_agg(a.attname::text), '{}') FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attidentity <> '') AS identities,
           (SELECT coalesce(array_agg(DISTINCT f.relname::text), '{}')
             FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
             WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers_to
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND c.relname <> ALL ($1)
    ORDER BY c.relname`,
    [bookkeeping],
  )
  return inOrder(rows)
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const names = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.find(({ name, refers_to }) => !names.has(name) && refers_to.every((other) => names.has(other)))
    if (next === undefined) throw new Error('Some tables reference each other in a circle.')
    ordered.push(next)
    names.add(next.name)
  }
  return ordered
}

/** Numbers are assigned outside of transactions, so these are at least those of the rows in any snapshot. */
export async function selectNumbers(
  client: PoolClient,
  { name, identities }: Table,
): Promise<BackedUpTable['numbers']> {
  const numbers: BackedUpTable['numbers'] = []
  for (const column of identities) {
    const { rows } = await client.query<{ last: number }>(
      `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) AS last`,
      [quoted(name), column],
    )
    numbers.push({ column, last: rows[0]?.last ?? 0 })
  }
  return numbers
}

export async function restoreNumbers(client: PoolClient, { name, numbers }: BackedUpTable): Promise<void> {
  for (const { column, last } of numbers) {
    if (last > 0) await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [quoted(name), column, last])
  }
}

export async function selectMigrations(client: PoolClient): Promise<Manifest['migrations']> {
  const { rows } = await client.query('SELECT name, sha256 FROM migration_checksums ORDER BY name')
  return rows
}

/** `"users" ("id", "username")`, as in COPY. */
export function copyTarget({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

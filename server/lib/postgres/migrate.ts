import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageRoot } from '#server/lib/settings/package-root.ts'
import { openDatabase, sqlState } from './database.ts'

/** "ruam" and one more, in bytes: locked while a process migrates. */
const migrationLock = 0x7275616d_01
export const oldestServer = 15
/** Names and checksums of applied migrations. */
const checksums = 'migration_checksums'

/** Checksums of migrations that were changed after release, because newer versions of PostgreSQL reject their first text. A
 *  later migration makes databases that ran the first text equal. */
const formerChecksums: Record<string, string> = {
  '070-event-listings': '564d2519b96dbbdaff4d748cc7d5ca618547374e51bf4034e77dade8095355d4',
  '075-near': 'ba812324930d2793e962bb99061f5bd7ae935dcf21cf90ce0fc73776c41dacd3',
}

/** A table that exists from a restore's first write until all its rows are loaded. */
export const restoreMark = 'restore_unfinished'

/** Brings the database up to date: runs the missing SQL files of `server/migrations/`, each in a transaction of its own.
 *  Concurrent processes wait for one another. Throws one clear sentence if the database cannot be reached, is too old, was
 *  made by a newer program or only half restored, or an applied file was changed. */
export async function migrate(url: string, folder: string = migrationsFolder()): Promise<void> {
  const database = openDatabase(url, 1, { longWork: true })
  try {
    const client = await database.pool.connect().catch((error) => {
      throw new Error(`The database at ${addressOf(url)} cannot be used: ${reasonOf(error)}.`)
    })
    try {
      await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
      await refuseOldServer(client)
      if (folder === migrationsFolder()) await refuseHalfRestored(client)
      await client.query(`CREATE TABLE IF NOT EXISTS ${checksums} (name text PRIMARY KEY, sha256 text NOT NULL)`)
      for (const file of await pending(client, folder)) await apply(client, join(folder, file))
    } finally {
      // The connection is closed instead of returned to the pool, because the lock lives as long as it does.
      client.release(true)
    }
  } finally {
    await database.close()
  }
}

export function migrationsFolder(): string {
  return join(packageRoot, 'server', 'migrations')
}

interface Client {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** The migrations that the database lacks. Throws if it is newer than this program, or was made by other files. */
export async function pendingMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [checksums])
  return rows[0]?.found ? pending(client, migrationsFolder()) : readdirSync(migrationsFolder())
}

export async function isHalfRestored(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [restoreMark])
  return rows[0]?.found ?? false
}

export async function refuseHalfRestored(client: Client): Promise<void> {
  if (await isHalfRestored(client)) {
    throw new Error('The last restore into this database did not finish. Stop Ruam and restore the backup again.')
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const version = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (version < oldestServer) {
    throw new Error(`The database server is PostgreSQL ${version}; version ${oldestServer} or newer is needed.`)
  }
}

/** The files that this database lacks. Throws if its history is not this program's. */
async function pending(client: Client, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    `SELECT name, sha256 FROM ${checksums} ORDER BY name`,
  )
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith('.sql')))
  for (const { name, sha256 } of rows) {
    if (!files.delete(`${name}.sql`)) {
      throw new Error(
        `The database is newer than this program (it has the migration "${name}"); install the newer version.`,
      )
    }
    const accepted = [checksum(readFileSync(join(folder, `${name}.sql`))), formerChecksums[name]]
    if (!accepted.includes(sha256)) {
      throw new Error(`The migration "${name}" was changed after it ran on this database; put changes into a new file.`)
    }
  }
  return [...files].sort()
}

/** Runs a file and records its checksum, in one transaction. */
async function apply(client: Client, path: string): Promise<void> {
  const content = readFileSync(path)
  await client.query('BEGIN')
  await client.query(content.toString('utf8'))
  await client.query(`INSERT INTO ${checksums} (name, sha256) VALUES ($1, $2)`, [
    basename(path, '.sql'),
    checksum(content),
  ])
  await client.query('COMMIT')
}

function checksum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return (sqlState(error) ? message : code) ?? message
}

import { type Database, type Db, openDatabase, sql } from '#server/lib/postgres/database.ts'
import { oldestServer, pendingMigrations } from '#server/lib/postgres/migrate.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { type Finding, holds, mend, reasonOf } from './finding.ts'

const about = 'database'
/** Beside the pool, and past a pooler: for the queue, and to hear of changes. */
const connectionsBeside = 5
/** How far the clocks may be apart, in seconds. */
const apart = 2

/** Opens the database that the settings name; throws where there is none yet. */
export type FindDatabase = (settings: Settings) => Promise<{ url: string; close(): Promise<void> }>

/** The database and, against its clock, that of this machine. */
export async function checkDatabase(settings: Settings, find: FindDatabase): Promise<Finding[]> {
  let installation: Awaited<ReturnType<FindDatabase>>
  try {
    installation = await find(settings)
  } catch (error) {
    const reason = reasonOf(error)
    return [mend(about, reason.endsWith('yet.') ? `${reason} Start the server once; it makes one.` : reason)]
  }
  const db = openDatabase(installation.url, 1)
  try {
    return [...(await look(db, settings)), await checkClock(db)]
  } catch (error) {
    const { host, pathname } = new URL(installation.url)
    return [mend(about, `${host}${pathname} does not answer: ${reasonOf(error)}. Start it, or correct DATABASE_URL.`)]
  } finally {
    await db.close()
    await installation.close()
  }
}

async function look(db: Database, settings: Settings): Promise<Finding[]> {
  const { version, most, used, has_trgm } = await db.one<Figures>(sql`
    SELECT current_setting('server_version') AS version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS has_trgm`)
  const needed = (settings.DATABASE_DIRECT_URL ? 0 : settings.DATABASE_POOL) + connectionsBeside
  return [
    Number.parseInt(version, 10) >= oldestServer
      ? holds(about, `PostgreSQL ${version} answers.`)
      : mend(about, `PostgreSQL ${version} is too old. Version ${oldestServer} or newer is needed.`),
    has_trgm
      ? holds(about, 'The extension pg_trgm is there.')
      : mend(about, 'The extension pg_trgm is missing. Install it (Debian: postgresql-contrib).'),
    await checkMigrations(db),
    most >= needed && used < 0.9 * most
      ? holds(about, `${used} of ${most} connections are in use; one process takes up to ${needed}.`)
      : mend(
          about,
          `${used} of ${most} connections are in use, and one process takes up to ${needed}. Raise max_connections, or lower DATABASE_POOL.`,
        ),
  ]
}

interface Figures {
  version: string
  most: number
  used: number
  has_trgm: boolean
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
  try {
    const pending = await pendingMigrations(pool)
    return holds(
      about,
      pending.length === 0
        ? 'Its tables are those of this version.'
        : `${pending.length} migrations are still to run. The next start runs them; make a backup before.`,
    )
  } catch (error) {
    return mend(about, reasonOf(error))
  }
}

async function checkClock(db: Db): Promise<Finding> {
  const before = Date.now()
  const { at } = await db.one<{ at: number }>(sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at`)
  const seconds = Math.round(Math.abs(at - (before + Date.now()) / 2) / 100) / 10
  return seconds <= apart
    ? holds('clock', "This machine's clock and the database's agree.")
    : mend(
        'clock',
        `This machine's clock and the database's are ${seconds} seconds apart. Let both be set by NTP: deadlines and tokens depend on them.`,
      )
}

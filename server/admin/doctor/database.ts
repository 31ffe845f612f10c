import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Db, onOneConnection, openDatabase, sql } from '#server/lib/postgres/database.ts'
import { listen, type Subscription } from '#server/lib/postgres/listening.ts'
import { oldestServer, pendingMigrations } from '#server/lib/postgres/migrate.ts'
import { beat, newestBeat } from '#server/lib/postgres/replica.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { type Finding, fine, problem, reasonOf } from './finding.ts'

/** Connections outside the pool, which bypass a pooler: for the job queue, and to listen for changes. */
const connectionsBeside = 5
/** How far the clocks may be apart, in seconds. */
const apart = 2

/** Opens the configured database; throws if there is none yet. */
export type FindDatabase = (settings: Settings) => Promise<{ url: string; close(): Promise<void> }>

/** Checks the database, and this machine's clock against it. */
export async function checkDatabase(settings: Settings, find: FindDatabase): Promise<Finding[]> {
  let installation: Awaited<ReturnType<FindDatabase>>
  try {
    installation = await find(settings)
  } catch (error) {
    return [problem('database', reasonOf(error))]
  }
  const db = openDatabase(installation.url, 1)
  try {
    return [...(await look(db, settings)), ...(await checkSampleAccounts(db, settings)), await checkClock(db)]
  } catch (error) {
    const { host, pathname } = new URL(installation.url)
    return [
      problem(
        'database',
        `${host}${pathname} does not respond: ${reasonOf(error)}. Start it, or correct DATABASE_URL.`,
      ),
    ]
  } finally {
    await db.close()
    await installation.close()
  }
}

async function look(db: Database, settings: Settings): Promise<Finding[]> {
  const { version, most, used, missing } = await db.one<Figures>(sql`
    SELECT current_setting('server_version') AS version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      ARRAY(
        SELECT name FROM unnest(${[...extensions]}::text[]) name
        WHERE name NOT IN (SELECT name FROM pg_available_extensions)
        UNION ALL SELECT 'ICU' WHERE NOT EXISTS (SELECT FROM pg_collation WHERE collname = 'th-x-icu')) AS missing`)
  const needed = (settings.DATABASE_DIRECT_URL ? 0 : settings.DATABASE_POOL) + connectionsBeside
  return [
    Number.parseInt(version, 10) >= oldestServer
      ? fine('database', `PostgreSQL ${version} responds.`)
      : problem('database', `PostgreSQL ${version} is too old. Version ${oldestServer} or newer is needed.`),
    checkExtensions(missing),
    await checkMigrations(db),
    most >= needed && used < 0.9 * most
      ? fine('database', `${used} of ${most} connections are in use; one process takes up to ${needed}.`)
      : problem(
          'database',
          `${used} of ${most} connections are in use, and one process takes up to ${needed}. Raise max_connections, or lower DATABASE_POOL.`,
        ),
  ]
}

interface Figures {
  version: string
  most: number
  used: number
  missing: string[]
}

/** Those that the migrations create. */
const extensions = ['cube', 'pg_trgm'] as const

/** `missing` may also name ICU. */
export function checkExtensions(missing: string[]): Finding {
  if (missing.length === 0) return fine('database', `It has ${extensions.join(', ')} and ICU.`)
  return problem(
    'database',
    `It lacks ${missing.join(', ')}. Extensions are in Debian's postgresql-contrib; for ICU, use a PostgreSQL that was built with it.`,
  )
}

async function checkMigrations(db: Database): Promise<Finding> {
  try {
    const pending = await onOneConnection(db, pendingMigrations)
    return fine(
      'database',
      pending.length === 0
        ? 'Its tables match this version.'
        : `${pending.length} migrations are pending. The next start runs them; make a backup first.`,
    )
  } catch (error) {
    return problem('database', reasonOf(error))
  }
}

/** Whether the sample accounts can log in: with a mail server emails must be verified, and theirs reach nobody. */
async function checkSampleAccounts(db: Database, { SMTP_URL }: Settings): Promise<Finding[]> {
  if (SMTP_URL === undefined) return []
  const stuck = await db
    .many<{ username: string }>(sql`
      SELECT username FROM users
      WHERE email IN ('organizer@example.com', 'attendee@example.com') AND email_verified_at IS NULL
      ORDER BY id`)
    .catch(() => [])
  if (stuck.length === 0) return []
  const names = stuck.map(({ username }) => username).join(' and ')
  return [
    problem(
      'accounts',
      `With SMTP_URL set, the sample accounts cannot log in (${names}): their emails are not verified. Log in without SMTP_URL and enter emails of yours, or delete these accounts.`,
    ),
  ]
}

async function checkClock(db: Db): Promise<Finding> {
  const before = Date.now()
  const { at } = await db.one<{ at: number }>(sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at`)
  const seconds = Math.round(Math.abs(at - (before + Date.now()) / 2) / 100) / 10
  return seconds <= apart
    ? fine('clock', "This machine's clock and the database's agree.")
    : problem(
        'clock',
        `This machine's clock and the database's are ${seconds} seconds apart. Set both by NTP: deadlines and tokens depend on them.`,
      )
}

/** Timeout for a notification, in milliseconds. */
const longest = 2_000
const channel = 'ruam_doctor'

/** Whether DATABASE_DIRECT_URL, or without it DATABASE_URL, gives connections of its own, and whether a pooler sets what the
 *  server would. Empty with the embedded database. */
export async function checkPooler({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: Settings): Promise<Finding[]> {
  if (url === undefined) return []
  try {
    const name = direct === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    if (!(await receivesNotifications(url, direct ?? url))) {
      const remedy =
        direct === undefined
          ? 'It leads through a pooler: set DATABASE_DIRECT_URL to the database itself.'
          : 'It must lead to the same database as DATABASE_URL, without a pooler.'
      return [problem('pooler', `Notifications do not arrive at ${name}. ${remedy}`)]
    }
    return direct === undefined ? [] : [await checkPooled(url, direct)]
  } catch {
    // `checkDatabase` reports an unreachable database.
    return []
  }
}

async function checkPooled(url: string, direct: string): Promise<Finding> {
  const pooled = openDatabase(url, 1, { direct })
  try {
    const { timeout, jit } = await pooled.one<{ timeout: string; jit: string }>(
      sql`SELECT current_setting('statement_timeout') AS timeout, current_setting('jit') AS jit`,
    )
    if (timeout !== '0' && jit === 'off')
      return fine('pooler', 'DATABASE_URL is pooled, and notifications arrive at DATABASE_DIRECT_URL.')
    const found = `statement_timeout is ${timeout}, jit is ${jit}`
    return problem('pooler', `Through DATABASE_URL ${found}. Set both in the pooler, as in deploy/pgbouncer.ini.`)
  } finally {
    await pooled.close()
  }
}

async function receivesNotifications(url: string, at: string): Promise<boolean> {
  const sender = openDatabase(url, 1, { direct: at })
  const timeout = AbortSignal.timeout(longest)
  const opened: Subscription[] = []
  try {
    await sender.run(sql`SELECT 1`)
    return await new Promise<boolean>((resolve) => {
      timeout.addEventListener('abort', () => resolve(false))
      const subscription = listen(at, channel, {
        onMessage: () => resolve(true),
        onListening: () => sender.run(sql`SELECT pg_notify(${channel}, '')`).catch(() => resolve(false)),
      })
      opened.push(subscription)
    })
  } finally {
    for (const subscription of opened) await subscription.close()
    await sender.close()
  }
}

/** The replica lag that the server tolerates, in milliseconds. */
const mostBehind = 3_000

/** Whether writes to the database arrive at its replica. Empty if none is configured. */
export async function checkReplica(settings: Settings): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: address } = settings
  if (url === undefined || address === undefined) return []
  const about = 'replica'
  const { host, pathname } = new URL(address)
  const [primary, replica] = [openDatabase(direct ?? url, 1), openDatabase(address, 1)]
  try {
    const written = await beat(primary)
    const before = performance.now()
    let newest = await newestBeat(replica)
    while ((newest ?? 0) < written - mostBehind && performance.now() < before + mostBehind) {
      await sleep(50)
      newest = await newestBeat(replica)
    }
    const seconds = Math.max(0, (written - (newest ?? 0)) / 1_000).toFixed(1)
    if (newest !== null && written - newest <= mostBehind) {
      return [fine(about, `${host}${pathname} responds, and is at most ${seconds} seconds behind.`)]
    }
    const late = newest === null ? 'does not replicate the database' : `is ${seconds} seconds behind`
    return [problem(about, `${host}${pathname} ${late}, so lists are read from the primary. Check its replication.`)]
  } catch (error) {
    const reason = reasonOf(error)
    return [
      problem(about, `${host}${pathname} cannot be reached: ${reason}. Start it, or correct DATABASE_REPLICA_URL.`),
    ]
  } finally {
    await primary.close()
    await replica.close()
  }
}

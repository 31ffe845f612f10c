import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/lib/postgres/database.ts'

/** Multiplies database timeouts, so that tests on a busy machine do not get 503. */
export const timeoutFactor = 5

export interface TestDatabase {
  url: string
  /** A connection pool, closed with the database at the latest. */
  open(connections: number): Database
  /** Ends the remaining connections and returns the database; call once, at the end of the test. */
  drop(): Promise<void>
}

/** A database and its connections, reused by later tests: creating them would take most of the time of a short test. */
interface Pooled {
  name: string
  url: string
  admin: Database
  pools: Map<number, Database>
  /** The PostgreSQL backends of these connections. */
  processes: Set<number>
}

/** Databases of finished tests. Emptying one is much faster than creating one. */
const free: Pooled[] = []

/** An empty migrated database for one test. A test that changes the schema needs one that is not reused. */
export async function createTestDatabase({ forOnceOnly = false } = {}): Promise<TestDatabase> {
  const { url, adminUrl } = inject('postgres')
  if (forOnceOnly) {
    const name = await copyTemplate()
    const opened: Database[] = []
    return {
      url: inDatabase(url, name),
      open: (connections) => {
        const db = openDatabase(inDatabase(url, name), connections, { timeoutFactor })
        opened.push(db)
        return db
      },
      drop: async () => {
        for (const db of opened) await db.close()
        await administer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      },
    }
  }
  const pooled = free.pop() ?? keep(await copyTemplate())
  return {
    url: pooled.url,
    open: (connections) => poolOf(pooled, connections),
    drop: async () => {
      for (const [connections, { pool }] of pooled.pools) {
        if (pool.ending) pooled.pools.delete(connections)
        else await atRest(pool)
      }
      await empty(pooled)
      free.push(pooled)
    },
  }
}

function keep(name: string): Pooled {
  const { url, adminUrl } = inject('postgres')
  const admin = openDatabase(inDatabase(adminUrl, name), 1, { timeoutFactor })
  return { name, url: inDatabase(url, name), admin, pools: new Map(), processes: new Set() }
}

function poolOf({ url, pools, processes }: Pooled, connections: number): Database {
  const known = pools.get(connections)
  // A copy, because a test may change it.
  if (known) return { ...known }
  const db = openDatabase(url, connections, { timeoutFactor })
  db.pool.on('connect', (client) => processes.add(processOf(client)))
  db.pool.on('remove', (client) => processes.delete(processOf(client)))
  pools.set(connections, db)
  return { ...db }
}

async function copyTemplate(): Promise<string> {
  const { url, adminUrl } = inject('postgres')
  const { pathname, username } = new URL(url)
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)} OWNER ${username}`)
  return name
}

/** The backend's process id, missing in the types. */
const processOf = (client: unknown) => (client as { processID: number }).processID

/** Waits until no connection is in use, then ends those that still are. */
async function atRest(pool: Database['pool']): Promise<void> {
  const isUsed = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount
  for (let waited = 0; waited < 5_000 && isUsed(); waited += 5) await sleep(5)
}

async function empty({ admin, processes }: Pooled): Promise<void> {
  await admin.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state <> 'idle' OR pid <> ALL($1::integer[]))`,
    [[...processes]],
  )
  await admin.pool.query(emptying)
}

/** DELETE is thirty times faster here: there are few rows, and TRUNCATE creates new files for every table and index. */
const emptying = `
  DO $$
  DECLARE own text;
  BEGIN
    -- Without triggers, including foreign keys, so that the order of the tables does not matter.
    SET LOCAL session_replication_role = replica;
    FOR own IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename NOT LIKE '%migration%'
    LOOP
      EXECUTE 'DELETE FROM ' || own;
    END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      FROM pg_sequences WHERE last_value IS NOT NULL;
  END $$`

function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

async function administer(url: string, statement: string): Promise<void> {
  const server = openDatabase(url, 1)
  try {
    await server.pool.query(statement)
  } finally {
    await server.close()
  }
}

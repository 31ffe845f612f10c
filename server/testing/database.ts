import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/lib/postgres/database.ts'

/** Long, because a busy machine would make tests see 503. */
export const patience = 5

export interface TestDatabase {
  url: string
  /** A pool of connections, which is closed with the database at the latest. */
  open(connections: number): Database
  /** Ends the connections that are left and gives the database back; call it once, when the test is over. */
  drop(): Promise<void>
}

/** A database that tests use one after the other, with the connections that stay open between them: to make them anew is
 *  most of what a short test would cost. */
interface Kept {
  name: string
  url: string
  admin: Database
  pools: Map<number, Database>
  /** The processes of PostgreSQL that serve these connections. */
  processes: Set<number>
}

/** Databases whose test is over. Emptying one is far cheaper than making one. */
const free: Kept[] = []

/** A migrated database without a row, for one test alone. A test that changes its schema takes one for once only. */
export async function createTestDatabase({ forOnceOnly = false } = {}): Promise<TestDatabase> {
  const { url, adminUrl } = inject('postgres')
  if (forOnceOnly) {
    const name = await copyTemplate()
    const opened: Database[] = []
    return {
      url: inDatabase(url, name),
      open: (connections) => {
        const db = openDatabase(inDatabase(url, name), connections, { patience })
        opened.push(db)
        return db
      },
      drop: async () => {
        for (const db of opened) await db.close()
        await administer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      },
    }
  }
  const kept = free.pop() ?? keep(await copyTemplate())
  return {
    url: kept.url,
    open: (connections) => poolOf(kept, connections),
    drop: async () => {
      for (const [connections, { pool }] of kept.pools) {
        if (pool.ending) kept.pools.delete(connections)
        else await atRest(pool)
      }
      await empty(kept)
      free.push(kept)
    },
  }
}

function keep(name: string): Kept {
  const { url, adminUrl } = inject('postgres')
  const admin = openDatabase(inDatabase(adminUrl, name), 1, { patience })
  return { name, url: inDatabase(url, name), admin, pools: new Map(), processes: new Set() }
}

function poolOf({ url, pools, processes }: Kept, connections: number): Database {
  const known = pools.get(connections)
  // A test may change what it is given.
  if (known) return { ...known }
  const db = openDatabase(url, connections, { patience })
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

/** Its number, which its types leave out. */
const processOf = (client: unknown) => (client as { processID: number }).processID

/** Waits until no connection is in use; what still is so after that is ended. */
async function atRest(pool: Database['pool']): Promise<void> {
  const isUsed = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount
  for (let waited = 0; waited < 5_000 && isUsed(); waited += 5) await sleep(5)
}

async function empty({ admin, processes }: Kept): Promise<void> {
  await admin.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state <> 'idle' OR pid <> ALL($1::integer[]))`,
    [[...processes]],
  )
  await admin.pool.query(emptying)
}

/** Deletes row by row: there are few, and TRUNCATE makes new files for every table and index, which takes thirty times
 *  as long. */
const emptying = `
  DO $$
  DECLARE own text;
  BEGIN
    -- Without triggers, those of foreign keys among them: the order of the tables does not matter then.
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

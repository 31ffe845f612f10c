import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '#server/lib/postgres/database.ts'

export interface TestDatabase {
  url: string
  /** Ends the connections that are left and gives the database back; call it once, when the test is over. */
  drop(): Promise<void>
}

/** Databases whose test is over. Emptying one is far cheaper than making one. */
const free: string[] = []

/** A migrated database without a row, for one test alone. A test that changes its schema takes one for once only. */
export async function createTestDatabase({ forOnceOnly = false } = {}): Promise<TestDatabase> {
  const { url, adminUrl } = inject('postgres')
  if (forOnceOnly) {
    const name = await copyTemplate()
    return { url: inDatabase(url, name), drop: () => administer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
  }
  const name = free.pop() ?? (await copyTemplate())
  return {
    url: inDatabase(url, name),
    drop: async () => {
      await empty(name)
      free.push(name)
    },
  }
}

async function copyTemplate(): Promise<string> {
  const { url, adminUrl } = inject('postgres')
  const { pathname, username } = new URL(url)
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)} OWNER ${username}`)
  return name
}

/** Deletes row by row: there are few, and TRUNCATE makes new files for every table and index, which takes thirty times
 *  as long. */
function empty(name: string): Promise<void> {
  const url = inDatabase(inject('postgres').adminUrl, name)
  return administer(
    url,
    `DO $$
     DECLARE own text;
     BEGIN
       PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid();
       -- Without triggers, those of foreign keys among them: the order of the tables does not matter then.
       SET LOCAL session_replication_role = replica;
       FOR own IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename NOT LIKE '%migration%'
       LOOP
         EXECUTE 'DELETE FROM ' || own;
       END LOOP;
       PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
         FROM pg_sequences WHERE last_value IS NOT NULL;
     END $$`,
  )
}

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

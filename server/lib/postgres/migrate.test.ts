import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { openDatabase, sql } from './database.ts'
import { migrate } from './migrate.ts'

/** A migrated database, and a copy of the migrations that a test may change. */
async function arrange() {
  const { url, drop } = await createTestDatabase({ forOnceOnly: true })
  const folder = mkdtempSync(join(tmpdir(), 'ruam-migrations-'))
  cpSync(new URL('../../migrations', import.meta.url), folder, { recursive: true })
  const db = openDatabase(url, 2)
  onTestFinished(async () => {
    await db.close()
    await drop()
    rmSync(folder, { recursive: true })
  })
  return { url, folder, db, add: (name: string, text: string) => writeFileSync(join(folder, name), text) }
}

test('missing migrations run once, even if several programs start at once', async () => {
  const { url, folder, db, add } = await arrange()
  add('998-drinks.sql', 'CREATE TABLE drinks (id int)')
  add('999-tea.sql', 'SELECT pg_sleep(0.3); INSERT INTO drinks VALUES (1)')

  await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])

  expect(await db.many(sql`SELECT id FROM drinks`)).toEqual([{ id: 1 }])
})

test('a failed migration is rolled back; earlier ones stay', async () => {
  const { url, folder, db, add } = await arrange()
  add('998-drinks.sql', 'CREATE TABLE drinks (id int)')
  add('999-broken.sql', 'INSERT INTO drinks VALUES (1); SELECT 1/0')

  await expect(migrate(url, folder)).rejects.toThrow('division by zero')
  expect(await db.many(sql`SELECT id FROM drinks`)).toEqual([])

  add('999-broken.sql', 'INSERT INTO drinks VALUES (2)')
  await migrate(url, folder)
  expect(await db.many(sql`SELECT id FROM drinks`)).toEqual([{ id: 2 }])
})

test('a database newer than the program is refused', async () => {
  const { url, folder, add } = await arrange()
  add('999-future.sql', 'SELECT 1')
  await migrate(url, folder)

  await expect(migrate(url)).rejects.toThrow(
    'The database is newer than this program (it has the migration "999-future"); install the newer version.',
  )
})

test('a migration that was changed after it ran is refused', async () => {
  const { url, folder } = await arrange()
  appendFileSync(join(folder, '001-users.sql'), '\n-- changed')

  await expect(migrate(url, folder)).rejects.toThrow('The migration "001-users" was changed after it ran')
})

test('a database with the former text of a changed migration is accepted', async () => {
  const { url, folder, db } = await arrange()
  const former = 'ba812324930d2793e962bb99061f5bd7ae935dcf21cf90ce0fc73776c41dacd3'
  await db.run(sql`UPDATE migration_checksums SET sha256 = ${former} WHERE name = '075-near'`)

  await migrate(url, folder)
})

test('no SQL function has a parsed body with table rows, which would block ALTER TABLE', async () => {
  const { db } = await arrange()

  const found = await db.many(sql`
    SELECT DISTINCT p.proname FROM pg_proc p
    JOIN pg_type t ON t.oid = p.prorettype OR t.oid = ANY (p.proargtypes)
    JOIN pg_class c ON c.oid = t.typrelid AND c.relkind = 'r'
    WHERE p.prosqlbody IS NOT NULL AND p.pronamespace = 'public'::regnamespace`)

  expect(found).toEqual([])
})

test('the error about an unreachable database names it without its password', async () => {
  await expect(migrate('postgres://ruam:secret@127.0.0.1:1/ruam')).rejects.toThrow(
    'The database at 127.0.0.1:1/ruam cannot be used: ECONNREFUSED.',
  )
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { admin, emptyDatabase, newFolder, startServing } from '#server/testing/admin.ts'
import { startApp } from '#server/testing/app.ts'
import { BackupFile } from './backup-file.ts'
import { type Manifest, manifestName } from './backup-format.ts'
import { knownTables, selectTables } from './tables.ts'

test('a restore refuses what is damaged, what is newer, an installation that is not empty, and what is no backup', async () => {
  const { env, db, addUser } = await startServing()
  await addUser()
  const folder = newFolder()
  const file = join(folder, 'backup.zip')
  await admin(env, 'backup', file)
  const damaged = join(folder, 'damaged.zip')
  writeFileSync(damaged, readFileSync(file).fill(0, 60, 80))
  const newer = join(folder, 'newer.zip')
  await db.pool.query("INSERT INTO migration_checksums VALUES ('999-later', '')")
  await admin(env, 'backup', newer)
  await db.pool.query("DELETE FROM migration_checksums WHERE name = '999-later'")
  const noBackup = join(folder, 'text.zip')
  writeFileSync(noBackup, 'hello')
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() }
  const tables = async () => {
    const db = openDatabase(target.DATABASE_URL, 1)
    const rows = await db.many(sql`SELECT FROM pg_tables WHERE schemaname = 'public'`)
    await db.close()
    return rows.length
  }

  expect((await admin(target, 'restore', damaged)).text).toContain('The backup is damaged')
  expect((await admin(target, 'restore', newer)).text).toContain('of a newer program')
  expect((await admin(target, 'restore', noBackup)).text).toContain('is no backup')
  expect((await admin(target, 'restore', join(folder, 'none.zip'))).text).toContain('There is no file')
  expect(await tables()).toBe(0)
  expect((await admin(env, 'restore', file)).text).toContain('into an empty installation only')
  expect((await admin(env, 'backup', file)).text).toContain('is there already')
  expect(readdirSync(folder).sort()).toEqual(['backup.zip', 'damaged.zip', 'newer.zip', 'text.zip'])
})

test.each(['passwords', 'graphile_worker.jobs', 'users"; DROP TABLE users; --', 'rate_limits'])(
  'a backup that somebody has forged to name the table %s is refused before anything is written',
  async (name) => {
    const { env } = await startServing()
    const folder = newFolder()
    const file = join(folder, 'backup.zip')
    await admin(env, 'backup', file)
    const forged = await forge(file, join(folder, 'forged.zip'), ({ tables }) => {
      tables.push({ name, columns: ['key'], rows: 0, numbers: [] })
    })
    const target = { DATA_DIR: newFolder(), TOKEN_SECRET: '' }

    const refused = await admin(target, 'restore', forged)

    const sentence = `The backup names a table that this program does not have: ${JSON.stringify(name)}.`
    expect(refused).toEqual({ code: 1, text: expect.stringContaining(sentence) })
    expect(readdirSync(target.DATA_DIR)).toEqual([])
  },
)

test('every table that a backup holds is known to a restore', async () => {
  const { db } = await startApp()
  const client = await db.pool.connect()
  const tables = await selectTables(client)
  client.release()

  expect(tables.map(({ name }) => name).sort()).toEqual([...(await knownTables())].sort())
})

/** Writes the same backup again, with another description of itself. */
async function forge(from: string, to: string, change: (manifest: Manifest) => void): Promise<string> {
  const source = await BackupFile.open(from)
  const zip = new ZipFile()
  for (const name of Object.keys(source.manifest.files)) zip.addBuffer(await buffer(await source.read(name)), name)
  source.close()
  const manifest = structuredClone(source.manifest)
  change(manifest)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName)
  zip.end()
  writeFileSync(to, await buffer(zip.outputStream))
  return to
}

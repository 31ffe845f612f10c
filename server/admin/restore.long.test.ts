import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { admin, emptyDatabase, newFolder, startServing } from '#server/testing/admin.ts'
import { startApp } from '#server/testing/app.ts'
import { BackupFile, type Manifest, manifestName } from './backup-file.ts'
import { startAlone } from './installation.ts'
import { knownTables, selectTables } from './tables.ts'

test('a restore refuses damaged, newer and invalid files, and installations that are not empty', async () => {
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
  expect((await admin(target, 'restore', newer)).text).toContain('made by a newer program')
  expect((await admin(target, 'restore', noBackup)).text).toContain('is not a backup')
  expect((await admin(target, 'restore', join(folder, 'none.zip'))).text).toContain('There is no file')
  expect(await tables()).toBe(0)
  expect((await admin(env, 'restore', file)).text).toContain('into an empty installation')
  expect((await admin(env, 'backup', file)).text).toContain('already exists')
  expect(readdirSync(folder).sort()).toEqual(['backup.zip', 'damaged.zip', 'newer.zip', 'text.zip'])
})

test('a half restored database is used for nothing until the backup is restored again, from the beginning', async () => {
  const { env, addUser } = await startServing()
  const person = await addUser()
  const file = join(newFolder(), 'backup.zip')
  await admin(env, 'backup', file)
  const embedded = { DATA_DIR: newFolder() }
  const shared = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() }
  const inEmbedded = async (text: string) => {
    const installation = await startAlone(readSettings(embedded))
    const db = openDatabase(installation.url, 1)
    const { rows } = await db.pool.query(text)
    await db.close()
    await installation.close()
    return rows
  }
  // As a restore leaves it that is killed after the first tables.
  const half = "CREATE TABLE restore_unfinished (); CREATE TABLE users (name text); INSERT INTO users VALUES ('half')"
  const db = openDatabase(shared.DATABASE_URL, 1)
  await db.pool.query(half)
  await db.close()
  await inEmbedded(half)

  await expect(migrate(shared.DATABASE_URL)).rejects.toThrow('did not finish. Stop Ruam and restore the backup again.')
  for (const target of [shared, embedded]) {
    expect((await admin(target, 'list-organizers')).text).toContain('did not finish')
    expect((await admin(target, 'backup', join(newFolder(), 'half.zip'))).text).toContain('did not finish')
  }
  expect((await admin(shared, 'restore', file)).text).toContain('Empty it, then restore again.')
  expect(await admin(embedded, 'restore', file)).toMatchObject({ code: 0 })
  expect(await inEmbedded('SELECT username FROM users')).toEqual([{ username: person.username }])
  expect((await admin(embedded, 'list-organizers')).code).toBe(0)
})

test('a restore goes past the pooler, where its locks and long statements would fail', async () => {
  const { env } = await startServing()
  const file = join(newFolder(), 'backup.zip')
  await admin(env, 'backup', file)
  const DATABASE_DIRECT_URL = await emptyDatabase()
  const pooled = { DATABASE_URL: 'postgres://127.0.0.1:9/ruam', DATABASE_DIRECT_URL, DATA_DIR: newFolder() }

  expect(await admin(pooled, 'restore', file)).toMatchObject({ code: 0 })
})

test.each(['passwords', 'graphile_worker.jobs', 'users"; DROP TABLE users; --', 'rate_limits'])(
  'a forged backup that names the table %s is refused before anything is written',
  async (name) => {
    const { env } = await startServing()
    const folder = newFolder()
    const file = join(folder, 'backup.zip')
    await admin(env, 'backup', file)
    const forged = await forge(file, join(folder, 'forged.zip'), ({ manifest }) => {
      manifest.tables.push({ name, columns: ['key'], rows: 0, numbers: [] })
    })
    const target = { DATA_DIR: newFolder(), TOKEN_SECRET: '' }

    const refused = await admin(target, 'restore', forged)

    const sentence = `The backup names a table that this program does not have: ${JSON.stringify(name)}.`
    expect(refused).toEqual({ code: 1, text: expect.stringContaining(sentence) })
    expect(readdirSync(target.DATA_DIR)).toEqual([])
  },
)

test.each<[string, string, (forged: Forged) => void]>([
  [
    'states a wrong number of rows',
    'tables/users.copy has been changed',
    ({ manifest }) => {
      for (const table of manifest.tables) if (table.name === 'users') table.rows += 1
    },
  ],
  [
    'has a table twice in its manifest',
    'it contains a table more than once',
    ({ manifest }) => {
      manifest.tables.push(...manifest.tables.filter(({ name }) => name === 'users'))
    },
  ],
  [
    'lacks a table of its manifest',
    'tables/users.copy is missing',
    ({ manifest, files }) => {
      delete manifest.files['tables/users.copy']
      files.delete('tables/users.copy')
    },
  ],
  [
    'has a file twice',
    'it contains keys/token-secret more than once',
    ({ zip }) => {
      zip.addBuffer(Buffer.from('a'), 'keys/token-secret')
      zip.addBuffer(Buffer.from('b'), 'keys/token-secret')
    },
  ],
  [
    'unpacks to more than its manifest says',
    'tables/users.copy has been changed',
    ({ files }) => {
      files.set('tables/users.copy', Buffer.alloc(100_000_000))
    },
  ],
  [
    'has a picture too large for memory',
    'pictures/a.webp has been changed',
    ({ manifest, files }) => {
      const picture = Buffer.alloc(60_000_000)
      files.set('pictures/a.webp', picture)
      manifest.files['pictures/a.webp'] = {
        bytes: picture.length,
        sha256: createHash('sha256').update(picture).digest('hex'),
      }
    },
  ],
  [
    'contains the database password',
    'is not a backup that this program can read',
    ({ manifest, files }) => {
      const key = Buffer.from('a')
      files.set('keys/postgres-password', key)
      manifest.files['keys/postgres-password'] = { bytes: 1, sha256: createHash('sha256').update(key).digest('hex') }
    },
  ],
  [
    'has a file name with control characters',
    'keys/\\u001b[2J is not part of it',
    ({ files }) => {
      files.set('keys/\u001b[2J', Buffer.from('a'))
    },
  ],
])('a backup that %s is refused before anything is written', async (_, sentence, change) => {
  const { env, addUser } = await startServing()
  await addUser()
  const folder = newFolder()
  const file = join(folder, 'backup.zip')
  await admin(env, 'backup', file)
  const forged = await forge(file, join(folder, 'forged.zip'), change)
  const target = { DATA_DIR: newFolder(), TOKEN_SECRET: '' }

  const refused = await admin(target, 'restore', forged)

  expect(refused).toEqual({ code: 1, text: expect.stringContaining(sentence) })
  expect(readdirSync(target.DATA_DIR)).toEqual([])
})

test.each(['../../evil.txt', '/tmp/evil.file'])(
  'a backup with a file %s is refused before anything is written',
  async (name) => {
    const { env } = await startServing()
    const folder = newFolder()
    const file = join(folder, 'backup.zip')
    await admin(env, 'backup', file)
    const forged = await forge(file, join(folder, 'forged.zip'), ({ zip }) => {
      zip.addBuffer(Buffer.from('a'), 'keys/evil-file')
    })
    // The zip library refuses to write such a name.
    writeFileSync(forged, readFileSync(forged, 'latin1').replaceAll('keys/evil-file', name), 'latin1')
    const target = { DATA_DIR: newFolder(), TOKEN_SECRET: '' }

    const refused = await admin(target, 'restore', forged)

    expect(refused).toEqual({ code: 1, text: expect.stringContaining(`forged.zip is not a backup: `) })
    expect(readdirSync(target.DATA_DIR)).toEqual([])
  },
)

test('a restore knows every table of a backup', async () => {
  const { db } = await startApp()
  const client = await db.pool.connect()
  const tables = await selectTables(client)
  client.release()

  expect(tables.map(({ name }) => name).sort()).toEqual([...(await knownTables())].sort())
})

/** A backup to be rewritten: its manifest, its other files, and the new zip file. */
interface Forged {
  manifest: Manifest
  files: Map<string, Buffer>
  zip: ZipFile
}

async function forge(from: string, to: string, change: (forged: Forged) => void): Promise<string> {
  const source = await BackupFile.open(from)
  const files = new Map<string, Buffer>()
  for (const name of Object.keys(source.manifest.files)) files.set(name, await buffer(await source.read(name)))
  source.close()
  const manifest = structuredClone(source.manifest)
  const zip = new ZipFile()
  change({ manifest, files, zip })
  for (const [name, content] of files) zip.addBuffer(content, name)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName)
  zip.end()
  writeFileSync(to, await buffer(zip.outputStream))
  return to
}

import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import copyStreams from 'pg-copy-streams'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { onOneConnection, openDatabase } from '#server/lib/postgres/database.ts'
import { isHalfRestored, migrate, migrationsFolder, restoreMark } from '#server/lib/postgres/migrate.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { type BackedUpTable, BackupFile, type Manifest, tableFile } from './backup-file.ts'
import { findInstallation, startAlone } from './installation.ts'
import { copyTarget, knownTables, restoreNumbers } from './tables.ts'

export interface RestoreReport {
  created_at: string
  rows: number
  pictures: number
}

/** Loads a backup into an empty installation: a data folder without a database, or the empty database of DATABASE_URL. First
 *  the whole file is checked; nothing is written if it is damaged or of a newer program, or the installation is not empty. */
export async function restore(settings: Settings, path: string): Promise<RestoreReport> {
  const file = await BackupFile.open(path)
  try {
    await refuseUnknownMigrations(file.manifest)
    await refuseUnknownTables(file.manifest)
    await file.verify()
    await refuseOtherKeys(settings, file)
    const installation = settings.DATABASE_URL ? await findInstallation(settings) : await startAlone(settings)
    try {
      await fill(settings, installation.url, file)
    } finally {
      await installation.close()
    }
    const { created_at, tables } = file.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { created_at, rows, pictures: file.namesIn('pictures').length }
  } finally {
    file.close()
  }
}

async function fill(settings: Settings, url: string, file: BackupFile): Promise<void> {
  const db = openDatabase(url, 1, { longWork: true })
  try {
    await onOneConnection(db, async (client) => {
      if (await isHalfRestored(client)) await startAnew(client, settings)
      else await refuseFull(client)
      await client.query(`CREATE TABLE ${restoreMark} ()`)
      await restoreKeys(settings, file)
      await restorePictures(settings, file)
      await migrateAsThen(url, file.manifest)
      await loadTables(client, file)
    })
    await migrate(url)
  } finally {
    await db.close()
  }
}

async function refuseUnknownMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Set(await readdir(migrationsFolder()))
  const unknown = migrations.find(({ name }) => !known.has(`${name}.sql`))
  if (unknown) throw new Error(`The backup was made by a newer program (it has the migration "${unknown.name}").`)
}

/** Call it after `refuseUnknownMigrations`, which recognizes a newer program's tables by their migrations. */
async function refuseUnknownTables({ tables }: Manifest): Promise<void> {
  const known = await knownTables()
  const unknown = tables.find(({ name }) => !known.has(name))
  if (unknown)
    throw new Error(`The backup names a table that this program does not have: ${JSON.stringify(unknown.name)}.`)
}

/** No server starts on a half restored database, so it holds nothing else. One of DATABASE_URL may have extensions that only its
 *  owner can create. */
async function startAnew(client: PoolClient, { DATABASE_URL }: Settings): Promise<void> {
  if (DATABASE_URL) throw new Error('The last restore into this database did not finish. Empty it, then restore again.')
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
}

async function refuseFull(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1")
  if (rowCount)
    throw new Error(
      'A backup can only be restored into an empty installation, and this database has tables. Use an empty DATABASE_URL or DATA_DIR.',
    )
}

/** Brings the database into the shape it had when the backup was made; later migrations follow. */
async function migrateAsThen(url: string, { migrations }: Manifest): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-restore-'))
  try {
    for (const { name } of migrations) await cp(join(migrationsFolder(), `${name}.sql`), join(folder, `${name}.sql`))
    await migrate(url, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function loadTables(client: PoolClient, file: BackupFile): Promise<void> {
  const { tables } = file.manifest
  await client.query('BEGIN')
  // The backup also contains rows written by migrations.
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(', ')} CASCADE`)
  for (const table of tables) await loadTable(client, file, table)
  await client.query(`DROP TABLE ${restoreMark}`)
  await client.query('COMMIT')
}

async function loadTable(client: PoolClient, file: BackupFile, table: BackedUpTable): Promise<void> {
  // The backup also contains what triggers write.
  await client.query(`ALTER TABLE "${table.name}" DISABLE TRIGGER USER`)
  const copy = client.query(copyStreams.from(`COPY ${copyTarget(table)} FROM STDIN`))
  await pipeline(await file.read(tableFile(table.name)), copy)
  await client.query(`ALTER TABLE "${table.name}" ENABLE TRIGGER USER`)
  if (copy.rowCount !== table.rows) {
    throw new Error(`Only ${copy.rowCount} of ${table.rows} rows of the table ${table.name} could be loaded.`)
  }
  await restoreNumbers(client, table)
}

async function restorePictures(settings: Settings, file: BackupFile): Promise<void> {
  const store = openPictureStore(settings)
  for (const name of file.namesIn('pictures')) await store.put(name, await buffer(await file.read(`pictures/${name}`)))
}

/** An existing key stays; `refuseOtherKeys` has checked that it is the same. */
async function restoreKeys(settings: Settings, file: BackupFile): Promise<void> {
  const folder = keysFolder(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of file.namesIn('keys')) {
    const content = await buffer(await file.read(`keys/${name}`))
    const temporary = join(folder, `${name}.new`)
    await writeFile(temporary, content, { mode: 0o600, flush: true })
    await rename(temporary, join(folder, name))
  }
}

async function refuseOtherKeys(settings: Settings, file: BackupFile): Promise<void> {
  for (const name of file.namesIn('keys')) {
    const present = await readFile(join(keysFolder(settings), name)).catch(() => null)
    if (present === null || present.equals(await buffer(await file.read(`keys/${name}`)))) continue
    throw new Error(
      `${join(keysFolder(settings), name)} differs from the key in the backup. Restore into an empty folder.`,
    )
  }
}

function keysFolder(settings: Settings): string {
  return join(resolve(settings.DATA_DIR), 'keys')
}

import { constants, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import copyStreams from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { onOneConnection, openDatabase } from '#server/lib/postgres/database.ts'
import { refuseHalfRestored } from '#server/lib/postgres/migrate.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import {
  type BackedUpTable,
  drain,
  type Manifest,
  Measure,
  manifestName,
  PictureNames,
  tableFile,
} from './backup-file.ts'
import { findInstallation } from './installation.ts'
import { copyTarget, selectMigrations, selectNumbers, selectTables } from './tables.ts'

export interface BackupReport {
  file: string
  rows: number
  pictures: number
  /** Files that the database names but the store lacks. */
  missing: string[]
}

/** A restored installation gets a new password for its embedded database. */
const keysLeftOut = ['postgres-password']

/** Writes all data into one file while the server runs: the tables as of one moment, the pictures that they name, and the keys
 *  that sign sessions and tickets. `target` is a new file, or a folder that gets a dated one. The file holds secrets, so only
 *  its owner may read it. */
export async function backup(settings: Settings, target: string): Promise<BackupReport> {
  const file = await fileFor(target)
  const part = `${file}.part`
  const installation = await findInstallation(settings)
  const db = openDatabase(installation.url, 1, { longWork: true })
  try {
    return await onOneConnection(db, async (client) => {
      await refuseHalfRestored(client)
      const zip = new ZipWriter(part)
      const report = await write(settings, client, zip)
      await zip.close()
      await rename(part, file)
      return { file, ...report }
    })
  } finally {
    await rm(part, { force: true })
    await db.close()
    await installation.close()
  }
}

async function write(settings: Settings, client: PoolClient, zip: ZipWriter): Promise<Omit<BackupReport, 'file'>> {
  // A picture that is replaced after the tables were read would be gone before it is copied. So existing pictures are copied
  // first, and after the tables only those added in between.
  const before = new PictureNames()
  await inSnapshot(client, () => readTables(client, before))
  const missing = await savePictures(settings, zip, before.files)

  const after = new PictureNames()
  const { tables, migrations } = await inSnapshot(client, async () => ({
    tables: await saveTables(client, zip, after),
    migrations: await selectMigrations(client),
  }))
  missing.push(...(await savePictures(settings, zip, after.files)))
  await saveKeys(settings, zip)

  const named = missing.filter((name) => after.files.has(name))
  const manifest: Manifest = {
    product: 'ruam',
    format: 1,
    created_at: new Date().toISOString(),
    migrations,
    tables,
    files: zip.files,
  }
  await zip.add(manifestName, [Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))])])
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const pictures = Object.keys(zip.files).filter((name) => name.startsWith('pictures/')).length
  return { rows, pictures, missing: [...new Set(named)] }
}

/** All reads in `work` see the database as of one moment; nobody waits for them. */
async function inSnapshot<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const result = await work()
  await client.query('COMMIT')
  return result
}

async function readTables(client: PoolClient, names: PictureNames): Promise<void> {
  for (const table of await selectTables(client)) {
    const rows = client.query(copyStreams.to(`COPY ${copyTarget(table)} TO STDOUT`))
    await pipeline(rows, names.scan(), drain)
  }
}

async function saveTables(client: PoolClient, zip: ZipWriter, names: PictureNames): Promise<BackedUpTable[]> {
  const tables: BackedUpTable[] = []
  for (const table of await selectTables(client)) {
    const numbers = await selectNumbers(client, table)
    const copy = client.query(copyStreams.to(`COPY ${copyTarget(table)} TO STDOUT`))
    const { rows } = await zip.add(tableFile(table.name), [copy, names.scan()])
    tables.push({ name: table.name, columns: table.columns, rows, numbers })
  }
  return tables
}

/** Copies pictures, and returns the names of those that the store lacks. */
async function savePictures(settings: Settings, zip: ZipWriter, names: Set<string>): Promise<string[]> {
  const store = openPictureStore(settings)
  const missing: string[] = []
  for (const name of names) {
    if (zip.has(`pictures/${name}`)) continue
    const picture = await store.get(name)
    if (picture === null) missing.push(name)
    else await zip.add(`pictures/${name}`, [picture.content], { compress: false })
  }
  return missing
}

async function saveKeys(settings: Settings, zip: ZipWriter): Promise<void> {
  const folder = join(resolve(settings.DATA_DIR), 'keys')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => /^[\w-]+$/.test(each) && !keysLeftOut.includes(each))) {
    await zip.add(`keys/${name}`, [Readable.from([await readFile(join(folder, name))])])
  }
}

async function fileFor(target: string): Promise<string> {
  const isFolder = target.endsWith('/') || (await stat(target).catch(() => null))?.isDirectory()
  const dated = `ruam-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.zip`
  const file = resolve(isFolder ? join(target, dated) : target)
  await mkdir(dirname(file), { recursive: true })
  const isThere = await access(file, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`${file} already exists.`)
  return file
}

/** Writes entries to a zip file one by one, and records the size and checksum of each. */
class ZipWriter {
  readonly files: Manifest['files'] = {}
  readonly #zip = new ZipFile()
  readonly #path: string
  readonly #written: Promise<void>

  constructor(path: string) {
    this.#path = path
    this.#written = pipeline(this.#zip.outputStream as Readable, createWriteStream(path, { mode: 0o600 }))
    // A failure is thrown by `add` or `close`, whichever comes first.
    this.#written.catch(() => undefined)
  }

  has(name: string): boolean {
    return name in this.files
  }

  /** `content` is the entry's bytes, followed by the transforms to apply. */
  async add(name: string, content: [Readable, ...Transform[]], { compress = true } = {}): Promise<Measure> {
    const measure = new Measure()
    const entry = new PassThrough()
    this.#zip.addReadStream(entry, name, { compress, mode: 0o100600 })
    await Promise.race([pipeline([...content, measure, entry]), this.#written])
    if (name !== manifestName) this.files[name] = { bytes: measure.bytes, sha256: measure.sha256() }
    return measure
  }

  /** Everything is on disk when this returns. */
  async close(): Promise<void> {
    this.#zip.end()
    await this.#written
    const file = await open(this.#path, 'r+')
    await file.sync()
    await file.close()
  }
}

import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { pictureWidths } from '#contract/pictures.ts'

/** A backup is a zip file of `tables/<table>.copy` (PostgreSQL's COPY text, which psql can load too), `pictures/<file>`,
 *  `keys/<name>`, and this manifest. */
export const manifestName = 'manifest.json'

export const Manifest = z.object({
  product: z.literal('ruam'),
  format: z.literal(1),
  created_at: z.string(),
  /** The applied migrations: a backup is loaded into a database of the same shape, which is then updated. */
  migrations: z.array(z.object({ name: z.string().regex(/^[\w-]+$/), sha256: z.string() })),
  /** The tables, ordered so that each comes after those that it references. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** The last number used by each identity column. */
      numbers: z.array(z.object({ column: z.string(), last: z.number().int() })),
    }),
  ),
  /** Size and checksum of every other file in the backup. A restored installation gets a new password for its embedded
   *  database, so that one is never among them. */
  files: z.record(
    z.string().regex(/^(tables|pictures|keys)\/(?!postgres-password$)\w[\w.-]*$/),
    z.object({ bytes: z.number(), sha256: z.string() }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type BackedUpTable = Manifest['tables'][number]

export const tableFile = (name: string) => `tables/${name}.copy`

/** The end of a pipeline whose output is not needed. */
export async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

/** Passes everything through, and computes its bytes, rows and checksum. */
export class Measure extends Transform {
  readonly #hash = createHash('sha256')
  bytes = 0
  /** Lines: COPY's text has one per row. */
  rows = 0

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void) {
    this.#hash.update(chunk)
    this.bytes += chunk.length
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.rows += 1
    this.push(chunk)
    done()
  }

  /** Call it once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

const privateName = /private-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp/g
const address = /\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.webp/g
/** In characters, longer than any picture's URL: a chunk may end in the middle of a URL. */
const overlap = 100

/** Finds the pictures that rows name, in any column of any table. */
export class PictureNames {
  /** The file names of the pictures found, in every width; private ones have one. */
  readonly files = new Set<string>()

  /** Passes rows through, and finds the pictures in them. */
  scan(): Transform {
    let end = ''
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        const text = end + chunk.toString('latin1')
        for (const [, picture] of text.matchAll(address)) {
          for (const width of pictureWidths) this.files.add(`${picture}-${width}.webp`)
        }
        for (const [name] of text.matchAll(privateName)) this.files.add(name)
        end = text.slice(-overlap)
        done(null, chunk)
      },
    })
  }
}

/** In bytes: the largest manifest, picture or key, which are read into memory as a whole. */
const largest = { manifest: 200_000_000, file: 50_000_000 }

/** A backup that is open for reading. */
export class BackupFile {
  readonly manifest: Manifest
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>, manifest: Manifest) {
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  static async open(path: string): Promise<BackupFile> {
    const refuse = (error: NodeJS.ErrnoException) => {
      throw new Error(
        error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} is not a backup: ${error.message}.`,
      )
    }
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(refuse)
    const entries = new Map<string, Entry>()
    let twice: string | null = null
    try {
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) twice = entry.fileName
        entries.set(entry.fileName, entry)
      }
    } catch (error) {
      // For instance a name that leads out of the folder.
      zip.close()
      return refuse(error as Error)
    }
    const described = entries.get(manifestName)
    const isReadable = twice === null && described !== undefined && described.uncompressedSize <= largest.manifest
    const text = isReadable ? await json(await zip.openReadStreamPromise(described)).catch(() => null) : null
    const manifest = Manifest.safeParse(text)
    if (manifest.success) return new BackupFile(zip, entries, manifest.data)
    zip.close()
    throw new Error(
      twice === null
        ? `${path} is not a backup that this program can read.`
        : `The backup is damaged: it contains ${twice} more than once.`,
    )
  }

  /** Reads the whole file. Throws unless its content is unchanged since the backup. */
  async verify(): Promise<void> {
    const { files, tables } = this.manifest
    const names = Object.keys(files)
    const extra = [...this.#entries.keys()].find((name) => name !== manifestName && !Object.hasOwn(files, name))
    if (extra) throw new Error(`The backup is damaged: ${extra} is not part of it.`)
    const rowsOf = new Map(tables.map(({ name, rows }) => [tableFile(name), rows]))
    if (rowsOf.size < tables.length) throw new Error('The backup is damaged: it contains a table more than once.')
    const absent = [...rowsOf.keys()].find((name) => !Object.hasOwn(files, name))
    if (absent) throw new Error(`The backup is damaged: ${absent} is missing.`)
    for (const name of names) {
      if (!(await this.#isWhole(name, rowsOf.get(name)))) {
        throw new Error(`The backup is damaged: ${name} has been changed.`)
      }
    }
  }

  /** Whether a file has the bytes and rows stated in the manifest. A file of another size is not read at all: a few kilobytes
   *  of a zip file may become gigabytes. */
  async #isWhole(name: string, rows: number | undefined): Promise<boolean> {
    const { bytes, sha256 } = this.manifest.files[name] ?? {}
    const size = this.#entries.get(name)?.uncompressedSize
    if (size !== bytes || (rows === undefined && Number(size) > largest.file)) return false
    const measure = new Measure()
    try {
      await pipeline(await this.read(name), measure, drain)
    } catch {
      return false
    }
    return measure.sha256() === sha256 && (rows === undefined || measure.rows === rows)
  }

  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new Error(`The backup is damaged: ${name} is missing.`)
    return this.#zip.openReadStreamPromise(entry)
  }

  /** The files of a folder, without the folder's name. */
  namesIn(folder: 'pictures' | 'keys'): string[] {
    const start = `${folder}/`
    return Object.keys(this.manifest.files)
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length))
  }

  close(): void {
    this.#zip.close()
  }
}

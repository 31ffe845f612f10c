import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
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

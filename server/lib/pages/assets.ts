import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Answer, bestEncoding, etagOf } from '#server/lib/http/answer.ts'

const year = 365 * 24 * 3_600
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
/** By the ending that the build gives to the packed copy of a file. */
const packings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

/** The files of a folder that the build has named by their content, as they were when the server started. Each is read
 *  when it is first asked for and stays in memory, about 3 MB in all: a new reader takes some twenty of them, and to open them
 *  for each reader is most of what a rush would cost. Throws where a file is of a kind that `types` does not name. */
export function openAssets(folder: string): (name: string) => Promise<Answer | null> {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const isPacked = (name: string) => packings.some(({ ending }) => name.endsWith(ending))
  const unknown = [...names].find((name) => !isPacked(name) && types[extname(name)] === undefined)
  if (unknown !== undefined) throw new Error(`No media type is known for ${unknown}.`)
  const read = new Map<string, Promise<Answer>>()

  async function readOnce(name: string): Promise<Answer> {
    const bytesOf = (file: string) => readFile(join(folder, file))
    const plain = { encoding: null, bytes: await bytesOf(name) }
    const packed = packings.filter(({ ending }) => names.has(`${name}${ending}`))
    const bodies = await Promise.all(
      packed.map(async ({ encoding, ending }) => ({ encoding, bytes: await bytesOf(`${name}${ending}`) })),
    )
    return {
      status: 200,
      headers: {
        'content-type': `${types[extname(name)]}`,
        'cache-control': `public, max-age=${year}, immutable`,
        vary: 'accept-encoding',
      },
      etag: etagOf(plain.bytes),
      bytes: plain.bytes,
      body(accepted) {
        const best = bestEncoding(accepted)
        return bodies.find(({ encoding }) => encoding === best) ?? plain
      },
    }
  }

  return async (name) => {
    if (!names.has(name) || isPacked(name)) return null
    const known = read.get(name)
    if (known) return known
    const reading = readOnce(name)
    read.set(name, reading)
    // A file that could not be read is read anew for the next.
    reading.catch(() => read.delete(name))
    return reading
  }
}

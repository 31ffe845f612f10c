import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Answer, bestEncoding, etagOf, sendAnswer } from '#server/lib/http/answer.ts'
import { clientFolder } from './page-build.ts'

const assetsFolder = join(clientFolder, 'assets')

/** Serves the files that were built for browsers, compressed if the browser accepts it. */
export async function mountBuiltFiles(app: FastifyInstance): Promise<void> {
  if (existsSync(assetsFolder)) {
    await app.register(serveStatic, {
      root: clientFolder,
      wildcard: false,
      globIgnore: ['assets/**'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('vary', 'accept-encoding')
        // A new release's worker is found at once.
        reply.header('cache-control', path.endsWith(`${sep}sw.js`) ? 'no-cache' : 'public, max-age=3600')
      },
    })
  }
  // One route for all files that the build has hashed: a route for each would be most of the server's routes.
  const assetOf = openAssets(assetsFolder)
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const asset = await assetOf(request.params['*'])
    if (asset !== null) return sendAnswer(request, reply, asset)
    // A page of an older version may ask for files that are gone; on a 404 the browser reloads the page. While a
    // release is under way another process may have the file.
    return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
  })
}

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

/** Files named by their content, as they were when the server started. Each is read on first use and stays in memory, about 3
 *  MB in all: a new visitor loads some twenty of them, and opening them each time is most of what a rush would cost. Throws
 *  for a file type that is not in `types`. */
function openAssets(folder: string): (name: string) => Promise<Answer | null> {
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
    // A failed read is retried by the next request.
    reading.catch(() => read.delete(name))
    return reading
  }
}

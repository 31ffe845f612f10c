import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { clientFolder } from './page-build.ts'

const assetsFolder = join(clientFolder, 'assets')
const year = 365 * 24 * 3_600_000

/** Serves the files that the build has made for browsers, packed where the browser takes it. */
export async function mountBuiltFiles(app: FastifyInstance): Promise<void> {
  const isThere = existsSync(assetsFolder)
  if (isThere) {
    await app.register(serveStatic, {
      root: clientFolder,
      wildcard: false,
      globIgnore: ['assets/**'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('vary', 'accept-encoding')
        reply.header('cache-control', lifetimeOf(path))
      },
    })
  }
  // One route for all files that the build has hashed: a route for each would be most of the server's routes. Their
  // names are read once, because the plugin's own route for a whole folder reads the folder for every request.
  const assets = new Set(isThere ? readdirSync(assetsFolder) : [])
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, (request, reply) => {
    const name = request.params['*']
    if (assets.has(name)) return reply.sendFile(name, assetsFolder)
    // A page of an older version may ask for files that are gone; on a 404 the browser loads the page anew. While a
    // release is under way another process may have the file.
    return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
  })
}

/** Files with a hash in their name never change; the others (icons) may be kept for an hour. */
function lifetimeOf(path: string): string {
  if (path.includes(`${sep}assets${sep}`)) return `public, max-age=${year / 1000}, immutable`
  // A new release's worker is found at once.
  if (path.endsWith(`${sep}sw.js`)) return 'no-cache'
  return 'public, max-age=3600'
}

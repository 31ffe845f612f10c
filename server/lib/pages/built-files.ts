import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '#server/lib/http/answer.ts'
import { openAssets } from './assets.ts'
import { clientFolder } from './page-build.ts'

const assetsFolder = join(clientFolder, 'assets')

/** Serves the files that the build has made for browsers, packed where the browser takes it. */
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
    // A page of an older version may ask for files that are gone; on a 404 the browser loads the page anew. While a
    // release is under way another process may have the file.
    return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
  })
}

/** Builds the empty React Router application beside this file, and serves it. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import serveStatic from '@fastify/static'
import fastify from 'fastify'
import { createRequestHandler } from 'react-router'
import { compressFolder } from '../../../scripts/bundling/compress-assets.ts'
import { root } from '../../programs.ts'

export async function serveEmptyPage(): Promise<{ url: string; end(): Promise<void> }> {
  const folder = import.meta.dirname
  const program = join(root, 'node_modules', '@react-router', 'dev', 'bin.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [program, 'build', folder], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const client = join(folder, 'build', 'client')
  await compressFolder(client)
  const handle = createRequestHandler(
    await import(pathToFileURL(join(folder, 'build', 'server', 'index.js')).href),
    'production',
  )
  const app = fastify()
  const files = { wildcard: false, index: false as const, preCompressed: true, immutable: true, maxAge: '1y' }
  await app.register(serveStatic, { root: client, ...files })
  app.get('/', async (request, reply) => {
    const page = await handle(new Request(`http://${request.host}${request.url}`))
    return reply.type('text/html').send(Buffer.from(await page.arrayBuffer()))
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), end: () => app.close() }
}

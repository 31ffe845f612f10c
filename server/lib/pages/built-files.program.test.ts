import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountBuiltFiles } from './built-files.ts'
import { clientFolder } from './page-build.ts'

async function startServing() {
  const app = fastify()
  await mountBuiltFiles(app)
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('hashed files are compressed and cached for a year; the worker is always revalidated', async () => {
  const get = await startServing()
  const code = readdirSync(join(clientFolder, 'assets')).find((name) => /^entry\.client.*\.js$/.test(name))
  const url = `/assets/${code}`

  const [plain, packed, worker] = await Promise.all([
    get(url),
    get(url, { 'accept-encoding': 'gzip, br' }),
    get('/sw.js'),
  ])

  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    vary: 'accept-encoding',
  })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache'])
})

test('every hashed file is served as built, and 304 to clients that have it', async () => {
  const get = await startServing()
  const folder = join(clientFolder, 'assets')

  for (const name of readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name))) {
    const { statusCode, rawPayload, headers } = await get(`/assets/${name}`)
    const again = await get(`/assets/${name}`, { 'if-none-match': headers.etag })

    expect([name, statusCode, headers['content-type']]).toEqual([
      name,
      200,
      expect.stringMatching(/^(text|image|font)\//),
    ])
    expect(rawPayload.equals(readFileSync(join(folder, name)))).toBe(true)
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  }
})

test('a file that was not built is an uncached 404, whatever its name', async () => {
  const get = await startServing()

  for (const name of [
    '',
    'gone.js',
    '..%2fsw.js',
    '..%2f..%2fserver%2findex.js',
    '%00',
    '/etc/passwd',
    'a'.repeat(300),
  ]) {
    const { statusCode, body, headers } = await get(`/assets/${name}`)

    expect([statusCode, body, headers['cache-control']]).toEqual([404, 'Not found', 'no-store'])
  }
})

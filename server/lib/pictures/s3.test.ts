import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { pictureWidths } from '#contract/pictures.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { picture, pictureFromPhone, startWithPictures } from '#server/testing/pictures.ts'
import { startS3 } from '#server/testing/s3-server.ts'
import { openPictureStore } from './picture-store.ts'

test('with S3 settings pictures are stored in the bucket, and replaced ones deleted', async () => {
  const s3 = await startS3()
  const { person, upload, files } = await startWithPictures(s3.env)
  const content = await pictureFromPhone()

  const first = (await upload(person, content)).json().file_url
  expect(await s3.pictures()).toHaveLength(pictureWidths.length)
  const second = (await upload(person, content)).json().file_url

  await eventually(async () => {
    const names = await s3.pictures()
    expect(names).toHaveLength(pictureWidths.length)
    expect(names.every((name) => second.includes(name.slice(0, 36)) && !first.includes(name.slice(0, 36)))).toBe(true)
  })
  expect(await files()).toEqual([])
})

test('an unreachable bucket gives 503 and changes no profile', async () => {
  const s3 = await startS3()
  const { person, upload, as } = await startWithPictures(s3.env)
  await s3.stop()

  const reply = await upload(person, await picture(9, 9).png().toBuffer())

  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBeDefined()
  expect((await as(person).get('/api/users/profile')).json().profile_picture).toBe('')
})

test('calls to the store are signed with its key and region', async () => {
  const asked: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('data', (chunk) => {
      asked.push(chunk.toString('latin1'))
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { person, upload } = await startWithPictures({
    S3_ENDPOINT: `http://127.0.0.1:${port}/`,
    S3_BUCKET: 'photos',
    S3_REGION: 'ap-southeast-1',
    S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'very secret',
  })

  const reply = await upload(person, await picture(9, 9).png().toBuffer())

  expect(reply.statusCode).toBe(503)
  expect(asked[0]).toMatch(/^PUT \/photos\/pictures\/[0-9a-f-]{36}-96\.webp HTTP/)
  expect(asked[0]).toMatch(
    /AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/ap-southeast-1\/s3\/aws4_request, .*Signature=[0-9a-f]{64}/,
  )
  expect(asked.join()).not.toContain('very secret')
})

test('a silent bucket is given up in time, even when garbage is collected', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const collecting = setInterval(collectGarbage, 50)
  onTestFinished(() => {
    clearInterval(collecting)
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const env = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key' }
  const store = openPictureStore(readSettings({ ...env, S3_SECRET_ACCESS_KEY: 'secret' }), 500)

  const outcomes = await Promise.allSettled([store.get('a.webp'), store.put('b.webp', Buffer.from('b'))])

  expect(outcomes).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'unavailable' } }])
})

test('redirects from the store are not followed', async () => {
  const asked: string[] = []
  const elsewhere = await startHttp((_, response) => {
    asked.push('elsewhere')
    response.end()
  })
  const store = await startHttp((request, response) => {
    asked.push(request.method ?? '')
    response.writeHead(307, { location: `${elsewhere}/secret` }).end()
  })
  const { person, upload, visitor } = await startWithPictures({
    S3_ENDPOINT: store,
    S3_BUCKET: 'ruam',
    S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'very secret',
  })

  const replies = [
    await upload(person, await picture(9, 9).png().toBuffer()),
    await visitor.get('/pictures/00000000-0000-4000-8000-000000000000-320.webp'),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(new Set(asked)).toEqual(new Set(['PUT', 'GET']))
})

test('a busy store is asked again', async () => {
  const statuses = [503, 429, 200]
  const store = await startHttp((_, response) => void response.writeHead(statuses.shift() ?? 500).end())
  const env = { S3_ENDPOINT: store, S3_BUCKET: 'ruam', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

  await openPictureStore(readSettings(env)).put('a.webp', Buffer.from('a'))

  expect(statuses).toEqual([])
})

async function startHttp(answer: RequestListener): Promise<string> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

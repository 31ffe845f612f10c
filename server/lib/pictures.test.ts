import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { pictureWidths } from '#contract/pictures.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { eventDraft } from '#server/testing/event-draft.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { startS3 } from '#server/testing/s3-server.ts'

async function start(env: Record<string, string> = {}) {
  const started = await startApp(env, { worker: true })
  const { app, addUser, visitor, ctx } = started
  const upload = (person: Person, content: Buffer, filename = 'me.jpg', id = person.id) => {
    const form = new FormData()
    form.set('profile_picture', new File([new Uint8Array(content)], filename))
    return app.inject({
      method: 'POST',
      url: `/api/users/${id}/upload/profile-picture/`,
      headers: { authorization: `Bearer ${person.access}` },
      payload: form,
    })
  }
  const shown = async (address: string) => sharp((await visitor.get(address)).rawPayload).metadata()
  const files = () => readdir(path.join(ctx.settings.DATA_DIR, 'pictures')).catch(() => [])
  return { ...started, person: await addUser(), upload, shown, files }
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4a48dd' } })

/** A JPEG of a phone held upright: stored lying, with a note to turn it, and with the place where it was taken. */
const fromPhone = () =>
  picture(1600, 1200)
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 45/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

test('an uploaded picture is stored upright in four widths, as WebP without its metadata', async () => {
  const { person, upload, shown, as } = await start()

  const reply = await upload(person, await fromPhone(), '../ฉัน.jpg')
  const { file_url } = reply.json()

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    file_url: expect.stringMatching(/^\/pictures\/[0-9a-f-]{36}-1280\.webp$/),
    message: 'Your profile picture has been updated.',
    file_name: 'ฉัน.jpg',
    uploaded_at: '2026-11-21T03:00:00.000Z',
  })
  expect((await as(person).get('/api/users/profile')).json().profile_picture).toBe(file_url)
  for (const width of pictureWidths) {
    const metadata = await shown(file_url.replace('1280', String(width)))
    const upright = Math.min(width, 1200)
    expect(metadata).toMatchObject({ format: 'webp', width: upright, height: Math.round((upright * 1600) / 1200) })
    expect(metadata.exif).toBeUndefined()
  }
})

test('a small picture is not enlarged, and a transparent PNG stays transparent', async () => {
  const { person, upload, shown } = await start()
  const small = sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } })

  const { file_url } = (await upload(person, await small.png().toBuffer())).json()

  expect(await shown(file_url)).toMatchObject({ width: 200, height: 100, hasAlpha: true })
})

test.each([
  ['a GIF', () => picture(9, 9).gif().toBuffer(), 415],
  ['a WebP', () => picture(9, 9).webp().toBuffer(), 415],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ['a text named .jpg', async () => Buffer.from('hello'), 415],
  ['a JPEG that ends early', async () => (await fromPhone()).subarray(0, 3_000), 400],
  ['a PNG of more than 40 megapixels', () => picture(8_001, 5_000).png().toBuffer(), 400],
  ['a file of more than 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1), 413],
])('%s is refused, and leaves nothing behind', async (_, make, status) => {
  const { person, upload, files } = await start()

  const reply = await upload(person, await make())

  expect(reply.statusCode).toBe(status)
  expect(await files()).toEqual([])
})

test('an upload without a file, or for somebody else, is refused', async () => {
  const { person, upload, app, addUser, files } = await start()
  const other = await addUser()
  const authorization = `Bearer ${person.access}`
  const url = `/api/users/${person.id}/upload/profile-picture/`

  const empty = await app.inject({ method: 'POST', url, headers: { authorization }, payload: new FormData() })
  const foreign = await upload(person, await picture(9, 9).png().toBuffer(), 'me.png', other.id)

  expect(empty.statusCode).toBe(422)
  expect(foreign.statusCode).toBe(403)
  expect(await files()).toEqual([])
})

test('a picture that is replaced leaves no file', async () => {
  const { person, upload, files } = await start()
  const content = await picture(300, 300).png().toBuffer()

  const first = (await upload(person, content)).json().file_url
  const second = (await upload(person, content)).json().file_url

  expect(second).not.toBe(first)
  await eventually(async () => expect(await files()).toHaveLength(pictureWidths.length))
  expect((await files()).every((name) => second.includes(name.slice(0, 36)))).toBe(true)
})

test('a user uploads so many pictures an hour, by whichever call they come', async () => {
  const { app, clock, addOrganizer, addUser, upload } = await start({ RATE_LIMIT_SCALE: '0.1' })
  const [organizer, neighbour] = [await addOrganizer(), await addUser()]
  const content = await picture(9, 9).png().toBuffer()
  const publish = () => {
    const form = new FormData()
    for (const [field, value] of Object.entries(eventDraft(clock.now))) form.set(field, String(value))
    form.set('image', new File([new Uint8Array(content)], 'event.png'))
    const headers = { authorization: `Bearer ${organizer.access}` }
    return app.inject({ method: 'POST', url: '/api/events/create-event', headers, payload: form })
  }

  const taken = [await publish(), await upload(organizer, content), await publish()]
  const refused = [await upload(organizer, content), await publish()]

  expect(taken.map((reply) => reply.statusCode)).toEqual([201, 200, 201])
  expect(refused.map((reply) => reply.statusCode)).toEqual([429, 429])
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await upload(neighbour, content)).statusCode).toBe(200)
})

test('a user uploads so many megabytes a day', async () => {
  const { person, upload, files } = await start({ RATE_LIMIT_SCALE: '0.1' })
  const three = Buffer.concat([await picture(9, 9).png().toBuffer(), Buffer.alloc(3 * 1024 * 1024)])

  const replies = [await upload(person, three), await upload(person, three)]

  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 429])
  expect(await files()).toHaveLength(pictureWidths.length)
})

test('an upload that is broken off leaves no file', async () => {
  const { app, person, upload, files } = await start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')

  socket.write(
    `POST /api/users/${person.id}/upload/profile-picture/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.access}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="profile_picture"; filename="a.jpg"\r\n\r\nabc',
  )
  const [request] = (await once(app.server, 'request')) as [IncomingMessage]
  const ended = new Promise((resolve) => request.once('close', resolve))
  await eventually(() => expect(request.readableFlowing).toBe(true))
  socket.destroy()
  await ended

  // What comes after it is stored, and nothing of what was broken off.
  await upload(person, await picture(9, 9).png().toBuffer())
  expect(await files()).toHaveLength(pictureWidths.length)
})

test.each(['a folder', 'an S3 bucket'])('pictures in %s may be kept for good, and can do nothing', async (where) => {
  const { person, upload, app, visitor } = await start(where === 'a folder' ? {} : (await startS3()).env)
  const { file_url } = (await upload(person, await picture(300, 300).png().toBuffer())).json()

  const reply = await visitor.get(file_url)

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(reply.rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const again = await app.inject({ url: file_url, headers: { 'if-none-match': String(reply.headers.etag) } })
  expect(again.statusCode).toBe(304)
  for (const other of ['nothing.webp', file_url.slice(10).replace(/^./, 'g'), '..%2fkeys%2ftoken-secret']) {
    expect((await visitor.get(`/pictures/${other}`)).statusCode).toBe(404)
  }
  expect((await visitor.get(`/pictures/00000000-0000-4000-8000-000000000000-96.webp`)).statusCode).toBe(404)
})

test('with S3 settings pictures live in the bucket, and a replaced one leaves it', async () => {
  const s3 = await startS3()
  const { person, upload, files } = await start(s3.env)
  const content = await fromPhone()

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

test('a bucket that is away gives 503, and changes no profile', async () => {
  const s3 = await startS3()
  const { person, upload, as } = await start(s3.env)
  await s3.stop()

  const reply = await upload(person, await picture(9, 9).png().toBuffer())

  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBeDefined()
  expect((await as(person).get('/api/users/profile')).json().profile_picture).toBe('')
})

test('calls to the store are signed with its key, for its region', async () => {
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
  const { person, upload } = await start({
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

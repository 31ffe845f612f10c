import { once } from 'node:events'
import { chmod, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureWidths } from '#contract/pictures.ts'
import { closeDataFolder } from '#server/lib/settings/data-folder.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { picture, pictureFromPhone, startWithPictures } from '#server/testing/pictures.ts'
import { startS3 } from '#server/testing/s3-server.ts'
import { encode } from './pictures.ts'

const metadataOf = ({ rawPayload }: { rawPayload: Buffer }) => sharp(rawPayload).metadata()

test('an uploaded picture is stored upright in four widths, as WebP without its metadata', async () => {
  const { person, upload, visitor, as } = await startWithPictures()

  const reply = await upload(person, await pictureFromPhone(), '../ฉัน.jpg')
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
    const metadata = await metadataOf(await visitor.get(file_url.replace('1280', String(width))))
    const upright = Math.min(width, 1200)
    expect(metadata).toMatchObject({ format: 'webp', width: upright, height: Math.round((upright * 1600) / 1200) })
    expect(metadata.exif).toBeUndefined()
  }
})

test("other data in a picture's file is not stored", async () => {
  const { person, upload, visitor } = await startWithPictures()
  const script = '<script>alert(1)</script>'
  const named = picture(90, 90).withExif({ IFD0: { Artist: script, ImageDescription: script } })
  const behind = Buffer.from(`${script}<?php system(1) ?>`)

  for (const content of [await named.png().toBuffer(), await named.jpeg().toBuffer()]) {
    expect(content.includes(script)).toBe(true)
    const { file_url } = (await upload(person, Buffer.concat([content, behind]))).json()
    const stored = await visitor.get(file_url)
    expect(stored.headers['content-type']).toBe('image/webp')
    expect(stored.rawPayload.includes('script')).toBe(false)
    expect(stored.rawPayload.includes('php')).toBe(false)
  }
})

test('a small picture is not enlarged, and a transparent PNG stays transparent', async () => {
  const { person, upload, visitor } = await startWithPictures()
  const small = sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } })

  const { file_url } = (await upload(person, await small.png().toBuffer())).json()

  expect(await metadataOf(await visitor.get(file_url))).toMatchObject({ width: 200, height: 100, hasAlpha: true })
})

test.each([
  ['a GIF', () => picture(9, 9).gif().toBuffer(), 415],
  ['a WebP', () => picture(9, 9).webp().toBuffer(), 415],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ['a text named .jpg', async () => Buffer.from('hello'), 415],
  ['a JPEG that ends early', async () => (await pictureFromPhone()).subarray(0, 3_000), 400],
  ['a PNG of more than 40 megapixels', () => picture(8_001, 5_000).png().toBuffer(), 400],
  ['a PNG of more than 12,000 pixels in height', () => picture(1, 12_001).png().toBuffer(), 400],
  ['a JPEG of more than 12,000 pixels in width', () => picture(12_001, 1).jpeg().toBuffer(), 400],
  ['a PNG of a few bytes that claims 3,600 megapixels', async () => claiming(60_000, 60_000), 400],
  [
    'an HTML page that starts like a PNG',
    async () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
    415,
  ],
  ['a file of more than 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1), 413],
])('%s is refused and leaves no file', async (_, make, status) => {
  const { person, upload, files } = await startWithPictures()

  const reply = await upload(person, await make())

  expect(reply.statusCode).toBe(status)
  expect(await files()).toEqual([])
})

test('an upload without a file, or for another user, is refused', async () => {
  const { person, upload, app, addUser, files } = await startWithPictures()
  const other = await addUser()
  const authorization = `Bearer ${person.access}`
  const url = `/api/users/${person.id}/upload/profile-picture/`

  const empty = await app.inject({ method: 'POST', url, headers: { authorization }, payload: new FormData() })
  const foreign = await upload(person, await picture(9, 9).png().toBuffer(), 'me.png', other.id)

  expect(empty.statusCode).toBe(422)
  expect(foreign.statusCode).toBe(403)
  expect(await files()).toEqual([])
})

test('a replaced picture leaves no file', async () => {
  const { person, upload, files } = await startWithPictures()
  const content = await picture(300, 300).png().toBuffer()

  const first = (await upload(person, content)).json().file_url
  const second = (await upload(person, content)).json().file_url

  expect(second).not.toBe(first)
  await eventually(async () => expect(await files()).toHaveLength(pictureWidths.length))
  expect((await files()).every((name) => second.includes(name.slice(0, 36)))).toBe(true)
})

test('pictures per hour are limited per user, across all calls', async () => {
  const { app, clock, addOrganizer, addUser, upload } = await startWithPictures({ RATE_LIMIT_SCALE: '0.1' })
  const [organizer, neighbour] = [await addOrganizer(), await addUser()]
  const content = await picture(9, 9).png().toBuffer()
  const publish = () => {
    const form = new FormData()
    for (const [field, value] of Object.entries(eventFields(clock.now))) form.set(field, String(value))
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

test('megabytes per day are limited per user', async () => {
  const { person, upload, files } = await startWithPictures({ RATE_LIMIT_SCALE: '0.1' })
  const three = Buffer.concat([await picture(9, 9).png().toBuffer(), Buffer.alloc(3 * 1024 * 1024)])

  const replies = [await upload(person, three), await upload(person, three)]

  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 429])
  expect(await files()).toHaveLength(pictureWidths.length)
})

test('a picture that takes too long is refused, and the next one is processed', async () => {
  const content = await picture(2_000, 2_000).png().toBuffer()

  await expect(encode(content, 0)).rejects.toMatchObject({ code: 'image_too_slow' })
  expect((await encode(content, 20_000)).size).toBe(pictureWidths.length)
})

test('the refusal of a too large picture states the limit', async () => {
  const { person, upload } = await startWithPictures()

  const reply = await upload(person, await picture(1, 12_001).png().toBuffer())

  expect(reply.json()).toMatchObject({
    code: 'image_unreadable',
    message: 'Use a picture of at most 40 megapixels, with at most 12,000 pixels on each side.',
  })
})

test('pictures wait in a queue in which each person has a few places', async () => {
  const { person, addUser, upload } = await startWithPictures()
  const [neighbour, others] = [await addUser(), await Promise.all(Array.from({ length: 6 }, () => addUser()))]
  const content = await picture(900, 900).png().toBuffer()
  const uploads = (by: typeof person, count: number) => Array.from({ length: count }, () => upload(by, content))

  const own = await Promise.all([...uploads(person, 20), ...uploads(neighbour, 1)])
  const everybody = await Promise.all(others.flatMap((other) => uploads(other, 10)))

  expect(own.at(-1)?.statusCode).toBe(200)
  for (const replies of [own, everybody]) {
    const refused = replies.filter((reply) => reply.statusCode !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(10)
    for (const reply of refused) {
      expect(reply.json().code).toBe('pictures_busy')
      expect(reply.headers['retry-after']).toBe('5')
    }
  }
})

test("only the server's user can read stored pictures, older ones after the next start", async () => {
  const { ctx, person, upload, files } = await startWithPictures()
  await upload(person, await picture(9, 9).png().toBuffer())
  const { DATA_DIR } = ctx.settings
  const modeOf = async (...names: string[]) => (await stat(path.join(DATA_DIR, ...names))).mode & 0o777
  const modes = async () => [
    await modeOf(),
    await modeOf('pictures'),
    ...new Set(await Promise.all((await files()).map((name) => modeOf('pictures', name)))),
  ]
  expect((await modes()).slice(1)).toEqual([0o700, 0o600])

  for (const name of await files()) await chmod(path.join(DATA_DIR, 'pictures', name), 0o644)
  await chmod(path.join(DATA_DIR, 'pictures'), 0o755)
  await chmod(DATA_DIR, 0o755)
  await closeDataFolder(DATA_DIR)

  expect(await modes()).toEqual([0o700, 0o700, 0o600])
})

test('an aborted upload leaves no file', async () => {
  const { app, person, upload, files } = await startWithPictures()
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

  // The next upload is stored, and nothing of the aborted one.
  await upload(person, await picture(9, 9).png().toBuffer())
  expect(await files()).toHaveLength(pictureWidths.length)
})

test.each(['a folder', 'an S3 bucket'])(
  'pictures in %s may be cached forever, and cannot run scripts',
  async (where) => {
    const { person, upload, app, visitor } = await startWithPictures(where === 'a folder' ? {} : (await startS3()).env)
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
    const again = await app.inject({ url: file_url, headers: { 'if-none-match': `W/${reply.headers.etag}` } })
    expect(again.statusCode).toBe(304)
    for (const other of ['nothing.webp', file_url.slice(10).replace(/^./, 'g'), '..%2fkeys%2ftoken-secret']) {
      expect((await visitor.get(`/pictures/${other}`)).statusCode).toBe(404)
    }
    expect((await visitor.get(`/pictures/00000000-0000-4000-8000-000000000000-96.webp`)).statusCode).toBe(404)
  },
)

/** A one-pixel PNG whose header claims a larger size. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await picture(1, 1).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

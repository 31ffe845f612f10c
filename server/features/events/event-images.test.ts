import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'
import { eventFields } from '#server/testing/event-fields.ts'

async function start() {
  const started = await startApp({}, { worker: true })
  const send = (person: Person, method: 'POST' | 'PATCH', url: string, fields: Record<string, unknown>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (value instanceof Buffer) form.set(name, new File([new Uint8Array(value)], 'cover.png'))
      else form.set(name, String(value))
    }
    return started.app.inject({ method, url, headers: { authorization: `Bearer ${person.access}` }, payload: form })
  }
  return { ...started, send }
}

const picture = () => sharp({ create: { width: 800, height: 400, channels: 3, background: '#c06' } })

test('an image is stored re-encoded in several widths, without its metadata', async () => {
  const { app, send, clock, addOrganizer } = await start()
  const organizer = await addOrganizer()
  const photo = await picture()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer()
  const publish = (image: Buffer) =>
    send(organizer, 'POST', '/api/events/create-event', { ...eventFields(clock.now), image })

  const reply = await publish(photo)
  const small = await app.inject(reply.json().event_image.replace('-1280', '-320'))
  const stored = await sharp(small.rawPayload).metadata()

  expect(reply.statusCode).toBe(201)
  expect(small.headers['cache-control']).toContain('immutable')
  expect(stored).toMatchObject({ format: 'webp', width: 320, height: 160 })
  expect(stored.exif).toBeUndefined()

  const text = await publish(Buffer.from('GIF89a and no picture'))
  const broken = await publish(photo.subarray(0, 200))
  const large = await publish(Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]))

  expect([text.json().error, text.statusCode]).toEqual(['Only JPEG and PNG files are allowed.', 415])
  expect([broken.json().code, broken.statusCode]).toEqual(['image_unreadable', 400])
  expect([large.json().error, large.statusCode]).toEqual(['File size exceeds the limit of 5 MB.', 413])
})

test('an edit and an upload replace the image, and the old files are gone', async () => {
  const { ctx, as, send, addEvent, clock } = await start()
  const event = await addEvent()
  const url = `/api/events/${event.id}/upload/event-image/`
  const stored = (address: string) => existsSync(path.join(ctx.settings.DATA_DIR, address))
  const png = await picture().png().toBuffer()

  const edited = await send(event.owner, 'PATCH', `/api/events/${event.id}/edit`, { image: png })
  const first = edited.json().event_image
  const uploaded = await send(event.owner, 'POST', url, { file: png })

  expect(first).toMatch(/^\/pictures\//)
  expect(uploaded.json()).toEqual({
    file_url: expect.stringMatching(/^\/pictures\//),
    message: expect.any(String),
    file_name: 'cover.png',
    uploaded_at: clock.now.toISOString(),
  })
  expect((await as(event.owner).get(`/api/events/${event.id}`)).json().event_image).toBe(uploaded.json().file_url)
  await expect.poll(() => stored(first)).toBe(false)
  expect(stored(uploaded.json().file_url)).toBe(true)

  const text = await send(event.owner, 'POST', url, { file: Buffer.from('<svg onload="alert(1)">') })
  const none = await as(event.owner).post(url)
  expect(text.json().error).toBe('Only JPEG and PNG files are allowed.')
  expect(none.json().detail[0].loc).toEqual(['body', 'file'])
  expect(stored(uploaded.json().file_url)).toBe(true)
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { eventPreview, previewSize, sitePreview } from '#contract/events/event-links.ts'
import { showEvent } from '#contract/events/events.schemas.ts'
import { startApp } from '#server/testing/app.ts'
import { picture } from '#server/testing/pictures.ts'

const previewOf = (id: number) => `/events/${id}/preview.jpg`
const metadataOf = ({ rawPayload }: { rawPayload: Buffer }) => sharp(rawPayload).metadata()

/** The mean red, green and blue of the upper third, where nothing is written. */
async function coloursOf({ rawPayload }: { rawPayload: Buffer }): Promise<number[]> {
  const top = sharp(rawPayload).extract({ left: 0, top: 0, width: previewSize.width, height: 200 })
  const { channels } = await sharp(await top.toBuffer()).stats()
  return channels.map(({ mean }) => Math.round(mean))
}

test('a public event has a cacheable picture of 1200 by 630 pixels', async () => {
  const { app, as, visitor, addEvent } = await startApp()
  const { id, owner } = await addEvent({ event_name: 'งานเทศกาลดนตรีริมน้ำ', address: 'ท่าเรือสาทร กรุงเทพฯ' })
  const event = (await visitor.get(pathOf(showEvent, { eventId: id }))).json()

  const reply = await visitor.get(eventPreview(event))

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect(await metadataOf(reply)).toMatchObject({ format: 'jpeg', ...previewSize })
  const headers = { 'if-none-match': `W/${reply.headers.etag}` }
  expect((await app.inject({ url: eventPreview(event), headers })).statusCode).toBe(304)

  await as(owner).patch(`/api/events/${id}/edit`, { event_name: 'River Night' })

  const changed = await app.inject({ url: eventPreview(event), headers })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers['cache-control']).toBe('public, max-age=600')
  expect(changed.rawPayload).not.toEqual(reply.rawPayload)
})

test('the preview uses the event’s image in its own colours', async () => {
  const { app, visitor, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const cover = await coloursOf(await visitor.get(previewOf(id)))
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await picture(800, 1600).png().toBuffer())], 'event.png'))
  const headers = { authorization: `Bearer ${owner.access}` }
  await app.inject({ method: 'POST', url: `/api/events/${id}/upload/event-image`, headers, payload: form })

  const [red = 0, green = 0, blue = 0] = await coloursOf(await visitor.get(previewOf(id)))

  // The picture is all #4a48dd.
  expect(Math.abs(red - 0x4a) + Math.abs(green - 0x48) + Math.abs(blue - 0xdd)).toBeLessThan(12)
  expect(cover).not.toEqual([red, green, blue])
})

test.each([
  ['a name of one endless word', { event_name: 'W'.repeat(50) }],
  ['a name of emoji', { event_name: '👩‍👩‍👧🇹🇭🎉'.repeat(6).slice(0, 48) }],
  ['a name of stacked marks', { event_name: `ท${'่'.repeat(49)}` }],
  ['a name that looks like markup', { event_name: '<span size="99999">& </b>' }],
  ['an address of a paragraph', { address: 'ซอยสุขุมวิท ๑๑\n'.repeat(30) }],
  ['no address', { address: '' }],
  ['no place', { is_online: true }],
])('%s is drawn', async (_, given) => {
  const { visitor, addEvent } = await startApp()
  const { id } = await addEvent(given)

  expect(await metadataOf(await visitor.get(previewOf(id)))).toMatchObject(previewSize)
})

test('an event hidden from visitors has no preview, even with its key', async () => {
  const { as, db, visitor, addEvent, addUser } = await startApp()
  const [unlisted, invited, calledOff] = [
    await addEvent({ visibility: 'PRIVATE' }),
    await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'example.com' }),
    await addEvent(),
  ]
  await as(await addUser()).post(`/api/tickets/event/${calledOff.id}/register`)
  await as(calledOff.owner).delete(`/api/organizers/delete-event/${calledOff.id}`)
  const { rows } = await db.pool.query('SELECT link_key FROM events WHERE id = $1', [unlisted.id])
  const nothing = await visitor.get(previewOf(999_999))

  expect(nothing.statusCode).toBe(404)
  for (const { id } of [unlisted, invited, calledOff]) {
    for (const more of ['', `?link=${rows[0].link_key}`, '?v=1']) {
      const reply = await as(invited.owner).get(previewOf(id) + more)

      expect([reply.statusCode, reply.json()]).toEqual([404, nothing.json()])
    }
  }
})

test('the site has a preview for pages without their own', async () => {
  const { visitor } = await startApp({ BRAND_NAME: 'รวม' })

  const reply = await visitor.get(sitePreview)

  expect(reply.headers['cache-control']).toBe('public, max-age=600')
  expect(await metadataOf(reply)).toMatchObject({ format: 'jpeg', ...previewSize })
})

test('concurrent requests share one drawing, and a flood is refused', async () => {
  const { visitor, addEvent, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const ids: number[] = []
  for (let n = 0; n < 16; n += 1) ids.push((await addEvent({}, owner)).id)
  const [first = 0] = ids

  const same = await Promise.all(Array.from({ length: 20 }, () => visitor.get(previewOf(first))))
  const different = await Promise.all(ids.map((id) => visitor.get(previewOf(id))))

  expect(same.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  const refused = different.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(ids.length - 8)
  for (const reply of refused) {
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'preview_unavailable'])
    expect(reply.headers['retry-after']).toBe('5')
  }
})

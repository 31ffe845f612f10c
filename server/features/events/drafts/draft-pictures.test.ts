import { expect, test } from 'vitest'
import { pictureWidths } from '#contract/pictures.ts'
import { type Person, password } from '#server/testing/app.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { formOf, picture, startWithPictures } from '#server/testing/pictures.ts'

const url = '/api/events/drafts'
const each = pictureWidths.length
const png = await picture(400, 200).png().toBuffer()
const other = await picture(200, 400).png().toBuffer()

async function start(env: Record<string, string> = {}) {
  const started = await startWithPictures(env)
  const { app, addOrganizer, clock, files } = started
  const owner = await addOrganizer()
  const send = async (method: 'POST' | 'PUT', path: string, fields: object, person: Person = owner) =>
    app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${person.access}` },
      payload: formOf({ ...fields }),
    })
  const publish = (fields: object, person?: Person) =>
    send('POST', '/api/events/create-event', { ...eventFields(clock.now), ...fields }, person)
  /** Waits until there are the files of that many pictures and no others. */
  const expectPictures = (count: number) => eventually(async () => expect(await files()).toHaveLength(count * each))
  const isThere = async (address: string) => (await app.inject(address)).statusCode === 200
  return { ...started, owner, mine: started.as(owner), send, publish, expectPictures, isThere }
}

test('a draft keeps its picture until it is replaced, removed or the draft is deleted', async () => {
  const { mine, send, expectPictures, isThere } = await start()

  const first = (await send('POST', url, { event_name: 'First', image: png })).json()
  const same = (await send('PUT', `${url}/1`, { version: 1, picture: first.picture })).json()
  expect(same).toMatchObject({ version: 2, picture: first.picture })
  expect(await isThere(first.picture)).toBe(true)

  const second = (await send('PUT', `${url}/1`, { version: 2, image: other, picture: first.picture })).json()
  expect(second.picture).toMatch(/^\/pictures\//)
  await expectPictures(1)
  expect(await isThere(second.picture)).toBe(true)

  expect((await send('PUT', `${url}/1`, { version: 3, picture: '' })).json().picture).toBe('')
  await expectPictures(0)

  await send('PUT', `${url}/1`, { version: 4, image: png })
  await expectPictures(1)
  await mine.delete(`${url}/1`)
  await expectPictures(0)
})

test('a draft’s file is checked like every upload, and a refused one changes nothing', async () => {
  const { mine, send, expectPictures } = await start()
  await send('POST', url, { event_name: 'First', image: png })

  const refused = await send('PUT', `${url}/1`, { version: 1, event_name: 'Second', image: Buffer.from('no picture') })

  expect([refused.statusCode, refused.json().code]).toEqual([415, 'image_wrong_type'])
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 1, event_name: 'First' })
  await expectPictures(1)
})

test('a repeated request with the same file keeps one picture', async () => {
  const { send, publish, expectPictures } = await start()
  await send('POST', url, {})

  const first = (await send('PUT', `${url}/1`, { version: 1, image: png })).json()
  const again = (await send('PUT', `${url}/1`, { version: 1, image: png })).json()
  const changed = (await send('PUT', `${url}/1`, { version: 1, image: other })).json()
  const sent = { draft_id: 1, draft_version: 2, image: other }
  const event = (await publish(sent)).json()

  expect([again, changed.code]).toEqual([first, 'draft_changed'])
  expect((await publish(sent)).json()).toMatchObject({ id: event.id, event_image: event.event_image })
  expect((await publish({ ...sent, image: png })).json().code).toBe('draft_published')
  await expectPictures(1)

  const keyed = { client_key: '0b8f1d3a-5c0e-4a7e-9f5d-2f1f6f0c9a11', image: png }
  const [one, twice] = await Promise.all([publish(keyed), publish(keyed)])
  expect(one?.json().event_image).toBe(twice?.json().event_image)
  await expectPictures(2)
})

test('an event gets its draft’s picture, a new one, or none', async () => {
  const { send, publish, expectPictures, isThere } = await start()
  for (const _ of [1, 2, 3]) await send('POST', url, { image: png })
  const { picture: first } = (await send('PUT', `${url}/1`, { version: 1, image: other })).json()

  const taken = await publish({ draft_id: 1, draft_version: 2, picture: first })
  const changed = await publish({ draft_id: 2, draft_version: 1, image: other })
  const without = await publish({ draft_id: 3, draft_version: 1, picture: '' })

  expect(taken.json().event_image).toBe(first)
  expect(await isThere(first)).toBe(true)
  expect(await isThere(changed.json().event_image)).toBe(true)
  expect(without.json().event_image).toBe('')
  await expectPictures(2)
})

test('a copied event has its own copy of the picture', async () => {
  const { mine, send, publish, expectPictures, isThere } = await start()
  const original = (await publish({ image: png })).json()

  const copy = (await publish({ picture: original.event_image })).json()
  const draft = (await send('POST', url, { picture: original.event_image })).json()
  const ofDraft = (await send('POST', url, { picture: draft.picture })).json()

  const addresses = [original.event_image, copy.event_image, draft.picture, ofDraft.picture]
  expect(new Set(addresses).size).toBe(4)
  await expectPictures(4)
  await mine.delete(`/api/organizers/delete-event/${original.id}`)
  await mine.delete(`${url}/${draft.id}`)
  await expectPictures(2)
  expect(await isThere(copy.event_image)).toBe(true)
  expect(await isThere(copy.event_image.replace('-1280', '-96'))).toBe(true)
  expect(await isThere(ofDraft.picture)).toBe(true)

  const gone = await publish({ picture: original.event_image })
  expect([gone.statusCode, gone.json().code]).toEqual([409, 'picture_gone'])
})

test('only pictures of the user’s own events and drafts can be reused', async () => {
  const { mine, send, publish, addOrganizer, person, upload, expectPictures } = await start()
  const rival = await addOrganizer()
  const event = (await publish({ image: png }, rival)).json()
  const profile = (await upload(person, png)).json()
  const addresses = [event.event_image, profile.file_url, '/pictures/../secret.webp', 'https://example.com/a.webp']

  for (const address of addresses) {
    for (const reply of [await publish({ picture: address }), await send('POST', url, { picture: address })]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'picture_gone'])
    }
  }
  expect((await mine.get(url)).json()).toEqual([])
  await expectPictures(2)
})

test('a copy of a picture counts as an upload', async () => {
  const { publish } = await start({ RATE_LIMIT_SCALE: '0.06' })
  const { event_image } = (await publish({ image: png })).json()

  expect((await publish({ picture: event_image })).statusCode).toBe(201)
  expect((await publish({ picture: event_image })).statusCode).toBe(429)
})

test('drafts and pictures are in the export and deleted with the account', async () => {
  const { mine, send, db, expectPictures } = await start()
  await send('POST', url, { event_name: 'Secret plans', image: png })

  const exported = (await mine.get('/api/users/export')).rawPayload.toString('latin1')
  await mine.post('/api/users/deletion', { current_password: password })

  expect(exported).toMatch(/pictures\/[0-9a-f-]+-1280\.webp/)
  expect((await db.pool.query('SELECT FROM event_drafts')).rowCount).toBe(0)
  await expectPictures(0)
})

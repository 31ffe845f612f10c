import { expect, test } from 'vitest'
import { bangkok } from '#contract/events/event-draft.ts'
import { startApp } from '#server/testing/app.ts'

const read = { place_to_be_announced: true, address: '', ...bangkok }

test('an event says that its place is to be announced, and until then has no address and no pin', async () => {
  const { as, visitor, addEvent } = await startApp()
  const { id, owner } = await addEvent({ place_to_be_announced: true, address: 'Sathorn Pier', latitude: 13.7 })
  const edit = async (change: object) => (await as(owner).patch(`/api/events/${id}/edit`, change)).json()

  expect((await visitor.get(`/api/events/${id}`)).json()).toMatchObject(read)
  expect((await visitor.get('/api/events/events?fields=card')).json()).toMatchObject([read])

  const placed = { place_to_be_announced: false, address: 'Sathorn Pier' }
  expect(await edit({ address: 'Sathorn Pier' })).toMatchObject(placed)
  expect(await edit({ event_name: 'River Night' })).toMatchObject(placed)
  expect(await edit({ place_to_be_announced: true })).toMatchObject(read)
  expect(await edit({ is_online: true })).toMatchObject({ is_online: true, place_to_be_announced: false })
})

test('an event without a word about its place is taken as it always was', async () => {
  const { visitor, addEvent } = await startApp()
  const { id } = await addEvent({ address: '', latitude: 13.72, longitude: 100.51 })

  expect((await visitor.get(`/api/events/${id}`)).json()).toMatchObject({
    place_to_be_announced: false,
    address: '',
    latitude: 13.72,
  })
})

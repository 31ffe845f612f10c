import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { eventFields } from '#server/testing/event-fields.ts'

const early = { name: 'Early Bird', note: 'Until they are gone', price: 490, capacity: 2 }
const regular = { name: 'Regular', price: 690.5 }
const vip = { name: 'VIP', note: 'Front row', price: 1990, capacity: 10 }

async function startTypes(given: object = {}) {
  const app = await startApp()
  const event = await app.addEvent({ max_attendee: 100, ticket_types: [early, regular, vip], ...given })
  const owner = app.as(event.owner)
  const url = `/api/events/${event.id}`
  const shown = async () => (await app.visitor.get(url)).json()
  return { ...app, event, owner, url, shown, edit: (change: object) => owner.patch(`${url}/edit`, change) }
}

test('an event is listed with its lowest price, and its page has the types in order', async () => {
  const { shown, visitor, url } = await startTypes()

  const event = await shown()
  const card = (await visitor.get(`${url}/card`)).json()

  expect(event).toMatchObject({ is_free: false, ticket_price: 490, highest_ticket_price: 1990, max_attendee: 100 })
  expect(event.ticket_types).toMatchObject([
    { name: 'Early Bird', note: early.note, price: 490, seats_left: 2, state: 'on_sale', on_sale_from: null },
    { name: 'Regular', note: '', price: 690.5, seats_left: null, state: 'on_sale', is_closed: false, waiting: 0 },
    { name: 'VIP', seats_left: 10 },
  ])
  expect(card).toMatchObject({ ticket_price: 490, highest_ticket_price: 1990 })
  expect(card).not.toHaveProperty('ticket_types')
})

test('only the owner reads limits and seats held', async () => {
  const { shown, owner, url } = await startTypes()

  const own = (await owner.get(url)).json()

  expect(own.ticket_types[0]).toMatchObject({ capacity: 2, taken: 0 })
  expect((await shown()).ticket_types[0]).not.toHaveProperty('capacity')
  expect((await shown()).ticket_types[0]).not.toHaveProperty('taken')
})

test('a whole event can be sent back, and stays the same with its types', async () => {
  const sale = { on_sale_from: '2026-11-21T07:00:00+07:00', on_sale_until: '2026-11-22T00:00:00Z' }
  const { owner, url, edit, clock } = await startTypes({ ticket_types: [{ ...early, ...sale }, regular, vip] })
  const before = (await owner.get(url)).json()
  clock.now = new Date(clock.now.getTime() + 60_000)

  const after = await edit(before)

  expect(after.statusCode).toBe(200)
  expect(after.json()).toEqual(before)
})

test('types are renamed, moved, added and removed in one edit', async () => {
  const { owner, url, edit } = await startTypes()
  const [first, second, third] = (await owner.get(url)).json().ticket_types

  const after = await edit({
    ticket_types: [
      { ...third, name: first.name },
      { ...first, name: third.name },
      { name: 'Student', price: 0 },
    ],
  })

  expect(after.json()).toMatchObject({ is_free: true, ticket_price: 0, highest_ticket_price: 1990 })
  expect(after.json().ticket_types).toMatchObject([
    { id: third.id, name: first.name },
    { id: first.id, name: third.name },
    { name: 'Student', price: 0 },
  ])
  expect(JSON.stringify(after.json().ticket_types)).not.toContain(second.name)
})

test('an event without types is as it was, and one that loses all its types is free again', async () => {
  const { shown, edit, addEvent, visitor } = await startTypes()
  const plain = await addEvent({ is_free: false, ticket_price: 100 })

  await edit({ ticket_types: [], is_free: true })

  expect(await shown()).toMatchObject({ is_free: true, ticket_price: 0, highest_ticket_price: null, ticket_types: [] })
  expect((await visitor.get(`/api/events/${plain.id}`)).json()).toMatchObject({
    ticket_price: 100,
    highest_ticket_price: null,
    ticket_types: [],
  })
})

test('a type of another event is refused', async () => {
  const { shown, addEvent, visitor, as } = await startTypes()
  const other = await addEvent({ ticket_types: [regular] })
  const [theirs] = (await visitor.get(`/api/events/${other.id}`)).json().ticket_types
  const mine = await shown()

  const refused = await as(other.owner).patch(`/api/events/${other.id}/edit`, {
    ticket_types: [theirs, { ...mine.ticket_types[0], name: 'Stolen' }],
  })

  expect(refused.json()).toMatchObject({ code: 'ticket_type_not_found' })
  expect((await shown()).ticket_types).toEqual(mine.ticket_types)
})

test.each([
  ['two of one name', [{ name: 'Same' }, { name: 'same ' }], 'Each ticket type needs a different name.'],
  ['a name of two lines', [{ name: 'A\nB' }], 'Name may not have line breaks or hidden control characters.'],
  ['thirteen', Array.from({ length: 13 }, (_, n) => ({ name: `T${n}` })), 'An event may have at most 12 ticket types.'],
  [
    'a sale that ends before it begins',
    [{ name: 'A', on_sale_from: '2026-12-02T00:00:00Z', on_sale_until: '2026-12-01T00:00:00Z' }],
    'The sale must end after it begins.',
  ],
  ['parts of a satang', [{ name: 'A', price: 1.005 }], 'Use at most two decimals.'],
])('%s: refused with a sentence', async (_, ticket_types, sentence) => {
  const { as, addOrganizer, clock } = await startApp()

  const refused = await as(await addOrganizer()).post(
    '/api/events/create-event',
    eventFields(clock.now, { ticket_types }),
  )

  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail[0].msg).toBe(sentence)
})

test('PromptPay stays as long as one type has a price', async () => {
  const promptpay_id = '0812345678'
  const { owner, url, edit } = await startTypes({ promptpay_id, ticket_types: [{ name: 'Free' }, regular] })

  const before = (await owner.get(url)).json()
  const after = await edit({ ticket_types: [before.ticket_types[0]] })

  expect(before).toMatchObject({ is_free: true, takes_promptpay: true, promptpay_id })
  expect(after.json()).toMatchObject({ is_free: true, takes_promptpay: false, promptpay_id: '' })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { WalkInSale } from '#contract/tickets/door.ts'
import type { WalkIn } from '#contract/tickets/walk-ins.ts'
import { closeWaitingLists } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import type { Caller } from '#server/testing/app.ts'
import { startDoor } from '#server/testing/door.ts'

const day = 24 * 3_600_000

/** A door with this many seats, and makers for what its phones do. */
async function startSelling(fields: object = {}) {
  const product = await startDoor({ max_attendee: 4, ...fields })
  const { as, event, clock } = product
  const url = `/api/events/${event.id}`
  const owner = as(event.owner)
  const walkIn = (given: Partial<WalkIn> = {}): WalkIn => ({
    scan_id: randomUUID(),
    name: '',
    ticket_type_id: null,
    payment: 'free',
    price_satang: 0,
    scanned_at: clock.now.toISOString(),
    let_in: false,
    ...given,
  })
  const sell = async (walkIns: WalkIn[], phone_id: string | null = null, from: Caller = owner) =>
    (await from.post(`${url}/walk-ins`, { device: 'Gate 1', phone_id, walk_ins: walkIns })).json()
  return {
    ...product,
    url,
    owner,
    walkIn,
    sell,
    sellOne: async (given: Partial<WalkIn> = {}, phone: string | null = null) =>
      (await sell([walkIn(given)], phone)).results[0],
    setAside: (seats: number, ticket_type_id: number | null = null, by = owner) =>
      by.put(`${url}/door/seats`, { seats, ticket_type_id }),
    keep: async (phone_id: string, granted: number, ticket_type_id: number | null = null, from: Caller = owner) =>
      (
        await from.put(`${url}/door/kept-seats`, { device: 'Gate 1', phone_id, seats: [{ ticket_type_id, granted }] })
      ).json().kept,
    door: async () => (await owner.get(`${url}/door`)).json(),
    sale: async (): Promise<WalkInSale> => (await owner.get(`${url}/door`)).json().sale,
    taken: async (): Promise<number> => (await owner.get(url)).json().current_attendees,
    apply: async () => as(await product.addUser()).post(`/api/tickets/event/${event.id}/register`, { wait: true }),
  }
}

test('a walk-in is a used ticket at once, with or without a name, and is in every list', async () => {
  const { sell, walkIn, door, owner, url, taken, addLink, clock } = await startSelling()
  const { door: helper } = await addLink()

  const sold = await sell([walkIn({ name: '  Ton\n ', payment: 'cash', price_satang: 10_050 })], null, helper)
  const unnamed = await sell([walkIn()], null, helper)
  const listed = (await owner.get(`${url}/attendee-list?sort=oldest`)).json()
  const [head = '', row = ''] = (await owner.get(`${url}/attendee-list.csv?sort=oldest`)).body.split('\r\n')
  const { figures } = (await owner.get(`${url}/overview`)).json()
  const entries = (await owner.get(`${url}/door/entries`)).json()
  const inThai = (await owner.get(`/th${url}/door/entries`)).json()

  expect(sold).toMatchObject({
    checked_in: 1,
    held: 1,
    results: [{ refusal: null, ticket: { fullname: 'Ton', status: 'USED', walk_in: 'cash', used_door: 'Front gate' } }],
  })
  expect(unnamed.results[0].ticket).toMatchObject({ fullname: 'Walk-in', used_at: clock.now.toISOString() })
  expect([await taken(), (await door()).tickets.length, entries.length]).toEqual([2, 2, 2])
  expect(inThai.map(({ fullname }: { fullname: string }) => fullname).sort()).toEqual(['Ton', 'วอล์กอิน'])
  expect(listed).toMatchObject([
    { first_name: 'Ton', status: 'approved', state: 'USED', walk_in: 'cash', price_satang: 10_050, email: '' },
    { first_name: 'Walk-in', walk_in: 'free', price_satang: 0 },
  ])
  expect(head).toMatch(/"?Walk-in, paid by"?,Paid at the door,Price$/)
  expect(row).toMatch(/,cash,100.50,100.50$/)
  expect(figures[0].summary).toBe('0 page views, 0 applications, 2 tickets, 2 walk-ins, 2 entries.')
  expect(figures.find(({ name }: { name: string }) => name === 'money').rows).toContainEqual([
    'Cash at the door',
    '100.50',
  ])
})

test('a walk-in that is sent again is sold once', async () => {
  const { sell, walkIn, taken, addServer, event, url } = await startSelling()
  const once = walkIn()
  const other = (await addServer()).as(event.owner)
  const body = { device: 'Gate 1', walk_ins: [once] }

  const replies = await Promise.all(Array.from({ length: 6 }, () => other.post(`${url}/walk-ins`, body)))
  const again = await sell([once])

  const numbers = [...replies.map((reply) => reply.json()), again].map(({ results }) => results[0].ticket.ticket_number)
  expect(new Set(numbers).size).toBe(1)
  expect(await taken()).toBe(1)
})

test('seats set aside are not sold online, and only the door sells them', async () => {
  const { setAside, apply, sellOne, taken, sale, door } = await startSelling({ waiting_list: false })

  const set = await setAside(3)
  const [first, second] = [await apply(), await apply()]
  const sold = [await sellOne(), await sellOne(), await sellOne(), await sellOne()]

  expect(set.json().types).toEqual([
    { ticket_type_id: null, name: '', price_satang: 0, set_aside: 3, kept: 0, free: 1 },
  ])
  expect([first.statusCode, second.json().code]).toEqual([201, 'event_full'])
  expect(sold.map(({ refusal }) => refusal)).toEqual([null, null, null, 'event_full'])
  expect([await taken(), (await sale()).types[0]?.set_aside]).toEqual([4, 0])
  expect(await door()).toMatchObject({ held: 4, checked_in: 3 })
})

test('seats set aside are neither free nor counted as attending', async () => {
  const { setAside, sellOne, apply, owner, url, event: sold, addEvent, as, addUser, visitor } = await startSelling()
  const other = await addEvent()
  for (let count = 0; count < 3; count++) await as(await addUser()).post(`/api/tickets/event/${other.id}/register`)
  await apply()
  await setAside(3)
  await sellOne()

  const event = (await owner.get(url)).json()
  const card = (await owner.get(`${url}/card`)).json()
  const [listed] = (await owner.get('/api/events/my-events')).json()
  const live = (await owner.get(`${url}/live/now`)).json()
  const counts = (await owner.get(`${url}/applications/counts`)).json()
  const { figures } = (await owner.get(`${url}/overview`)).json()
  const [date] = (await owner.get(`${url}/dates`)).json()
  const popular = (await visitor.get('/api/events/events?sort=popular')).json()

  for (const shown of [event, card, listed, live]) expect(shown).toMatchObject({ current_attendees: 2, seats_left: 0 })
  expect(popular.map(({ id }: { id: number }) => id)).toEqual([other.id, sold.id])
  expect(counts).toMatchObject({ seats_held: 4, set_aside: 2 })
  expect(date).toMatchObject({ current_attendees: 2, set_aside: 2 })
  expect(figures.find(({ name }: { name: string }) => name === 'applications').summary).toBe(
    '1 application, 2 of 4 seats taken. 2 seats are set aside for the door.',
  )
})

test('only free seats are set aside, and released ones go to the first in line', async () => {
  const { setAside, apply, taken, owner, url, as, addUser } = await startSelling()
  await setAside(3)
  await apply()
  const waiting = await addUser()
  const { id } = (await as(waiting).post(`/api/tickets/event/${url.split('/')[3]}/register`, { wait: true })).json()

  const more = await setAside(4)
  const fewer = await setAside(2)
  const { status } = (await as(waiting).get(`/api/tickets/${id}`)).json()
  const lowered = await owner.patch(`${url}/edit`, { max_attendee: 3 })
  const byOther = await setAside(0, null, as(waiting))

  expect(more.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 0 })
  expect([fewer.statusCode, status, await taken()]).toEqual([200, 'ACTIVE', 2])
  expect(lowered.json()).toMatchObject({
    code: 'capacity_below_held',
    message: 'More seats than this are taken or set aside for the door. Enter a higher limit.',
  })
  expect(byOther.json().code).toBe('not_your_event')
})

test('a phone sells the seats that it keeps, and no other phone does', async () => {
  const { setAside, keep, sellOne, sell, walkIn, sale } = await startSelling()
  const [phone, other] = [randomUUID(), randomUUID()]
  await setAside(4)

  const kept = await keep(phone, 3)
  const rest = await keep(other, 3)
  const offline = [walkIn({ let_in: true }), walkIn({ let_in: true })]
  const others = [await sellOne({}, other), await sellOne({}, other), await sellOne()]
  const sold = await sell(offline, phone)
  const lowered = await setAside(0)

  expect(kept).toEqual([{ ticket_type_id: null, granted: 3, sold: 0 }])
  expect(rest).toEqual([{ ticket_type_id: null, granted: 1, sold: 0 }])
  expect(others.map(({ refusal }) => refusal)).toEqual([null, 'event_full', 'event_full'])
  expect(sold.results.map(({ refusal }: { refusal: null }) => refusal)).toEqual([null, null])
  expect(sold.kept).toEqual([{ ticket_type_id: null, granted: 3, sold: 2 }])
  expect(lowered.json().code).toBe('door_seats_kept')
  expect((await sale()).types[0]).toMatchObject({ set_aside: 1, kept: 1, free: 0 })
})

test('a phone returns seats, but never those that it has sold', async () => {
  const { setAside, keep, sellOne, sale } = await startSelling()
  const phone = randomUUID()
  await setAside(4)
  await keep(phone, 3)
  await sellOne({ let_in: true }, phone)

  expect(await keep(phone, 0)).toEqual([{ ticket_type_id: null, granted: 1, sold: 1 }])
  expect((await sale()).types[0]).toMatchObject({ set_aside: 3, kept: 0 })
  expect(await keep(phone, 1_000_000)).toEqual([{ ticket_type_id: null, granted: 4, sold: 1 }])
})

test('an undone walk-in is cancelled, and its seat is for the door again if it was set aside', async () => {
  const { setAside, sell, walkIn, undo, taken, sale, addLink, apply, owner, url } = await startSelling()
  const { door } = await addLink()
  await setAside(1)
  const [own, free] = [walkIn(), walkIn()]
  await sell([own, free], null, door)

  const undone = [await undo(own.scan_id, door), await undo(free.scan_id, door)]
  const again = await undo(own.scan_id, door)

  expect(undone.map((reply) => reply.json().ticket.status)).toEqual(['CANCELLED', 'CANCELLED'])
  expect(again.json().code).toBe('check_in_undone')
  expect([await taken(), (await sale()).types[0]?.set_aside]).toEqual([0, 1])
  expect((await owner.get(`${url}/attendee-list`)).json()).toMatchObject([
    { state: 'CANCELLED', cancel_reason: 'walk_in_undone' },
    { state: 'CANCELLED', cancel_reason: 'walk_in_undone' },
  ])
  expect((await apply()).statusCode).toBe(201)
})

test('the door sells each ticket type from its own seats, and such a type cannot be removed', async () => {
  const { setAside, sellOne, owner, url, sale, keep } = await startSelling({
    ticket_types: [{ name: 'VIP', price: 990, capacity: 2 }, { name: 'Regular' }],
  })
  const [vip, regular] = (await owner.get(url)).json().ticket_types
  await setAside(1, vip.id)

  const without = await setAside(1)
  const sold = [1, 2, 3].map(() => ({ ticket_type_id: vip.id, payment: 'promptpay' as const, price_satang: 99_000 }))
  const refusals: (string | null)[] = []
  for (const given of sold) refusals.push((await sellOne(given)).refusal)
  await setAside(1, regular.id)
  await keep(randomUUID(), 1, regular.id)
  const removed = await owner.patch(`${url}/edit`, { ticket_types: [{ ...vip }] })
  const unknown = await sellOne({ ticket_type_id: 4_711 })

  expect(without.json().code).toBe('ticket_type_not_found')
  expect(refusals).toEqual([null, null, 'ticket_type_full'])
  expect(removed.json().code).toBe('door_seats_set_aside')
  expect(unknown.refusal).toBe('ticket_type_not_found')
  expect((await sale()).types).toMatchObject([
    { name: 'VIP', price_satang: 99_000, set_aside: 0, free: 0 },
    { name: 'Regular', price_satang: 0, set_aside: 1, kept: 1, free: 1 },
  ])
})

test('what a phone sold before the end counts when it is sent later, and nothing is sold after the end', async () => {
  const { setAside, keep, clock, ctx, ownerLater, walkIn, url, event } = await startSelling()
  const phone = randomUUID()
  await setAside(2)
  await keep(phone, 2)
  const inTime = walkIn({ let_in: true, scanned_at: new Date(clock.now.getTime() + 7 * day + 3_600_000).toISOString() })
  clock.now = new Date(clock.now.getTime() + 8 * day)
  await closeWaitingLists(ctx)
  const owner = await ownerLater()
  const late = walkIn({ let_in: true, scanned_at: clock.now.toISOString() })

  const { results } = (
    await owner.post(`${url}/walk-ins`, { device: 'Gate', phone_id: phone, walk_ins: [inTime, late] })
  ).json()

  expect(results.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([null, 'event_over'])
  expect((await owner.get(`/api/events/${event.id}`)).json().current_attendees).toBe(1)
})

test('a walk-in sold offline came when the phone sold it, and never later than it was sent', async () => {
  const { sell, walkIn, owner, url, clock } = await startSelling()
  const soldAt = new Date(clock.now.getTime() - 62_000).toISOString()
  const tomorrow = new Date(clock.now.getTime() + day).toISOString()

  await sell([
    walkIn({ name: 'Nok', let_in: true, scanned_at: soldAt }),
    walkIn({ name: 'Ton', let_in: true, scanned_at: tomorrow }),
  ])
  const listed = (await owner.get(`${url}/attendee-list?sort=oldest`)).json()

  expect(listed).toMatchObject([
    { first_name: 'Nok', created_at: soldAt },
    { first_name: 'Ton', created_at: clock.now.toISOString() },
  ])
})

test('seats sold by a phone with a wrong clock are in the chart of days when the server learns of them', async () => {
  const { sellOne, owner, url } = await startSelling()

  await sellOne({ let_in: true, scanned_at: '2015-01-01T00:00:00.000Z' })
  const { figures } = (await owner.get(`${url}/overview`)).json()

  const days = figures.find(({ name }: { name: string }) => name === 'applications').rows
  expect(days).toEqual([['2026-11-21', 0, 0, 1]])
})

test('money taken at the door stays in the figures of an event that is called off, without undone walk-ins', async () => {
  const { sell, walkIn, undo, owner, event, url } = await startSelling()
  const undone = walkIn({ payment: 'cash', price_satang: 7_000 })
  await sell([
    walkIn({ payment: 'cash', price_satang: 30_000 }),
    walkIn({ payment: 'promptpay', price_satang: 10_000 }),
    undone,
  ])
  await undo(undone.scan_id)

  const deletion = await owner.delete(`/api/organizers/delete-event/${event.id}`)
  const { figures } = (await owner.get(`${url}/overview`)).json()
  const { summary, rows } = figures.find(({ name }: { name: string }) => name === 'money')

  expect(deletion.json()).toMatchObject({ is_called_off: true })
  expect(summary).toMatch(/^0\.00 baht expected, 0\.00 received before refunds, 400\.00 at the door,/)
  expect(rows).toContainEqual(['Cash at the door', '300.00'])
  expect(rows).toContainEqual(['PromptPay at the door', '100.00'])
})

test('walk-ins sold offline before the event was called off count in its figures when they are sent', async () => {
  const { apply, sell, walkIn, owner, event, url, clock, taken } = await startSelling()
  const cash = { payment: 'cash', price_satang: 30_000 } as const
  const [sold, undone] = [walkIn({ ...cash, let_in: true }), walkIn(cash)]
  await apply()
  clock.now = new Date(clock.now.getTime() + 60_000)
  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  const { results } = await sell([sold, undone, walkIn({ ...cash, let_in: true })])
  const again = await sell([sold])
  const { figures } = (await owner.get(`${url}/overview`)).json()
  const { rows } = figures.find(({ name }: { name: string }) => name === 'money')

  expect(results).toMatchObject([
    { refusal: null, ticket: { status: 'CANCELLED', used_at: sold.scanned_at } },
    { refusal: 'event_called_off' },
    { refusal: 'event_called_off' },
  ])
  expect(again.results).toEqual(results.slice(0, 1))
  expect(rows).toContainEqual(['Cash at the door', '300.00'])
  expect(await taken()).toBe(0)
})

test('walk-ins sold offline before the end count when they are sent after the event was deleted', async () => {
  const { apply, clock, event, ownerLater, addLink, walkIn, sell } = await startSelling()
  const { door } = await addLink()
  const inTime = walkIn({ let_in: true, scanned_at: new Date(clock.now.getTime() + 7 * day + 3_600_000).toISOString() })
  await apply()
  clock.now = new Date(clock.now.getTime() + 8 * day)
  await (await ownerLater()).delete(`/api/organizers/delete-event/${event.id}`)

  const { results } = await sell([inTime, walkIn({ let_in: true })], null, door)

  expect(results).toMatchObject([{ refusal: null, ticket: { status: 'USED' } }, { refusal: 'event_over' }])
})

test('the organizer takes back the seats of a lost phone, whose sales count later if there is a seat', async () => {
  const { setAside, keep, sell, walkIn, sellOne, owner, url, addLink, sale, as, addUser, taken } = await startSelling()
  const [lost, other] = [randomUUID(), randomUUID()]
  await setAside(4)
  await keep(lost, 3)
  await sell([walkIn({ let_in: true })], lost)
  await keep(other, 1)
  const phones = async () => (await owner.get(`${url}/door/phones`)).json()
  const show = async (phone: string) => (await owner.get(`${url}/door?phone_id=${phone}`)).json().kept
  const { door: helper } = await addLink()

  const before = await phones()
  const byOthers = [helper, as(await addUser())].map((one) => one.delete(`${url}/door/phones/${lost}/kept-seats`))
  const refused = (await Promise.all(byOthers)).map(({ statusCode }) => statusCode)
  const after = await owner.delete(`${url}/door/phones/${lost}/kept-seats`)
  const soldHere = await sellOne({}, other)
  const released = await setAside(1)
  const late = await sell([walkIn({ let_in: true }), walkIn({ let_in: true }), walkIn({ let_in: true })], lost)

  expect(before.map(({ phone_id, seats }: { phone_id: string; seats: number }) => [phone_id, seats]).sort()).toEqual(
    [
      [lost, 2],
      [other, 1],
    ].sort(),
  )
  expect(refused).toEqual([401, 403])
  expect(after.json()).toEqual([{ phone_id: other, device: 'Gate 1', seats: 1 }])
  expect(await show(lost)).toEqual([{ ticket_type_id: null, granted: 1, sold: 1 }])
  expect([soldHere.refusal, released.statusCode]).toEqual([null, 200])
  expect(late.results.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([null, null, 'event_full'])
  expect([await taken(), (await sale()).types[0]?.set_aside]).toEqual([4, 0])
})

test('seats that the door has not sold are released when the event is over or called off', async () => {
  const { setAside, keep, clock, ctx, db, owner, event, addEvent, as } = await startSelling()
  await setAside(3)
  await keep(randomUUID(), 2)
  const other = await addEvent({ max_attendee: 4 }, event.owner)
  await as(event.owner).put(`/api/events/${other.id}/door/seats`, { seats: 2 })
  await owner.delete(`/api/organizers/delete-event/${other.id}`)

  const seats = async () =>
    (await db.pool.query('SELECT taken, set_aside FROM event_seats ORDER BY event_id')).rows.map(Object.values)
  const before = await seats()
  clock.now = new Date(clock.now.getTime() + 12 * day)
  await closeWaitingLists(ctx)

  expect(before.slice(0, 1)).toEqual([[3, 3]])
  expect(await seats()).toEqual(before.map(() => [0, 0]))
  expect((await db.pool.query('SELECT seats, kept FROM door_seats WHERE seats > 0')).rows).toEqual([])
})

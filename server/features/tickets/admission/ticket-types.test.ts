import { expect, test } from 'vitest'
import type { TicketTypeFields } from '#contract/events/ticket-types.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { registerUrl } from '#server/testing/applications/waiting-list.ts'

type Given = Partial<TicketTypeFields> & { name: string }

/** An event with these types; `apply` is a new person's application for one of them by name, `join` waits if it is sold out. */
async function startTypes(ticket_types: Given[], event: object = {}) {
  const app = await startApp()
  const { id, owner } = await app.addEvent({ max_attendee: 100, ticket_types, ...event })
  const url = `/api/events/${id}`
  const shown = async () => (await app.as(owner).get(url)).json()
  const typeId = async (name: string) =>
    (await shown()).ticket_types.find((type: { name: string }) => type.name === name)?.id
  const send = async (name: string | null, body: object, person?: Person) => {
    const by = person ?? (await app.addUser())
    const ticket_type_id = name === null ? undefined : await typeId(name)
    const reply = await app.as(by).post(registerUrl(id), { ...body, ticket_type_id })
    return { by, statusCode: reply.statusCode, ...reply.json() }
  }
  const last = async (person: Person) => (await app.as(person).get(`/api/tickets/user/${person.id}`)).json()[0]
  return {
    ...app,
    id,
    owner,
    url,
    shown,
    typeId,
    last,
    apply: (name: string | null, person?: Person) => send(name, {}, person),
    join: (name: string | null) => send(name, { wait: true }),
    leave: async (application: { by: Person; id: number }) =>
      app.as(application.by).delete(`/api/tickets/${application.id}/cancel`),
    edit: async (change: (types: TicketTypeFields[]) => object[], more: object = {}) =>
      app.as(owner).patch(`${url}/edit`, { ticket_types: change((await shown()).ticket_types), ...more }),
  }
}

const early = { name: 'Early Bird', price: 490, capacity: 1 }
const regular = { name: 'Regular', price: 690.5 }
const vip = { name: 'VIP', price: 1990, capacity: 1 }

test('an application takes a seat of its type and of the event, at the price of the type', async () => {
  const { apply, shown } = await startTypes([early, regular, vip], { max_attendee: 2 })

  const ticket = await apply('VIP')

  expect(ticket).toMatchObject({ statusCode: 201, status: 'ACTIVE', ticket_type: 'VIP', price_satang: 199_000 })
  expect(await shown()).toMatchObject({
    current_attendees: 1,
    ticket_types: [
      { name: 'Early Bird', taken: 0, seats_left: 1, state: 'on_sale' },
      { name: 'Regular', taken: 0, seats_left: null, state: 'on_sale' },
      { name: 'VIP', taken: 1, seats_left: 0, state: 'sold_out' },
    ],
  })
})

test('a client that names no type gets the cheapest on sale with a seat', async () => {
  const { apply } = await startTypes([vip, regular, early])

  const given = [await apply(null), await apply(null), await apply(null)]

  expect(given.map(({ ticket_type }) => ticket_type)).toEqual(['Early Bird', 'Regular', 'Regular'])
})

test('without a type, and all sold out, an application waits for the cheapest', async () => {
  const { apply, join } = await startTypes([vip, early])
  await apply(null)
  await apply(null)

  const refused = await apply(null)
  const waiting = await join(null)

  expect(refused).toMatchObject({ statusCode: 409, code: 'ticket_type_full' })
  expect(waiting).toMatchObject({ statusCode: 201, status: 'WAITING', position: 1, ticket_type: 'Early Bird' })
})

test('types of other events, not on sale, closed or sold out are refused', async () => {
  const { apply, addEvent, as, addUser, visitor, clock, edit, id } = await startTypes([
    early,
    { ...regular, on_sale_from: '2026-11-22T00:00:00Z' },
    { ...vip, on_sale_until: '2026-11-21T03:00:00Z' },
    { name: 'Student' },
  ])
  const other = await addEvent({ ticket_types: [regular] })
  const theirs = (await visitor.get(`/api/events/${other.id}`)).json().ticket_types[0].id
  const plain = await addEvent()
  await edit((types) => types.map((type) => ({ ...type, is_closed: type.name === 'Student' })))

  const first = await apply('Early Bird')
  const refused = await Promise.all(['Early Bird', 'Regular', 'VIP', 'Student'].map((name) => apply(name)))
  const foreign = await as(await addUser()).post(registerUrl(id), { ticket_type_id: theirs })
  const ofPlain = await as(await addUser()).post(registerUrl(plain.id), { ticket_type_id: theirs })
  clock.now = new Date('2026-11-22T00:00:00Z')

  expect(first.statusCode).toBe(201)
  expect(refused.map(({ statusCode, code }) => [statusCode, code])).toEqual([
    [409, 'ticket_type_full'],
    [409, 'ticket_type_not_on_sale'],
    [409, 'ticket_type_not_on_sale'],
    [409, 'ticket_type_not_on_sale'],
  ])
  for (const reply of [foreign, ofPlain]) {
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'ticket_type_not_found'])
  }
})

test('the event limits all types together', async () => {
  const { apply, shown } = await startTypes([early, regular], { max_attendee: 1, waiting_list: true })
  await apply('Regular')

  const refused = await apply('Early Bird')

  expect(refused).toMatchObject({ statusCode: 409, code: 'event_full' })
  expect((await shown()).ticket_types[0]).toMatchObject({ seats_left: 0, state: 'sold_out' })
})

test('a priced type is paid before there is a ticket, a free one is a ticket at once', async () => {
  const { apply, as } = await startTypes([{ name: 'Free' }, regular], { promptpay_id: '0812345678' })

  const free = await apply('Free')
  const priced = await apply('Regular')
  const payment = (await as(priced.by).get(`/api/tickets/${priced.id}/payment`)).json()

  expect(free).toMatchObject({ status: 'ACTIVE', price_satang: 0, pay_by: null })
  expect(priced).toMatchObject({ status: 'UNPAID', price_satang: 69_050, pay_by: expect.any(String) })
  expect(payment).toMatchObject({ amount_satang: 69_050, ticket_type: 'Regular' })
})

test('a seat goes to the first person waiting whose type has one', async () => {
  const { apply, join, leave, last } = await startTypes([early, regular, vip])
  const [bird, important] = [await apply('Early Bird'), await apply('VIP')]
  const [first, second, third] = [await join('Early Bird'), await join('VIP'), await join('VIP')]

  await leave(important)

  expect(await last(first.by)).toMatchObject({ status: 'WAITING', position: 1 })
  expect(await last(second.by)).toMatchObject({ status: 'ACTIVE', ticket_type: 'VIP', price_satang: 199_000 })
  expect(await last(third.by)).toMatchObject({ status: 'WAITING', position: 2 })
  await leave(bird)
  expect(await last(first.by)).toMatchObject({ status: 'ACTIVE', ticket_type: 'Early Bird' })
})

test('a newcomer gets only a seat that nobody on the waiting list can use', async () => {
  const { apply, join } = await startTypes([early, regular], { max_attendee: 2 })
  await apply('Early Bird')
  await join('Early Bird')

  const useless = await apply('Regular')
  const full = await apply('Regular')

  expect(useless.statusCode).toBe(201)
  expect(full).toMatchObject({ statusCode: 409, code: 'event_full' })
})

test('people who applied before there were types keep their places', async () => {
  const { apply, leave, last, edit, shown, as, addUser } = await startTypes([], { max_attendee: 1 })
  const holder = await apply(null)
  const waiting = await addUser()
  await as(waiting).post(registerUrl(holder.event_id), { wait: true })

  await edit(() => [early, regular])
  const newcomer = await apply('Regular')
  await leave(holder)

  expect(newcomer.code).toBe('event_full')
  expect(await last(waiting)).toMatchObject({ status: 'ACTIVE', ticket_type: '' })
  expect(await shown()).toMatchObject({ current_attendees: 1, ticket_types: [{ taken: 0 }, { taken: 0 }] })
})

test('a type keeps the seats it has given, and is closed rather than removed', async () => {
  const { apply, edit, shown } = await startTypes([{ ...early, capacity: 2 }, regular])
  await apply('Early Bird')
  await apply('Early Bird')

  const below = await edit((types) => types.map((type) => ({ ...type, capacity: 1 })))
  const removed = await edit((types) => types.slice(1))
  const closed = await edit(([first, ...others]) => [...others, { ...first, is_closed: true }])

  expect([below.statusCode, below.json().code]).toEqual([409, 'ticket_type_below_held'])
  expect([removed.statusCode, removed.json().code]).toEqual([409, 'ticket_type_used'])
  expect(closed.json()).toMatchObject({
    ticket_price: 690.5,
    ticket_types: [{ name: 'Regular' }, { name: 'Early Bird', state: 'closed', taken: 2 }],
  })
  expect((await apply('Early Bird')).code).toBe('ticket_type_not_on_sale')
  expect((await shown()).ticket_types[1].taken).toBe(2)
})

test('a closed type still serves its waiting list, which gets additional seats first', async () => {
  const { apply, join, leave, last, edit } = await startTypes([early, regular])
  const holder = await apply('Early Bird')
  const [first, second] = [await join('Early Bird'), await join('Early Bird')]

  await edit(([type, ...others]) => [{ ...type, is_closed: true }, ...others])
  await leave(holder)
  const served = (await last(first.by)).status
  await edit(([type, ...others]) => [{ ...type, capacity: 2 }, ...others])

  expect(served).toBe('ACTIVE')
  expect(await last(second.by)).toMatchObject({ status: 'ACTIVE', ticket_type: 'Early Bird' })
})

test('people on the waiting list get a lower price of their type, but not a higher one', async () => {
  const { apply, join, leave, last, edit } = await startTypes([{ ...early, capacity: 2 }, regular], {
    promptpay_id: '0812345678',
  })
  const holders = [await apply('Early Bird'), await apply('Early Bird')]
  const [first, second] = [await join('Early Bird'), await join('Early Bird')]
  const price = (value: number) => edit(([type, ...others]) => [{ ...type, price: value }, ...others])

  await price(900)
  if (holders[0]) await leave(holders[0])
  await price(100)
  if (holders[1]) await leave(holders[1])

  expect(await last(first.by)).toMatchObject({ status: 'UNPAID', price_satang: 49_000 })
  expect(await last(second.by)).toMatchObject({ status: 'UNPAID', price_satang: 10_000 })
})

test('approvals count the seats of each type', async () => {
  const { apply, as, owner, url, last } = await startTypes([early, regular], { needs_approval: true })
  const [first, second, third] = [await apply('Early Bird'), await apply('Early Bird'), await apply('Regular')]
  const applications = [first.id, second.id, third.id]
  const approve = (more: object) => as(owner).post(`${url}/applications/approve`, { applications, ...more })

  const refused = await approve({})
  const approved = await approve({ first: true })

  expect(refused.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 2 })
  expect(approved.json()).toEqual({ applications: [first.id, third.id] })
  expect(await last(second.by)).toMatchObject({ status: 'PENDING', ticket_type: 'Early Bird' })
})

test('the applicants, their CSV and the door name the type', async () => {
  const { apply, as, owner, url, id, clock } = await startTypes([vip])
  const ticket = await apply('VIP')
  const by = as(owner)

  const [applicant] = (await by.get(`${url}/attendee-list`)).json()
  const csv = (await by.get(`${url}/attendee-list.csv`)).body
  const door = (await by.get(`${url}/door`)).json()
  const scan = {
    scan_id: '7a0e9a1e-5b50-4e0e-8a0b-1f6b9f6c2d11',
    code: ticket.ticket_number,
    scanned_at: clock.now.toISOString(),
    let_in: false,
  }
  const scanned = (await by.post(`/api/events/${id}/check-ins`, { device: 'Gate', scans: [scan] })).json()

  expect(applicant).toMatchObject({ ticket_type: 'VIP', price_satang: 199_000 })
  expect(csv.split('\r\n')[0]).toMatch(/,Ticket type,Price$/)
  expect(csv.split('\r\n')[1]).toMatch(/,VIP,1990.00$/)
  expect(door.tickets).toMatchObject([{ ticket_type: 'VIP' }])
  expect(scanned.results[0]).toMatchObject({ verdict: 'checked_in', ticket: { ticket_type: 'VIP' } })
})

test('seats of types are freed when the event is called off or an account is deleted', async () => {
  const { apply, as, owner, shown, db, id } = await startTypes([{ ...early, capacity: 3 }])
  const [gone] = [await apply('Early Bird'), await apply('Early Bird')]

  await as(gone.by).post('/api/users/deletion', { current_password: password })
  const after = (await shown()).ticket_types[0].taken
  await as(owner).delete(`/api/organizers/delete-event/${id}`)
  const { rows } = await db.pool.query('SELECT taken, waiting FROM ticket_types')

  expect(after).toBe(1)
  expect(rows).toEqual([{ taken: 0, waiting: 0 }])
})

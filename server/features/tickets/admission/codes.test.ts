import { expect, test } from 'vitest'
import type { TicketTypeFields } from '#contract/events/ticket-types.ts'
import type { CodeFieldsInput } from '#contract/tickets/codes.schemas.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { registerUrl } from '#server/testing/applications/waiting-list.ts'

type GivenType = Partial<TicketTypeFields> & { name: string }
interface Terms extends Omit<CodeFieldsInput, 'type_ids'> {
  /** The names of the ticket types that it is for. */
  types?: string[]
}

/** An event of 100 baht with these types and codes; `apply` is a new person's application. */
async function startCodes(codes: Terms[], event: object = {}, ticket_types: GivenType[] = []) {
  const app = await startApp()
  const { id, owner } = await app.addEvent({ is_free: false, ticket_price: 100, ticket_types, ...event })
  const url = `/api/events/${id}`
  const ids: Record<string, number> = {}
  const shown = async () => (await app.as(owner).get(url)).json()
  const typeId = async (name: string): Promise<number> =>
    (await shown()).ticket_types.find((type: { name: string }) => type.name === name)?.id
  const terms = async ({ types = [], ...code }: Terms) => ({
    ...code,
    type_ids: await Promise.all(types.map((name) => typeId(name))),
  })
  for (const code of codes) {
    const added = await app.as(owner).post(`${url}/codes`, await terms(code))
    expect(added.json()).toMatchObject({ used: 0 })
    ids[code.code] = added.json().id
  }
  const apply = async (code: string, more: object = {}, person?: Person) => {
    const by = person ?? (await app.addUser())
    const reply = await app.as(by).post(registerUrl(id), { code, ...more })
    return { by, statusCode: reply.statusCode, ...reply.json() }
  }
  return {
    ...app,
    id,
    owner,
    url,
    shown,
    typeId,
    apply,
    edit: async (code: Terms) => app.as(owner).put(`${url}/codes/${ids[code.code]}`, await terms(code)),
    check: async (code: string) => (await app.visitor.post(`${url}/codes/check`, { code })).json(),
    leave: (application: { by: Person; id: number }) =>
      app.as(application.by).delete(`/api/tickets/${application.id}/cancel`),
    last: async (person: Person) => (await app.as(person).get(`/api/tickets/user/${person.id}`)).json()[0],
    row: async (code: string) =>
      (await app.as(owner).get(`${url}/codes`)).json().find((one: { code: string }) => one.code === code),
  }
}

const promptpay = { promptpay_id: '0812345678' }

test('a code takes a percentage or an amount off the price, in any case, to the satang', async () => {
  const { apply, as, row } = await startCodes(
    [
      { code: 'third', percent: 33 },
      { code: 'LESS', baht: 40.25 },
    ],
    { ticket_price: 99.95, ...promptpay },
  )

  const [third, less, full] = [await apply('Third'), await apply(' less '), await apply('')]
  const payment = (await as(third.by).get(`/api/tickets/${third.id}/payment`)).json()

  expect(third).toMatchObject({ statusCode: 201, status: 'UNPAID', price_satang: 6_697 })
  expect(payment.amount_satang).toBe(6_697)
  expect(less).toMatchObject({ status: 'UNPAID', price_satang: 5_970 })
  expect(full).toMatchObject({ status: 'UNPAID', price_satang: 9_995 })
  expect(await row('THIRD')).toMatchObject({ used: 1, brought_satang: 0 })
})

test('a seat whose price becomes 0 is a ticket at once', async () => {
  const { apply } = await startCodes(
    [
      { code: 'GUEST', percent: 100 },
      { code: 'MUCH', baht: 500 },
    ],
    promptpay,
  )

  for (const code of ['GUEST', 'MUCH']) {
    expect(await apply(code)).toMatchObject({ statusCode: 201, status: 'ACTIVE', price_satang: 0, pay_by: null })
  }
})

test('wrong, stopped, expired, early and used up codes say so, and use nothing', async () => {
  const { apply, addEvent, as, check, shown } = await startCodes([
    { code: 'STOPPED', percent: 10, is_stopped: true },
    { code: 'EARLY', percent: 10, valid_from: '2026-11-22T00:00:00Z' },
    { code: 'LATE', percent: 10, valid_until: '2026-11-21T03:00:00Z' },
    { code: 'ONCE', percent: 10, capacity: 1 },
  ])
  const other = await addEvent()
  await as(other.owner).post(`/api/events/${other.id}/codes`, { code: 'THEIRS', percent: 10 })
  await apply('ONCE')

  const wrong = ['NOSUCH', 'THEIRS', 'not a code', 'STOPPED', 'EARLY', 'LATE', 'ONCE']
  const refusals = [
    'code_not_found',
    'code_not_found',
    'code_not_found',
    'code_stopped',
    'code_not_yet',
    'code_over',
    'code_used_up',
  ]
  for (const [place, code] of wrong.entries()) {
    expect((await apply(code)).code).toBe(refusals[place])
    expect((await check(code)).code).toBe(refusals[place])
  }
  expect((await shown()).current_attendees).toBe(1)
})

test('a refusal about the event comes before one about the code', async () => {
  const { apply, as, owner, id, leave } = await startCodes([{ code: 'FRIENDS', percent: 10 }])
  const holder = await apply('FRIENDS')

  const again = await apply('NOSUCH', {}, holder.by)
  const own = await as(owner).post(registerUrl(id), { code: 'NOSUCH' })

  expect([again.code, own.json().code]).toEqual(['already_applied', 'own_event'])
  await leave(holder)
})

test('a party larger than what a code has left is told to take fewer seats', async () => {
  const { apply } = await startCodes([{ code: 'TWO', percent: 10, capacity: 2 }], { max_party: 4 })
  const guests = (count: number) => ({ guests: Array.from({ length: count }, (_, n) => ({ name: `Guest ${n}` })) })

  expect((await apply('TWO', guests(2))).code).toBe('code_for_fewer')
  expect(await apply('TWO', guests(1))).toMatchObject({ statusCode: 201, seats: 2 })
  expect((await apply('TWO', guests(1))).code).toBe('code_used_up')
})

test('a use is given back with the application, no matter who ends it', async () => {
  const { apply, leave, row, as, owner, url } = await startCodes(
    [{ code: 'ONCE', percent: 10, capacity: 1 }],
    promptpay,
  )
  const first = await apply('ONCE')

  expect((await apply('ONCE')).code).toBe('code_used_up')
  await leave(first)
  const second = await apply('ONCE')
  expect(second.status).toBe('UNPAID')
  await as(owner).post(`${url}/applications/refuse`, { applications: [second.id] })
  expect(await row('ONCE')).toMatchObject({ used: 0 })
  const third = await apply('ONCE')
  await as(owner).post(`${url}/applications/paid`, { applications: [third.id] })
  expect(await row('ONCE')).toMatchObject({ used: 1, brought_satang: 9_000 })
})

test('people on the waiting list have used their code, and keep its price when it ends', async () => {
  const { apply, leave, last, edit, row } = await startCodes([{ code: 'HALF', percent: 50, capacity: 1 }], {
    max_attendee: 1,
    ...promptpay,
  })
  const holder = await apply('')
  const waiting = await apply('HALF', { wait: true })

  expect(waiting).toMatchObject({ status: 'WAITING', price_satang: 5_000 })
  expect((await apply('HALF', { wait: true })).code).toBe('code_used_up')
  expect((await edit({ code: 'HALF', percent: 10, capacity: 1, is_stopped: true })).statusCode).toBe(200)
  await leave(holder)

  expect(await last(waiting.by)).toMatchObject({ status: 'UNPAID', price_satang: 5_000 })
  expect(await row('HALF')).toMatchObject({ used: 1, is_stopped: true })
})

test('people on the waiting list also get a lower price of the event, with their code', async () => {
  const { apply, leave, last, as, owner, url } = await startCodes([{ code: 'HALF', percent: 50 }], { max_attendee: 1 })
  const holder = await apply('')
  const waiting = await apply('HALF', { wait: true })

  await as(owner).patch(`${url}/edit`, { ticket_price: 61.01 })
  await leave(holder)

  expect(await last(waiting.by)).toMatchObject({ status: 'ACTIVE', price_satang: 3_051 })
})

test('the limit of a code cannot be below the seats that use it', async () => {
  const { apply, edit } = await startCodes([{ code: 'FRIENDS', percent: 10 }])
  await apply('FRIENDS')
  await apply('FRIENDS')

  expect((await edit({ code: 'FRIENDS', percent: 10, capacity: 1 })).json().code).toBe('code_below_used')
  expect((await edit({ code: 'FRIENDS', percent: 10, capacity: 2 })).json()).toMatchObject({ capacity: 2, used: 2 })
})

const press = { name: 'Press', price: 20, is_hidden: true }
const regular = { name: 'Regular', price: 100 }
const vip = { name: 'VIP', price: 500 }

test('a hidden type is chosen only with a code that opens it', async () => {
  const { apply, typeId, check } = await startCodes(
    [
      { code: 'PRESS', types: ['Press'] },
      { code: 'ALL10', percent: 10 },
    ],
    {},
    [regular, press, vip],
  )
  const ticket_type_id = await typeId('Press')

  expect((await apply('', { ticket_type_id })).code).toBe('ticket_type_not_found')
  expect((await apply('ALL10', { ticket_type_id })).code).toBe('ticket_type_not_found')
  expect(await apply('')).toMatchObject({ ticket_type: 'Regular', price_satang: 10_000 })
  expect(await apply('ALL10')).toMatchObject({ ticket_type: 'Regular', price_satang: 9_000 })
  expect(await apply('press')).toMatchObject({ ticket_type: 'Press', price_satang: 2_000 })
  expect(await apply('press', { ticket_type_id })).toMatchObject({ ticket_type: 'Press' })
  expect(await check('press')).toMatchObject({ opened: [{ name: 'Press', price: 20, is_hidden: true }] })
  expect(await check('all10')).toMatchObject({ percent: 10, type_ids: null, opened: [] })
})

test('hidden types are in no public answer', async () => {
  const { visitor, shown, url, check, as, addUser, apply } = await startCodes(
    [{ code: 'PRESS', types: ['Press'] }],
    {},
    [{ ...regular, capacity: 1 }, press],
  )
  const { by } = await apply('PRESS')

  const answers = [
    await visitor.get(url),
    await visitor.get('/api/events/events'),
    await visitor.get(`${url}/card`),
    await visitor.get(`${url}/live/now`),
    await as(await addUser()).get(url),
    await as(by).get(url),
    await visitor.get('/feeds/events.atom'),
  ]

  for (const answer of answers) expect(answer.body).not.toContain('Press')
  expect(answers[0]?.json()).toMatchObject({ ticket_price: 100, highest_ticket_price: 100, has_codes: true })
  expect(answers[3]?.json().ticket_types).toHaveLength(1)
  expect((await shown()).ticket_types).toHaveLength(2)
  expect((await check('PRESS')).opened[0]).not.toHaveProperty('capacity')
})

test('a code is refused for a type that it is not for', async () => {
  const { apply, typeId } = await startCodes([{ code: 'VIP50', percent: 50, types: ['VIP'] }], {}, [regular, vip])

  expect((await apply('VIP50', { ticket_type_id: await typeId('Regular') })).code).toBe('code_other_type')
  expect(await apply('VIP50')).toMatchObject({ ticket_type: 'VIP', price_satang: 25_000 })
})

test('people who wait for a hidden type take no seat from anybody who applies for another one', async () => {
  const { apply, shown, visitor, url } = await startCodes([{ code: 'PRESS', types: ['Press'] }], { max_attendee: 5 }, [
    regular,
    { ...press, capacity: 1 },
  ])
  await apply('PRESS')
  const waiting = await apply('PRESS', { wait: true })

  const [type] = (await visitor.get(url)).json().ticket_types
  const taken = await apply('')

  expect(waiting).toMatchObject({ status: 'WAITING', position: 1 })
  expect(type).toMatchObject({ state: 'on_sale', waiting: 0 })
  expect(taken).toMatchObject({ statusCode: 201, status: 'ACTIVE' })
  expect(await shown()).toMatchObject({ current_attendees: 2, waiting: 1 })
})

test('every event with types shows one of them', async () => {
  const { as, owner, url } = await startCodes([], {}, [regular, press])

  const refused = await as(owner).patch(`${url}/edit`, { ticket_types: [press] })

  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'At least one ticket type must be shown to everybody.',
  ])
})

test('wrong codes are counted, so that nobody finds one by guessing', async () => {
  const app = await startApp({ RATE_LIMIT_SCALE: '1' })
  const { id, owner } = await app.addEvent()
  await app.as(owner).post(`/api/events/${id}/codes`, { code: 'FRIENDS', percent: 10 })
  const guesser = await app.addUser()
  const guess = (code: string) => app.as(guesser).post(`/api/events/${id}/codes/check`, { code })

  for (let n = 0; n < 10; n++) {
    expect((await guess(`NO${n}X`)).statusCode).toBe(404)
    expect((await app.as(guesser).post(registerUrl(id), { code: `NO${n}X` })).statusCode).toBe(404)
  }

  expect((await guess('FRIENDS')).statusCode).toBe(429)
  expect((await app.as(guesser).post(registerUrl(id), { code: 'FRIENDS' })).statusCode).toBe(429)
  expect((await app.as(guesser).post(registerUrl(id))).statusCode).toBe(201)
  expect((await app.as(await app.addUser()).post(registerUrl(id), { code: 'FRIENDS' })).statusCode).toBe(201)
})

test('the owner sees the code of each application, also in the tables', async () => {
  const { apply, as, owner, url, leave } = await startCodes([{ code: 'HALF', percent: 50 }], promptpay)
  const { id, by } = await apply('HALF')
  await as(owner).post(`${url}/applications/paid`, { applications: [id] })

  const [applicant] = (await as(owner).get(`${url}/attendee-list`)).json()
  const table = (await as(owner).get(`${url}/attendee-list.csv`)).body
  await leave({ by, id })
  const [refund] = (await as(owner).get(`${url}/refunds`)).json()

  expect(applicant).toMatchObject({ code: 'HALF', price_satang: 5_000 })
  expect(table).toContain('Code,Price')
  expect(table).toContain('HALF,50.00')
  expect(refund).toMatchObject({ code: 'HALF', amount_satang: 5_000 })
})

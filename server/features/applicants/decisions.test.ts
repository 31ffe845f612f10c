import { expect, test } from 'vitest'
import type { Person } from '#server/testing/app.ts'
import { soon, startWaitingList } from '#server/testing/applications/waiting-list.ts'

const deciding = { needs_approval: true }
const priced = { is_free: false, ticket_price: 250, promptpay_id: '0812345678', payment_minutes: 30 }

/** An event with two seats and approval, and three applicants. */
const startDeciding = (event = {}) =>
  startWaitingList({ seats: null, waiting: 3, event: { max_attendee: 2, ...deciding, ...event } })

test('an application that needs approval takes no seat, also if the event is full', async () => {
  const { line, states, seen, ticketOf, event, as } = await startDeciding()

  expect(await states(line)).toEqual(['PENDING', 'PENDING', 'PENDING'])
  expect(await seen()).toMatchObject({ current_attendees: 0, waiting: 0 })
  const [first] = line
  const { id } = await ticketOf(first)
  expect(first && (await as(first).get(`/api/tickets/${id}`)).json()).toMatchObject({
    status: 'PENDING',
    signature: '',
  })
  expect(first && (await as(first).get(`/api/events/${event.id}/attendee-list`)).statusCode).toBe(403)
})

test('approving gives each applicant one seat and the organizer’s message', async () => {
  const { line, decide, states, seen, ticketOf } = await startDeciding()

  const approved = await decide('approve', line.slice(0, 2), { word: 'Bring a laptop.' })

  expect(approved.json().applications).toHaveLength(2)
  expect(await states(line)).toEqual(['ACTIVE', 'ACTIVE', 'PENDING'])
  expect(await ticketOf(line[0])).toMatchObject({ organizer_word: 'Bring a laptop.' })
  expect(await seen()).toMatchObject({ current_attendees: 2 })
  expect((await decide('approve', line.slice(0, 2))).json()).toMatchObject({ code: 'application_decided' })
})

test('approving more than there are seats is refused with their number, unless `first` is set', async () => {
  const { line, decide, states } = await startDeciding()

  const refused = await decide('approve', line.toReversed())
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 2 })
  expect(await states(line)).toEqual(['PENDING', 'PENDING', 'PENDING'])

  await decide('approve', line.toReversed(), { first: true })
  expect(await states(line)).toEqual(['ACTIVE', 'ACTIVE', 'PENDING'])
  const none = await decide('approve', line.slice(2), { first: true })
  expect(none.json()).toMatchObject({ code: 'seats_not_enough', seats_free: 0 })
})

test('approving twice at the same time never oversells', async () => {
  const { line, decide, states, seen } = await startDeciding()

  const replies = await Promise.all(line.map((person) => decide('approve', [person])))

  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(2)
  expect((await states(line)).filter((state) => state === 'ACTIVE')).toHaveLength(2)
  expect(await seen()).toMatchObject({ current_attendees: 2 })
})

test('an approved application for a priced event holds a seat until a deadline', async () => {
  const { line, decide, ticketOf, pass } = await startDeciding(priced)
  pass(60_000)

  await decide('approve', line.slice(0, 1))

  expect(await ticketOf(line[0])).toMatchObject({ status: 'UNPAID', pay_by: '2026-11-21T03:31:00.000Z' })
})

test('once the event has started nobody who has to pay is approved, and the organizer reads what to do', async () => {
  const { line, decide, states, pass } = await startDeciding({ ...priced, ...soon })
  pass(11 * 60_000)

  const refused = await decide('approve', line.slice(0, 1))

  expect(refused.json()).toMatchObject({ code: 'event_started' })
  expect(refused.json().error).toMatch(/^Payment in advance ended when the event started.* or refuse these\.$/)
  expect(await states(line)).toEqual(['PENDING', 'PENDING', 'PENDING'])
})

test('a refused applicant reads why and may apply again', async () => {
  const { as, line, decide, ticketOf, url, event, owner, visitor } = await startDeciding()
  const [first, second] = line as [Person, Person]
  const refusedOf = async (viewer = visitor) => (await viewer.get(`/api/events/${event.id}`)).json().refused

  await decide('refuse', line.slice(0, 2), { word: 'This evening is for members.' })

  expect(await ticketOf(first)).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'refused',
    organizer_word: 'This evening is for members.',
  })
  expect(await refusedOf(as(first))).toBe('This evening is for members.')
  expect(await Promise.all([refusedOf(), refusedOf(owner)])).toEqual([null, null])
  expect((await as(first).post(url)).json()).toMatchObject({ status: 'PENDING' })
  expect(await refusedOf(as(first))).toBeNull()
  await decide('refuse', [first])
  expect(await refusedOf(as(first))).toBe('')
  expect(await refusedOf(as(second))).toBe('This evening is for members.')
})

test("the organizer's message of an approval is not shown as the reason of a withdrawal", async () => {
  const { line, decide, ticketOf, leave } = await startDeciding()
  await decide('approve', line.slice(0, 1), { word: 'See you there.' })
  expect(await ticketOf(line[0])).toMatchObject({ status: 'ACTIVE', organizer_word: 'See you there.' })

  await leave(line[0])

  expect(await ticketOf(line[0])).toMatchObject({ cancel_reason: 'by_holder', organizer_word: '' })
})

test("only the owner decides, only about this event's applications, with a message of limited length", async () => {
  const stage = await startDeciding()
  const { as, addUser, addOrganizer, event, line, ticketOf, owner, visitor } = stage
  const other = await startWaitingList({ seats: 1, waiting: 1 }, stage)
  const applications = [(await ticketOf(line[0])).id]
  const url = (action: string) => `/api/events/${event.id}/applications/${action}`

  for (const action of ['approve', 'refuse', 'paid']) {
    expect((await visitor.post(url(action), { applications })).statusCode).toBe(401)
    expect((await as(await addUser()).post(url(action), { applications })).json()).toMatchObject({
      code: 'not_your_event',
    })
    expect((await as(await addOrganizer()).post(url(action), { applications })).statusCode).toBe(403)
    const foreign = { applications: [...applications, (await other.ticketOf(other.line[0])).id] }
    expect((await owner.post(url(action), foreign)).json()).toMatchObject({ code: 'ticket_not_found' })
    expect((await owner.post(url(action), { applications: [] })).statusCode).toBe(422)
  }
  const long = await owner.post(url('refuse'), { applications, word: 'ก'.repeat(301) })
  expect(long.json().detail).toMatchObject([{ loc: ['body', 'word'], msg: 'Use at most 300 characters.' }])
  expect(await stage.states(line)).toEqual(['PENDING', 'PENDING', 'PENDING'])
})

test('the owner’s list shows and filters every state, and fellow applicants are ticket holders', async () => {
  const { as, owner, event, line, decide } = await startDeciding(priced)
  const [first, second, third] = line
  await decide('approve', line.slice(0, 2))
  await decide('paid', line.slice(0, 1))
  const list = async (query = '') =>
    (await owner.get(`/api/events/${event.id}/attendee-list?sort=oldest${query}`)).json() as object[]

  expect(await list()).toMatchObject([
    { id: first?.id, status: 'approved', state: 'ACTIVE', pay_by: null },
    { id: second?.id, status: 'pending', state: 'UNPAID', pay_by: '2026-11-21T03:30:00.000Z', price_satang: 25000 },
    { id: third?.id, status: 'pending', state: 'PENDING' },
  ])
  expect(await list('&state=UNPAID')).toMatchObject([{ id: second?.id }])
  expect(await list('&status=pending')).toHaveLength(2)
  const fellows = first && (await as(first).get(`/api/events/${event.id}/attendee-list`)).json()
  expect(fellows).toMatchObject([{ id: first?.id, status: 'approved' }])
  const csv = (await owner.get(`/api/events/${event.id}/attendee-list.csv?state=UNPAID`)).body.trim().split('\r\n')
  expect(csv).toHaveLength(2)
  expect(csv[1]).toMatch(/,pending,.*,unpaid,,2026-11-21 10:30,250.00$/)
})

test('the owner’s list shows places on the waiting list', async () => {
  const { owner, event, line } = await startWaitingList({ waiting: 3 })

  const list = (await owner.get(`/api/events/${event.id}/attendee-list?state=WAITING&sort=newest`)).json()

  expect(list.map(({ id, position }: { id: number; position: number }) => [id, position])).toEqual(
    line.map(({ id }, place) => [id, place + 1]).toReversed(),
  )
})

test('nothing is decided about an event that was called off', async () => {
  const { owner, event, line, decide } = await startDeciding()
  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  expect((await decide('approve', line)).json()).toMatchObject({ code: 'event_called_off' })
})

test('an event deleted after its end is over, not called off', async () => {
  const { owner, event, line, decide, pass } = await startDeciding(soon)
  pass(14 * 60_000)
  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  expect((await decide('approve', line)).json()).toMatchObject({ code: 'event_over' })
})

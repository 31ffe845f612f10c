import { expect, test } from 'vitest'
import { lockSeats } from '#server/features/tickets/store/seats.repository.ts'
import { startApp } from '#server/testing/app.ts'

const register = (event: { id: number }) => `/api/tickets/event/${event.id}/register`

test('seats cancelled at the same time go to the first on the waiting list, in order', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 3, waiting_list: true })
  const people = await Promise.all(Array.from({ length: 7 }, () => addUser()))
  const tickets: { id: number }[] = []
  for (const person of people) tickets.push((await as(person).post(register(event), { wait: true })).json())

  const replies = await Promise.all(
    people.slice(0, 3).map((person, n) => as(person).delete(`/api/tickets/${tickets[n]?.id}/cancel`)),
  )

  expect(replies.map((reply) => reply.json().status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
  const states = await Promise.all(people.map((person, n) => as(person).get(`/api/tickets/${tickets[n]?.id}`)))
  expect(states.slice(3).map((reply) => [reply.json().status, reply.json().position])).toEqual([
    ['ACTIVE', null],
    ['ACTIVE', null],
    ['ACTIVE', null],
    ['WAITING', 1],
  ])
})

test('a full event refuses without waiting for its lock, and gives a freed seat to the next applicant', async () => {
  const { as, db, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 1 })
  const [holder, first, second] = [await addUser(), await addUser(), await addUser()]
  const ticket = (await as(holder).post(register(event))).json()
  const before = await as(first).post(register(event))

  const refused = await db.transaction(async (tx) => {
    await lockSeats(tx, event.id)
    return as(second).post(register(event))
  })
  await as(holder).delete(`/api/tickets/${ticket.id}/cancel`)

  expect([before.json().code, refused.json().code]).toEqual(['event_full', 'event_full'])
  expect((await as(second).post(register(event))).statusCode).toBe(201)
})

test('a row that cannot be written for one event does not stop applications for others', async () => {
  // The constraint must not reach other tests.
  const { as, db, addUser, addEvent } = await startApp({}, { forOnceOnly: true })
  const events = await Promise.all(Array.from({ length: 4 }, () => addEvent()))
  const broken = events[1]?.id
  await db.pool.query(`ALTER TABLE tickets ADD CONSTRAINT broken CHECK (event_id <> ${broken})`)
  const person = await addUser()

  const replies = await Promise.all(events.map((event) => as(person).post(register(event))))

  expect(replies.map((reply) => reply.statusCode)).toEqual([201, 500, 201, 201])
})

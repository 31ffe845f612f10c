import { expect, test } from 'vitest'
import { admin, startServing } from '#server/testing/admin.ts'

test('the operator deletes an account on request, by username or email and without a password', async () => {
  const { env, as, db, addUser, addEvent } = await startServing()
  const [person, event] = [await addUser({ email: 'anan@example.com' }), await addEvent()]
  await as(person).post(`/api/tickets/event/${event.id}/register`)

  const deleted = await admin(env, 'delete-account', 'Anan@Example.com')

  expect(deleted).toEqual({ code: 0, text: `The account of ${person.username} is deleted. Tickets cancelled: 1.` })
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
  expect((await db.pool.query('SELECT taken FROM event_seats')).rows).toEqual([{ taken: 0 }])
  expect(await admin(env, 'delete-account', 'anan@example.com')).toMatchObject({ code: 1 })
})

test("the operator must call off an organizer's upcoming events first", async () => {
  const { env, as, db, addUser, addEvent } = await startServing()
  const event = await addEvent()
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)

  const refused = await admin(env, 'delete-account', event.owner.username)
  const calledOff = await admin(env, 'call-off-event', String(event.id))
  const deleted = await admin(env, 'delete-account', event.owner.username)

  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(event.event_name) })
  expect(calledOff.text).toBe('The event was called off. Everyone who had applied is notified by email.')
  expect(deleted.code).toBe(0)
  expect((await db.pool.query('SELECT user_id FROM events')).rows).toEqual([{ user_id: null }])
  expect((await admin(env, 'call-off-event', String(event.id))).code).toBe(1)
  expect((await admin(env, 'call-off-event', 'nothing')).code).toBe(1)
})

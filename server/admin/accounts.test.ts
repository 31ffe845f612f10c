import { expect, test } from 'vitest'
import { admin, startServing } from '#server/testing/admin.ts'

test('the operator deletes an account on request, by username or email and without a password', async () => {
  const { env, as, db, addUser, addEvent } = await startServing()
  const [person, event] = [await addUser({ email: 'anan@example.com' }), await addEvent()]
  await as(person).post(`/api/tickets/event/${event.id}/register`)

  const asked = await admin({ ...env, LOG_LEVEL: 'debug' }, 'delete-account', 'Anan@Example.com')
  const still = await as(person).get('/api/users/profile')
  const deleted = await admin(env, 'delete-account', 'Anan@Example.com', '--yes')

  expect(asked).toEqual({
    code: 1,
    text: `The account is that of ${person.username} (anan@example.com). Tickets for upcoming events: 1. Nothing has changed yet: repeat the command with --yes to delete the account.`,
  })
  expect(still.statusCode).toBe(200)
  expect(deleted).toEqual({ code: 0, text: `The account of ${person.username} is deleted. Tickets cancelled: 1.` })
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
  expect((await db.pool.query('SELECT taken FROM event_seats')).rows).toEqual([{ taken: 0 }])
  expect(await admin(env, 'delete-account', 'anan@example.com', '--yes')).toMatchObject({ code: 1 })
})

test("the operator must call off an organizer's upcoming events first", async () => {
  const { env, as, db, addUser, addEvent } = await startServing()
  // The seat of the application is taken though it is not paid yet.
  const event = await addEvent({ is_free: false, ticket_price: 90, promptpay_id: '0812345678' })
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)

  const refused = await admin(env, 'delete-account', event.owner.username, '--yes')
  const asked = await admin(env, 'call-off-event', String(event.id))
  const calledOff = await admin(env, 'call-off-event', String(event.id), '--yes')
  const deleted = await admin(env, 'delete-account', event.owner.username, '--yes')

  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(event.event_name) })
  expect(asked).toEqual({
    code: 1,
    text: expect.stringMatching(/ \(event 1\) starts at \S+Z\. Seats taken: 1\. Nothing .* --yes to call it off\.$/),
  })
  expect(calledOff.text).toBe('The event was called off. Everyone who had applied is notified by email.')
  expect(deleted.code).toBe(0)
  expect((await db.pool.query('SELECT user_id FROM events')).rows).toEqual([{ user_id: null }])
  expect((await admin(env, 'call-off-event', String(event.id))).code).toBe(1)
  expect((await admin(env, 'call-off-event', 'nothing')).code).toBe(1)
})

test('the operator verifies an email that no mail reaches, and a reset password says when that is needed', async () => {
  const { env, ctx, visitor, addUser } = await startServing()
  const person = await addUser()
  const mailing = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }
  ctx.settings.SMTP_URL = mailing.SMTP_URL

  const { text } = await admin(mailing, 'reset-password', person.username)
  const password = /is ([a-z2-9-]{19}) /.exec(text)?.[1]
  const login = () => visitor.post('/api/users/login', { username: person.username, password })
  const before = await login()
  const verified = await admin(mailing, 'verify-email', person.username.toUpperCase())

  expect(text).toContain(`Their email is not verified, so they cannot log in yet: run verify-email ${person.username} `)
  expect(before.json().code).toBe('email_not_verified')
  expect(verified.text).toBe(`The email ${person.username}@example.com of ${person.username} is verified.`)
  expect((await login()).statusCode).toBe(200)
  expect((await admin(mailing, 'reset-password', person.username)).text).not.toContain('verify-email')
  expect((await admin(mailing, 'verify-email', 'nobody')).code).toBe(1)
})

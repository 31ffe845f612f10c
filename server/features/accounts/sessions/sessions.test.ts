import { expect, test } from 'vitest'
import { tidyAccounts } from '#server/features/accounts/housekeeping.ts'
import { startApp } from '#server/testing/app.ts'

test('an access token is good for 15 minutes', async () => {
  const { as, addUser, clock } = await startApp()
  const person = await addUser()

  clock.now = new Date(clock.now.getTime() + 14 * 60_000)
  const before = await as(person).get('/api/users/profile')
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
  const after = await as(person).get('/api/users/profile')

  expect(before.statusCode).toBe(200)
  expect(after.statusCode).toBe(401)
})

test('a refresh answers a new access token, and a successor only when asked to rotate', async () => {
  const { visitor, as, addUser } = await startApp()
  const person = await addUser()

  const plain = await visitor.post('/api/token/refresh', { refresh: person.refresh })
  const rotated = await visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })

  expect(Object.keys(plain.json())).toEqual(['access'])
  expect((await as({ ...person, access: plain.json().access }).get('/api/users/profile')).statusCode).toBe(200)
  expect(rotated.json().refresh).not.toBe(person.refresh)
})

test('twenty refreshes at once all succeed and share one successor', async () => {
  const { visitor, addUser } = await startApp()
  const person = await addUser()

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })),
  )

  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
  expect(new Set(replies.map((reply) => reply.json().refresh)).size).toBe(1)
})

test('a refresh token that was replaced works for 30 seconds more; after that its use ends the session', async () => {
  const { visitor, as, addUser, clock } = await startApp()
  const person = await addUser()
  const successor = (await visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })).json().refresh

  clock.now = new Date(clock.now.getTime() + 29_000)
  const inTime = await visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })
  clock.now = new Date(clock.now.getTime() + 2_000)
  const tooLate = await visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })
  const withSuccessor = await visitor.post('/api/token/refresh', { refresh: successor, rotate: true })

  expect(inTime.json().refresh).toBe(successor)
  expect(tooLate.statusCode).toBe(401)
  expect(withSuccessor.statusCode).toBe(401)
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
})

test('logout ends the session at once, and needs neither token nor body', async () => {
  const { visitor, as, addUser } = await startApp()
  const person = await addUser()

  expect((await visitor.post('/api/users/logout')).statusCode).toBe(200)
  expect((await as(person).post('/api/users/logout')).statusCode).toBe(200)

  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
  expect((await visitor.post('/api/token/refresh', { refresh: person.refresh })).statusCode).toBe(401)
})

test('logout ends the session of an access token that has run out', async () => {
  const { visitor, as, addUser, clock } = await startApp()
  const person = await addUser()
  clock.now = new Date(clock.now.getTime() + 20 * 60_000)

  await as(person).post('/api/users/logout')

  expect((await visitor.post('/api/token/refresh', { refresh: person.refresh })).statusCode).toBe(401)
})

test.each(['Bearer null', 'Bearer undefined', 'Bearer ', 'Basic abc'])(
  'the header "%s" counts as a visitor',
  async (authorization) => {
    const { app } = await startApp()

    const list = await app.inject({ url: '/api/events/events', headers: { authorization } })
    const profile = await app.inject({ url: '/api/users/profile', headers: { authorization } })

    expect(list.statusCode).toBe(200)
    expect(profile.json().code).toBe('not_signed_in')
  },
)

test('an altered token, and a refresh token in its place, are 401 even where visitors may come', async () => {
  const { app, addUser } = await startApp()
  const person = await addUser()

  for (const token of [`${person.access}x`, person.refresh, 'eyJhbGciOiJub25lIn0.e30.']) {
    const reply = await app.inject({ url: '/api/events/events', headers: { authorization: `Bearer ${token}` } })

    expect(reply.statusCode).toBe(401)
  }
})

test('housekeeping forgets sessions that nobody can use any more, and no other', async () => {
  const { ctx, db, as, addUser, clock } = await startApp()
  const [staying, leaving] = [await addUser(), await addUser()]
  await as(leaving).post('/api/users/logout')

  await tidyAccounts(ctx)
  expect((await db.pool.query('SELECT user_id FROM sessions')).rows).toEqual([{ user_id: staying.id }])

  clock.now = new Date(clock.now.getTime() + 31 * 24 * 3_600_000)
  await tidyAccounts(ctx)
  expect((await db.pool.query('SELECT FROM sessions')).rowCount).toBe(0)
})

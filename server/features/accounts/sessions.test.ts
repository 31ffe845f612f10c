import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
import { tidyAccounts } from './sessions.service.ts'

test('an access token is valid for 15 minutes', async () => {
  const { as, addUser, clock } = await startApp()
  const person = await addUser()

  clock.now = new Date(clock.now.getTime() + 14 * 60_000)
  const before = await as(person).get('/api/users/profile')
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
  const after = await as(person).get('/api/users/profile')

  expect(before.statusCode).toBe(200)
  expect(after.statusCode).toBe(401)
})

test('a refresh returns an access token, and a refresh token only with `rotate`', async () => {
  const { visitor, as, addUser } = await startApp()
  const person = await addUser()

  const plain = await visitor.post('/api/token/refresh', { refresh: person.refresh })
  const rotated = await visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })

  expect(Object.keys(plain.json())).toEqual(['access'])
  expect((await as({ ...person, access: plain.json().access }).get('/api/users/profile')).statusCode).toBe(200)
  expect(rotated.json().refresh).not.toBe(person.refresh)
})

test('twenty simultaneous refreshes succeed and get the same refresh token', async () => {
  const { visitor, addUser } = await startApp()
  const person = await addUser()

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })),
  )

  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
  expect(new Set(replies.map((reply) => reply.json().refresh)).size).toBe(1)
})

test('a replaced refresh token works for three minutes; later use ends the session', async () => {
  const { visitor, as, addUser, clock } = await startApp()
  const person = await addUser()
  const successor = (await visitor.post('/api/token/refresh', { refresh: person.refresh, rotate: true })).json().refresh

  clock.now = new Date(clock.now.getTime() + 179_000)
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

test('logout also takes an expired access token', async () => {
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

test('an altered token or a refresh token is 401, also on public calls', async () => {
  const { app, addUser } = await startApp()
  const person = await addUser()

  for (const token of [`${person.access}x`, person.refresh, 'eyJhbGciOiJub25lIn0.e30.']) {
    const reply = await app.inject({ url: '/api/events/events', headers: { authorization: `Bearer ${token}` } })

    expect(reply.statusCode).toBe(401)
  }
})

test('housekeeping deletes only unusable sessions', async () => {
  const { ctx, db, as, addUser, clock } = await startApp()
  const [staying, leaving] = [await addUser(), await addUser()]
  await as(leaving).post('/api/users/logout')

  await tidyAccounts(ctx)
  expect((await db.pool.query('SELECT user_id FROM sessions')).rows).toEqual([{ user_id: staying.id }])

  clock.now = new Date(clock.now.getTime() + 31 * 24 * 3_600_000)
  await tidyAccounts(ctx)
  expect((await db.pool.query('SELECT FROM sessions')).rowCount).toBe(0)
})

const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

/** Somebody who logs in with two browsers, a quarter of an hour apart. */
async function startWithTwoDevices() {
  const product = await startApp()
  const { app, as, clock, addUser } = product
  const { id, username } = await addUser()
  await product.db.pool.query('DELETE FROM sessions')
  const logIn = async (userAgent: string) => {
    const headers = { 'user-agent': userAgent }
    const reply = await app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers,
      payload: { username, password },
    })
    const { access_token, refresh_token } = reply.json()
    return { id, username, access: access_token, refresh: refresh_token }
  }
  const phone = await logIn(android)
  clock.now = new Date(clock.now.getTime() + 10 * 60_000)
  const laptop = await logIn(linux)
  const sessionsOf = async (person: typeof phone) => (await as(person).get('/api/users/sessions')).json()
  return { ...product, phone, laptop, sessionsOf }
}

test('a user sees their sessions with device, start, last use and the current one', async () => {
  const { phone, laptop, sessionsOf, clock, as } = await startWithTwoDevices()
  const began = new Date(clock.now.getTime() - 10 * 60_000).toISOString()
  const now = clock.now.toISOString()

  expect(await sessionsOf(phone)).toEqual([
    { id: expect.any(String), device: 'Chrome on Android', started_at: began, last_used_at: began, is_current: true },
    { id: expect.any(String), device: 'Firefox on Linux', started_at: now, last_used_at: now, is_current: false },
  ])
  const inThai = (await as(phone).get('/th/api/users/sessions')).json()
  expect(inThai.map(({ device }: { device: string }) => device)).toEqual(['Chrome บน Android', 'Firefox บน Linux'])
  expect((await sessionsOf(laptop)).map(({ device }: { device: string }) => device)).toEqual([
    'Firefox on Linux',
    'Chrome on Android',
  ])
})

test.each([true, false])('renewing a token marks the session as used (rotate: %s)', async (rotate) => {
  const { app, phone, laptop, sessionsOf, clock } = await startWithTwoDevices()
  clock.now = new Date(clock.now.getTime() + 60_000)

  const payload = { refresh: phone.refresh, rotate }
  await app.inject({ method: 'POST', url: '/api/token/refresh', headers: { 'user-agent': '' }, payload })

  const [, used] = await sessionsOf(laptop)
  expect(used).toMatchObject({ device: 'Chrome on Android', last_used_at: clock.now.toISOString() })
  expect(Date.parse(used.started_at)).toBeLessThan(clock.now.getTime())
})

test('an ended session is logged out at its next call, and its tokens are invalid', async () => {
  const { as, visitor, phone, laptop, sessionsOf } = await startWithTwoDevices()
  const [, { id }] = await sessionsOf(laptop)

  const ended = await as(laptop).delete(`/api/users/sessions/${id}`)

  expect(ended.statusCode).toBe(204)
  expect((await as(phone).get('/api/users/profile')).json().code).toBe('session_expired')
  expect((await visitor.post('/api/token/refresh', { refresh: phone.refresh })).statusCode).toBe(401)
  expect(await sessionsOf(laptop)).toHaveLength(1)
  expect((await as(laptop).delete(`/api/users/sessions/${id}`)).json().code).toBe('session_not_found')
})

test("another user's session, or a missing one, cannot be ended", async () => {
  const { as, addUser, phone, sessionsOf } = await startWithTwoDevices()
  const [{ id }] = await sessionsOf(phone)
  const stranger = await addUser()

  expect((await as(stranger).delete(`/api/users/sessions/${id}`)).json().code).toBe('session_not_found')
  expect((await as(stranger).delete('/api/users/sessions/1')).statusCode).toBe(404)
  expect(await sessionsOf(phone)).toHaveLength(2)
})

test('ending all other sessions keeps the current one', async () => {
  const { as, phone, laptop, sessionsOf, addUser } = await startWithTwoDevices()
  const stranger = await addUser()

  const reply = await as(phone).post('/api/users/sessions/end-others')

  expect(reply.json().ended).toBe(1)
  expect((await as(laptop).get('/api/users/profile')).statusCode).toBe(401)
  expect(await sessionsOf(phone)).toHaveLength(1)
  expect((await as(stranger).get('/api/users/profile')).statusCode).toBe(200)
})

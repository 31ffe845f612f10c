import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'

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

test('one reads on which devices one is logged in, since when, when each was last used, and which one asks', async () => {
  const { phone, laptop, sessionsOf, clock } = await startWithTwoDevices()
  const began = new Date(clock.now.getTime() - 10 * 60_000).toISOString()
  const now = clock.now.toISOString()

  expect(await sessionsOf(phone)).toEqual([
    { id: expect.any(String), device: 'Chrome on Android', started_at: began, last_used_at: began, is_current: true },
    { id: expect.any(String), device: 'Firefox on Linux', started_at: now, last_used_at: now, is_current: false },
  ])
  expect((await sessionsOf(laptop)).map(({ device }: { device: string }) => device)).toEqual([
    'Firefox on Linux',
    'Chrome on Android',
  ])
})

test.each([true, false])('a session counts as used whenever its token is renewed (rotate: %s)', async (rotate) => {
  const { app, phone, laptop, sessionsOf, clock } = await startWithTwoDevices()
  clock.now = new Date(clock.now.getTime() + 60_000)

  const payload = { refresh: phone.refresh, rotate }
  await app.inject({ method: 'POST', url: '/api/token/refresh', headers: { 'user-agent': '' }, payload })

  const [, used] = await sessionsOf(laptop)
  expect(used).toMatchObject({ device: 'Chrome on Android', last_used_at: clock.now.toISOString() })
  expect(Date.parse(used.started_at)).toBeLessThan(clock.now.getTime())
})

test('a session that is ended is logged out at its next call, and its tokens are good for nothing', async () => {
  const { as, visitor, phone, laptop, sessionsOf } = await startWithTwoDevices()
  const [, { id }] = await sessionsOf(laptop)

  const ended = await as(laptop).delete(`/api/users/sessions/${id}`)

  expect(ended.statusCode).toBe(204)
  expect((await as(phone).get('/api/users/profile')).json().code).toBe('session_expired')
  expect((await visitor.post('/api/token/refresh', { refresh: phone.refresh })).statusCode).toBe(401)
  expect(await sessionsOf(laptop)).toHaveLength(1)
  expect((await as(laptop).delete(`/api/users/sessions/${id}`)).json().code).toBe('session_not_found')
})

test('nobody ends the session of somebody else, or what is none', async () => {
  const { as, addUser, phone, sessionsOf } = await startWithTwoDevices()
  const [{ id }] = await sessionsOf(phone)
  const stranger = await addUser()

  expect((await as(stranger).delete(`/api/users/sessions/${id}`)).json().code).toBe('session_not_found')
  expect((await as(stranger).delete('/api/users/sessions/1')).statusCode).toBe(404)
  expect(await sessionsOf(phone)).toHaveLength(2)
})

test('all other sessions end at once, and the one that asks stays', async () => {
  const { as, phone, laptop, sessionsOf, addUser } = await startWithTwoDevices()
  const stranger = await addUser()

  const reply = await as(phone).post('/api/users/sessions/end-others')

  expect(reply.json().ended).toBe(1)
  expect((await as(laptop).get('/api/users/profile')).statusCode).toBe(401)
  expect(await sessionsOf(phone)).toHaveLength(1)
  expect((await as(stranger).get('/api/users/profile')).statusCode).toBe(200)
})

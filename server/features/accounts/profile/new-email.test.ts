import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
import { startGoogle } from '#server/testing/google.ts'
import { eventually } from '#server/testing/mail-server.ts'

const address = (person: { id: number }) => `/api/users/edit-profile/${person.id}/`
const email = 'new@example.com'

test('a new email needs the password', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ email: 'old@example.com' })
  const emailNow = async () => (await as(person).get('/api/users/profile')).json().email

  const without = await as(person).patch(address(person), { email, last_name: 'Other' })
  const blank = await as(person).patch(address(person), { email, current_password: '' })
  const wrong = await as(person).patch(address(person), { email, current_password: `${password}!` })
  const googles = await as(person).patch(address(person), { email, google_token: 'a.b.c' })

  expect([without.statusCode, without.json().code]).toEqual([403, 'password_needed'])
  expect(blank.json().code).toBe('password_needed')
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_password'])
  expect(googles.json().code).toBe('password_needed')
  expect(await emailNow()).toBe('old@example.com')
  const right = await as(person).patch(address(person), { email, current_password: password })
  expect(right.statusCode).toBe(200)
  expect(right.body).not.toContain(password)
  expect(await emailNow()).toBe(email)
})

test('a profile that is sent back whole needs no password', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ email: 'Old@Example.com' })
  const profile = (await as(person).get('/api/users/profile')).json()

  const reply = await as(person).patch(address(person), { ...profile, email: 'old@example.com', nationality: 'Thai' })

  expect(reply.json()).toMatchObject({ email: 'old@example.com', nationality: 'Thai' })
})

test('wrong passwords for a new email count like those at login', async () => {
  const { as, visitor, addUser } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const person = await addUser()
  const change = (current_password: string) => as(person).patch(address(person), { email, current_password })

  for (let tries = 0; tries < 10; tries++) expect((await change('guess')).statusCode).toBe(400)
  const tooMany = await change(password)
  const login = await visitor.post('/api/users/login', { username: person.username, password })

  expect([tooMany.statusCode, login.statusCode]).toEqual([429, 429])
  expect(tooMany.headers['retry-after']).toBeDefined()
})

test('of two new emails at once, no one gets by without the password', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ email: 'old@example.com' })

  const [changed] = await Promise.all([
    as(person).patch(address(person), { email, current_password: password }),
    ...Array.from({ length: 10 }, () => as(person).patch(address(person), { email: 'old@example.com' })),
  ])

  expect(changed?.statusCode).toBe(200)
  expect((await as(person).get('/api/users/profile')).json().email).toBe(email)
})

test('whoever has no password signs in with Google once more, at the same account, a moment ago', async () => {
  const google = await startGoogle()
  const { as, visitor, clock } = await startApp(google.env)
  const malee = { sub: '1001', email: 'malee@example.com' }
  const tokenOf = (claims: object) => google.tokenFor({ ...malee, ...claims }, clock.now)
  const session = (await visitor.post('/api/users/auth/google', { token: await tokenOf({}) })).json()
  const person = { ...session, access: session.access_token }
  const change = async (more: object) => {
    const reply = await as(person).patch(address(person), { email, ...more })
    return [reply.statusCode, reply.json().code]
  }
  const sixMinutesAgo = clock.now.getTime() / 1000 - 360

  expect(await change({})).toEqual([403, 'google_sign_in_needed'])
  expect(await change({ current_password: 'anything' })).toEqual([403, 'google_sign_in_needed'])
  expect(await change({ google_token: 'a.b.c' })).toEqual([400, 'google_token_invalid'])
  expect(await change({ google_token: await tokenOf({ sub: '1002' }) })).toEqual([400, 'google_account_differs'])
  expect(await change({ google_token: await tokenOf({ iat: sixMinutesAgo }) })).toEqual([403, 'google_sign_in_needed'])
  expect(await change({ google_token: await tokenOf({ iat: undefined }) })).toEqual([403, 'google_sign_in_needed'])
  expect(await change({ google_token: await tokenOf({}) })).toEqual([200, undefined])
  expect((await as(person).get('/api/users/profile')).json()).toMatchObject({ email, has_password: false })
})

test('without a password and without Google, a password is set first', async () => {
  const { as, addUser, db } = await startApp()
  const person = await addUser()
  await db.pool.query("UPDATE users SET password_hash = NULL, google_sub = '1001'")

  const reply = await as(person).patch(address(person), { email, google_token: 'a.b.c' })

  expect([reply.statusCode, reply.json().code]).toEqual([403, 'password_missing'])
})

test('a changed email must be verified anew, and its old owner is told', async () => {
  const { as, visitor, addUser, db } = await startApp({}, { worker: true })
  const person = await addUser({ email: 'old@example.com' })
  const verifiedAt = async () => (await db.pool.query('SELECT email_verified_at FROM users')).rows[0].email_verified_at
  await db.pool.query('UPDATE users SET email_verified_at = now()')

  await as(person).patch(address(person), { email: 'OLD@example.com' })
  expect(await verifiedAt()).not.toBeNull()
  const reply = await as(person).patch(address(person), { email: 'new@example.com', current_password: password })

  expect(reply.json().email).toBe('new@example.com')
  expect(await verifiedAt()).toBeNull()
  await eventually(async () => {
    const { body } = await visitor.get('/operator/mails')
    expect(body).toMatch(/new@example.com<\/td>.*Verify your email for Ruam/)
    expect(body).toMatch(/OLD@example.com<\/td>.*The email of your Ruam account was changed/)
  })
})

test('an address that nobody verified is not told that it was changed', async () => {
  const { as, addUser, db } = await startApp()
  const person = await addUser({ email: 'typed@example.com' })

  for (const email of ['other@example.com', 'typed@example.com', 'third@example.com']) {
    expect((await as(person).patch(address(person), { email, current_password: password })).statusCode).toBe(200)
  }

  const { rows } = await db.pool.query('SELECT task_identifier FROM graphile_worker.jobs')
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map((job) => job.task_identifier))).toEqual(new Set(['mail_link']))
})

test('a taken username is named, of a taken email only that one of the two is taken', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()
  await addUser({ username: 'taken', email: 'taken@example.com' })

  expect((await as(person).patch(address(person), { username: 'TAKEN' })).json().code).toBe('username_taken')
  expect(
    (await as(person).patch(address(person), { email: 'Taken@example.com', current_password: password })).json().code,
  ).toBe('account_exists')
})

test('a username that is the email goes along with it', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ username: 'old@example.com', email: 'old@example.com' })

  const reply = await as(person).patch(address(person), { email: 'new@example.com', current_password: password })

  expect(reply.json()).toMatchObject({ username: 'new@example.com', email: 'new@example.com' })
})

test('nobody keeps an address as username that is no longer their own', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ username: 'old@example.com', email: 'old@example.com' })

  // A username may not look so, and cannot go along.
  const stuck = await as(person).patch(address(person), { email: "o'neil@example.com", current_password: password })
  const renamed = await as(person).patch(address(person), {
    email: "o'neil@example.com",
    username: 'oneil',
    current_password: password,
  })

  expect(stuck.json().detail[0].loc).toEqual(['body', 'username'])
  expect(renamed.json()).toMatchObject({ username: 'oneil', email: "o'neil@example.com" })
})

import { expect, test } from 'vitest'
import { sql } from '#server/lib/postgres/database.ts'
import { password, startApp } from '#server/testing/app.ts'
import { eventually, linkIn, startWithMail } from '#server/testing/mail-server.ts'

const url = '/api/users/change-password'
const fresh = 'a new horse battery'
const change = { current_password: password, new_password: fresh, confirm_password: fresh }

test('changing the password needs the old one and logs out other devices only', async () => {
  const { as, visitor, addUser } = await startApp()
  const person = await addUser()
  const login = (given: string) => visitor.post('/api/users/login', { username: person.username, password: given })
  const other = { ...person, access: (await login(password)).json().access_token }
  const stranger = await addUser()

  const changed = await as(person).post(url, change)

  expect(changed.statusCode).toBe(200)
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
  expect((await as(other).get('/api/users/profile')).statusCode).toBe(401)
  expect((await as(stranger).get('/api/users/profile')).statusCode).toBe(200)
  expect((await login(password)).statusCode).toBe(400)
  expect((await login(fresh)).statusCode).toBe(200)
})

test.each([
  [{ current_password: 'guess' }, 400, 'This is not your current password.'],
  [{ current_password: '' }, 422, 'Enter your current password.'],
  [{ new_password: 'short', confirm_password: 'short' }, 422, 'Password must have at least 8 characters.'],
  [
    { new_password: 'password1', confirm_password: 'password1' },
    422,
    'This password is too common. Choose another one.',
  ],
  [{ confirm_password: 'something else' }, 422, 'Passwords do not match.'],
])('%o is refused, and the password stays the same', async (wrong, status, words) => {
  const { as, visitor, addUser } = await startApp()
  const person = await addUser()

  const refused = await as(person).post(url, { ...change, ...wrong })

  expect([refused.statusCode, refused.json().message]).toEqual([status, words])
  const login = await visitor.post('/api/users/login', { username: person.username, password })
  expect(login.statusCode).toBe(200)
})

test('a new password that is the username is refused', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ username: 'quietly.mine' })

  const refused = await as(person).post(url, {
    ...change,
    new_password: 'quietlymine',
    confirm_password: 'quietlymine',
  })

  expect(refused.json().detail[0].msg).toBe('This password is too easy to guess. Choose another one.')
})

test('wrong old passwords count as at login', async () => {
  const { as, visitor, addUser } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const person = await addUser()

  for (let tries = 0; tries < 10; tries++) {
    expect((await as(person).post(url, { ...change, current_password: 'guess' })).statusCode).toBe(400)
  }
  const login = await visitor.post('/api/users/login', { username: person.username, password })

  expect((await as(person).post(url, change)).statusCode).toBe(429)
  expect(login.statusCode).toBe(429)
})

test('of two simultaneous changes one is made', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  const replies = await Promise.all([as(person).post(url, change), as(person).post(url, change)])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
})

test('an account without a password gets instructions for setting one', async () => {
  const { as, addUser, db } = await startApp()
  const person = await addUser()
  await db.pool.query("UPDATE users SET password_hash = NULL, google_sub = '1001'")

  const refused = await as(person).post(url, change)

  expect([refused.statusCode, refused.json().code]).toEqual([403, 'password_missing'])
  expect(refused.json().message).toContain('Forgot password?')
})

test('a changed password is mailed, and invalidates earlier reset links', async () => {
  const { as, visitor, addHolder, mail, db } = await startWithMail()
  const person = await addHolder({ email: 'anan@example.com' })
  await visitor.post('/api/users/forgot-password', { email: 'anan@example.com' })
  await mail.mailTo('anan@example.com')

  await as(person).post(url, change)

  await eventually(() => expect(mail.mails.at(-1)?.subject).toBe('Your Ruam password was changed'))
  expect(mail.mails.at(-1)?.text).toContain('every other device was logged out')
  expect((await db.pool.query('SELECT FROM email_links')).rowCount).toBe(0)
})

const newPassword = 'another quiet river'

async function start() {
  const started = await startWithMail()
  /** Requests a reset link and returns the mailed one. */
  const resetLinkOf = async (email: string, count = 1) => {
    await started.visitor.post('/api/users/forgot-password', { email })
    return linkIn(await started.mail.mailTo(email, count))
  }
  return { ...started, resetLinkOf }
}

const resetWith = (token: string | undefined, more: object = {}) => ({
  token,
  new_password: newPassword,
  confirm_password: newPassword,
  ...more,
})
test('a reset password ends every session, replaces the old one, and is mailed', async () => {
  const { visitor, as, mail, addUser, resetLinkOf } = await start()
  const person = await addUser({ email: 'one@example.com' })
  const login = (word: string) => visitor.post('/api/users/login', { username: person.username, password: word })

  const { token } = await resetLinkOf('one@example.com')
  const reset = await visitor.post(`/api/users/reset-password/${person.id}/`, resetWith(token, { user_id: person.id }))

  expect(reset.statusCode).toBe(200)
  expect(reset.json().message).toBe('Password reset successfully. You can now log in.')
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
  expect((await visitor.post('/api/token/refresh', { refresh: person.refresh })).statusCode).toBe(401)
  expect((await login(password)).json().code).toBe('wrong_credentials')
  // The link was read in the address's own mail, so the address counts as verified.
  expect((await login(newPassword)).statusCode).toBe(200)
  expect((await mail.mailTo('one@example.com', 2)).subject).toBe('Your Ruam password was changed')
})

test('the mail about a changed email leads back to the old one for seven days', async () => {
  const { visitor, as, addHolder, mail, clock } = await start()
  const person = await addHolder({ username: 'old@example.com', email: 'old@example.com' })
  const login = () => visitor.post('/api/users/login', { username: 'old@example.com', password: newPassword })
  const edit = as(person).patch(`/api/users/edit-profile/${person.id}/`, {
    email: 'mistyped@example.com',
    current_password: password,
  })

  expect((await edit).json().username).toBe('mistyped@example.com')
  const sent = await mail.mailTo('old@example.com')
  expect(sent.subject).toBe('The email of your Ruam account was changed')
  const { path, token } = linkIn(sent)
  const isGood = async () => (await visitor.get(path)).json().valid
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 3_600_000 - 60_000)
  expect(await isGood()).toBe(true)
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
  expect(await isGood()).toBe(false)
  clock.now = new Date(clock.now.getTime() - 2 * 60_000)
  expect((await visitor.post(`/api/users/reset-password/${person.id}`, resetWith(token))).statusCode).toBe(200)

  expect((await login()).json()).toMatchObject({ username: 'old@example.com' })
  expect((await mail.mailTo('old@example.com', 2)).subject).toBe('Your Ruam password was changed')
  expect(await isGood()).toBe(false)
})

test('a link back to an old email is not valid while somebody has that email', async () => {
  const { visitor, as, addHolder, addUser, mail } = await start()
  const person = await addHolder({ email: 'old@example.com' })
  const change = { email: 'new@example.com', current_password: password }
  await as(person).patch(`/api/users/edit-profile/${person.id}/`, change)
  const { path, token } = linkIn(await mail.mailTo('old@example.com'))

  await addUser({ email: 'Old@example.com' })

  expect((await visitor.get(path)).json().valid).toBe(false)
  expect((await visitor.post(`/api/users/reset-password/${person.id}`, resetWith(token))).statusCode).toBe(400)
})

test('a link back to an old email is refused if somebody takes that email at the same moment', async () => {
  const { visitor, as, addHolder, mail, db } = await start()
  const person = await addHolder({ email: 'old@example.com' })
  const change = { email: 'new@example.com', current_password: password }
  await as(person).patch(`/api/users/edit-profile/${person.id}/`, change)
  const { token } = linkIn(await mail.mailTo('old@example.com'))
  const undo = () => visitor.post(`/api/users/reset-password/${person.id}`, resetWith(token))

  const undone = await db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO users (username, email) VALUES ('malee', 'old@example.com')`)
    const waits = undo()
    const isWaiting = sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await eventually(async () => expect(await db.many(isWaiting)).toHaveLength(1))
    return { waits }
  })

  expect((await undone.waits).json().code).toBe('reset_link_invalid')
})

test('of ten simultaneous resets with one link, one succeeds', async () => {
  const { visitor, addUser, resetLinkOf } = await start()
  const person = await addUser({ email: 'one@example.com' })
  const { token } = await resetLinkOf('one@example.com')

  const replies = await Promise.all(
    Array.from({ length: 10 }, () => visitor.post(`/api/users/reset-password/${person.id}`, resetWith(token))),
  )

  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().code === 'reset_link_invalid')).toHaveLength(9)
})

test('a reset link can be checked without using it, and is valid for an hour', async () => {
  const { visitor, addUser, resetLinkOf, clock } = await start()
  await addUser({ email: 'one@example.com' })
  const link = await resetLinkOf('one@example.com')
  const check = async () => (await visitor.get(`${link.path}/`)).json()

  expect(await check()).toEqual({ valid: true, message: 'Token is valid, you can reset your password.' })
  expect((await check()).valid).toBe(true)

  clock.now = new Date(clock.now.getTime() + 61 * 60_000)
  expect(await check()).toEqual({ valid: false, message: 'Invalid or expired reset token.' })
})

test('a newer link or a changed address invalidates a reset link', async () => {
  const { visitor, as, addUser, resetLinkOf } = await start()
  const person = await addUser({ email: 'one@example.com' })

  const first = await resetLinkOf('one@example.com', 1)
  const second = await resetLinkOf('one@example.com', 2)
  expect((await visitor.get(first.path)).json().valid).toBe(false)
  expect((await visitor.get(second.path)).json().valid).toBe(true)

  await as(person).patch(`/api/users/edit-profile/${person.id}/`, {
    email: 'new@example.com',
    current_password: password,
  })
  expect((await visitor.get(second.path)).json().valid).toBe(false)
  expect((await visitor.post(`/api/users/reset-password/${person.id}`, resetWith(second.token))).statusCode).toBe(400)
})

test.each([
  ['no token', { token: undefined }, 422, 'Invalid or expired reset token.'],
  ['a made up token', { token: 'x'.repeat(43) }, 400, null],
  ['two passwords that differ', { confirm_password: 'something else' }, 422, 'Passwords do not match.'],
  [
    'a password that is too short',
    { new_password: 'short', confirm_password: 'short' },
    422,
    'Password must have at least 8 characters.',
  ],
])('a reset with %s changes nothing', async (_, change, status, words) => {
  const { visitor, addUser, resetLinkOf } = await start()
  const person = await addUser({ email: 'one@example.com' })
  const { token } = await resetLinkOf('one@example.com')

  const reply = await visitor.post(`/api/users/reset-password/${person.id}`, { ...resetWith(token), ...change })

  expect(reply.statusCode).toBe(status)
  if (words) expect(reply.json().detail).toBe(words)
  await visitor.get(`/api/users/reset-password/${person.id}/${token}`)
  const check = await visitor.get(`/api/users/reset-password/${person.id}/${token}`)
  expect(check.json().valid).toBe(true)
})

test('a reset refuses common passwords, and the link stays valid', async () => {
  const { visitor, addUser, resetLinkOf } = await start()
  const person = await addUser({ username: 'somsri', email: 'one@example.com' })
  const { token } = await resetLinkOf('one@example.com')
  const reset = (word: string) =>
    visitor.post(
      `/api/users/reset-password/${person.id}`,
      resetWith(token, { new_password: word, confirm_password: word }),
    )

  expect((await reset('password123')).json().error).toMatch(/too common/)
  expect((await reset('One@Example.com')).json().error).toMatch(/easy to guess/)
  expect((await reset(newPassword)).statusCode).toBe(200)
})

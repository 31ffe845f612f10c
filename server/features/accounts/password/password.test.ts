import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const url = '/api/users/change-password'
const fresh = 'a new horse battery'
const change = { current_password: password, new_password: fresh, confirm_password: fresh }

test('a password is changed by whoever knows the old one; the other devices are logged out, this one is not', async () => {
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
])('%o is refused, and the password stays', async (wrong, status, words) => {
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

test('wrong old passwords count like those at login', async () => {
  const { as, visitor, addUser } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const person = await addUser()

  for (let tries = 0; tries < 10; tries++) {
    expect((await as(person).post(url, { ...change, current_password: 'guess' })).statusCode).toBe(400)
  }
  const login = await visitor.post('/api/users/login', { username: person.username, password })

  expect((await as(person).post(url, change)).statusCode).toBe(429)
  expect(login.statusCode).toBe(429)
})

test('of two changes at once one is made', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  const replies = await Promise.all([as(person).post(url, change), as(person).post(url, change)])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
})

test('an account without a password is told how to set one', async () => {
  const { as, addUser, db } = await startApp()
  const person = await addUser()
  await db.pool.query("UPDATE users SET password_hash = NULL, google_sub = '1001'")

  const refused = await as(person).post(url, change)

  expect([refused.statusCode, refused.json().code]).toEqual([403, 'password_missing'])
  expect(refused.json().message).toContain('Forgot password?')
})

test('a mail says that the password was changed, and a reset link that was mailed before is good no more', async () => {
  const { as, visitor, addHolder, mail, db } = await startWithMail()
  const person = await addHolder({ email: 'anan@example.com' })
  await visitor.post('/api/users/forgot-password', { email: 'anan@example.com' })
  await mail.mailTo('anan@example.com')

  await as(person).post(url, change)

  await eventually(() => expect(mail.mails.at(-1)?.subject).toBe('Your Ruam password was changed'))
  expect(mail.mails.at(-1)?.text).toContain('every other device was logged out')
  expect((await db.pool.query('SELECT FROM email_links')).rowCount).toBe(0)
})

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
import { eventually, linkIn, startMailServer } from '#server/testing/mail-server.ts'

const newPassword = 'another quiet river'
const registration = {
  username: 'malee',
  password,
  password2: password,
  first_name: 'Malee',
  last_name: 'Srisuk',
  birth_date: '1990-05-15',
  phone_number: '0812345678',
  email: 'Malee@example.com',
}

async function startWithMail(env: Record<string, string> = {}) {
  const mail = await startMailServer()
  const started = await startApp({ SMTP_URL: mail.url, PUBLIC_URL: 'https://ruam.example/', ...env }, { worker: true })
  const idle = () =>
    eventually(async () => {
      const { rows } = await started.db.pool.query('SELECT FROM graphile_worker.jobs')
      expect(rows).toHaveLength(0)
    })
  /** Asks for a reset link and answers the one that is mailed. */
  const resetLinkOf = async (email: string, count = 1) => {
    await started.visitor.post('/api/users/forgot-password', { email })
    return linkIn(await mail.mailTo(email, count))
  }
  return { ...started, mail, idle, resetLinkOf }
}

const resetWith = (token: string | undefined, more: object = {}) => ({
  token,
  new_password: newPassword,
  confirm_password: newPassword,
  ...more,
})

test('with mail, a new account can log in only after its email has been verified', async () => {
  const { visitor, mail } = await startWithMail()
  const login = () => visitor.post('/api/users/login', { username: 'malee', password })

  const registered = await visitor.post('/api/users/register', registration)
  const before = await login()
  const wrong = await visitor.post('/api/users/login', { username: 'malee', password: 'wrong' })
  const sent = await mail.mailTo('Malee@example.com')
  const verified = await visitor.get(`${linkIn(sent).path}/`)

  expect(before.statusCode).toBe(403)
  expect(before.json().error).toBe('Please verify your email.')
  expect(wrong.json().code).toBe('wrong_credentials')
  expect(sent.subject).toBe('Verify your email for Ruam')
  expect(sent.text).toContain(`https://ruam.example/verify-email/${registered.json().id}/`)
  expect(verified.statusCode).toBe(200)
  expect(verified.json().message).toContain('successfully verified')
  expect((await login()).statusCode).toBe(200)
})

test('a verification link works once, for 24 hours, for one person, until there is a newer one', async () => {
  const { visitor, mail, addUser, clock } = await startWithMail()
  const { id } = await addUser({ email: 'one@example.com' })
  const other = await addUser({ email: 'two@example.com' })
  const resend = async (count: number) => {
    await visitor.post('/api/users/resend-verification/', { email: 'ONE@example.com' })
    return linkIn(await mail.mailTo('one@example.com', count))
  }

  const first = await resend(1)
  const second = await resend(2)
  expect((await visitor.get(first.path)).json().code).toBe('verify_link_invalid')
  expect((await visitor.get(`/api/users/verify-email/${other.id}/${second.token}`)).statusCode).toBe(400)
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
  expect((await visitor.get(second.path)).statusCode).toBe(400)

  const third = await resend(3)
  expect(third.userId).toBe(String(id))
  expect((await visitor.get(third.path)).statusCode).toBe(200)
  expect((await visitor.get(third.path)).statusCode).toBe(400)
})

test('without a mail server the mail becomes a file, and login is open', async () => {
  const { visitor, ctx } = await startApp({}, { worker: true })
  const folder = path.join(ctx.settings.DATA_DIR, 'mail')

  await visitor.post('/api/users/register', registration)
  const login = await visitor.post('/api/users/login', { username: 'malee', password })
  const [file = ''] = await eventually(async () => {
    const files = await readdir(folder)
    expect(files).toEqual([expect.stringMatching(/\.eml$/)])
    return files
  })

  expect(login.statusCode).toBe(200)
  expect(await readFile(path.join(folder, file), 'utf8')).toContain('To: Malee@example.com')
})

test('forgot and resend answer alike whether the address is known or not, and write only to the known', async () => {
  const { visitor, mail, addUser, idle } = await startWithMail()
  await addUser({ email: 'known@example.com' })

  for (const call of ['/api/users/forgot-password', '/api/users/resend-verification/']) {
    const known = await visitor.post(call, { email: 'known@example.com' })
    const unknown = await visitor.post(call, { email: 'unknown@example.com' })

    expect(known.statusCode).toBe(200)
    expect(unknown.body).toBe(known.body)
  }
  await idle()

  expect(mail.mails.map(({ to }) => to?.[0]?.address)).toEqual(['known@example.com', 'known@example.com'])
})

test('a new password ends every session, shuts out the old one, and is told by mail', async () => {
  const { visitor, as, mail, addUser, resetLinkOf } = await startWithMail()
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

test('of ten resets at once with one link, one succeeds', async () => {
  const { visitor, addUser, resetLinkOf } = await startWithMail()
  const person = await addUser({ email: 'one@example.com' })
  const { token } = await resetLinkOf('one@example.com')

  const replies = await Promise.all(
    Array.from({ length: 10 }, () => visitor.post(`/api/users/reset-password/${person.id}`, resetWith(token))),
  )

  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().code === 'reset_link_invalid')).toHaveLength(9)
})

test('a reset link can be checked without being used up, and is good for an hour', async () => {
  const { visitor, addUser, resetLinkOf, clock } = await startWithMail()
  await addUser({ email: 'one@example.com' })
  const link = await resetLinkOf('one@example.com')
  const check = async () => (await visitor.get(`${link.path}/`)).json()

  expect(await check()).toEqual({ valid: true, message: 'Token is valid, you can reset your password.' })
  expect((await check()).valid).toBe(true)

  clock.now = new Date(clock.now.getTime() + 61 * 60_000)
  expect(await check()).toEqual({ valid: false, message: 'Invalid or expired reset token.' })
})

test('a reset link dies with a newer one, and when the address changes', async () => {
  const { visitor, as, addUser, resetLinkOf } = await startWithMail()
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
  const { visitor, addUser, resetLinkOf } = await startWithMail()
  const person = await addUser({ email: 'one@example.com' })
  const { token } = await resetLinkOf('one@example.com')

  const reply = await visitor.post(`/api/users/reset-password/${person.id}`, { ...resetWith(token), ...change })

  expect(reply.statusCode).toBe(status)
  if (words) expect(reply.json().detail).toBe(words)
  await visitor.get(`/api/users/reset-password/${person.id}/${token}`)
  const check = await visitor.get(`/api/users/reset-password/${person.id}/${token}`)
  expect(check.json().valid).toBe(true)
})

test('a reset refuses very common passwords, and keeps the link good for a better one', async () => {
  const { visitor, addUser, resetLinkOf } = await startWithMail()
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

test('at most three links an hour are mailed to one address, and the answer stays the same', async () => {
  const { visitor, mail, addUser, idle } = await startWithMail({ RATE_LIMIT_SCALE: '1' })
  await addUser({ email: 'one@example.com' })

  const replies = []
  for (let n = 0; n < 6; n++) {
    const call = n % 2 ? 'forgot-password' : 'resend-verification'
    replies.push(await visitor.post(`/api/users/${call}`, { email: n < 3 ? 'one@example.com' : 'ONE@example.com' }))
  }
  await idle()

  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  expect(mail.mails).toHaveLength(3)
})

test('the database never holds the token of a link', async () => {
  const { visitor, mail, addUser, db, resetLinkOf } = await startWithMail()
  await addUser({ email: 'one@example.com' })
  const { token } = await resetLinkOf('one@example.com')
  await mail.close()
  await visitor.post('/api/users/forgot-password', { email: 'one@example.com' })
  await eventually(async () => {
    const { rows } = await db.pool.query(
      'SELECT FROM graphile_worker.jobs WHERE attempts > 0 AND last_error IS NOT NULL',
    )
    expect(rows).toHaveLength(1)
  })

  const { rows } = await db.pool.query(`
    SELECT (SELECT json_agg(l)::text FROM email_links l) AS links,
           (SELECT json_agg(j)::text FROM graphile_worker._private_jobs j) AS jobs`)

  expect(rows[0].links).not.toContain(token)
  expect(rows[0].jobs).toContain('one@example.com')
  expect(rows[0].jobs).not.toMatch(/reset-password|[\w-]{43}/)
})

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
import { startGoogle } from '#server/testing/google.ts'
import { eventually, linkIn, startWithMail } from '#server/testing/mail-server.ts'

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

test('with mail, a new account can log in only after its email has been verified', async () => {
  const { visitor, mail } = await startWithMail({ PUBLIC_URL: 'https://ruam.example/' })
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

test('a verification link leads back to an event only', async () => {
  const { visitor, mail } = await startWithMail({ PUBLIC_URL: 'https://ruam.example/' })
  const next = '/events/7?link=a-key&apply=now'
  const resend = async (from: string, count: number) => {
    await visitor.post(`/api/users/resend-verification?${new URLSearchParams({ next: from })}`, {
      email: 'Malee@example.com',
    })
    return nextIn(await mail.mailTo('Malee@example.com', count))
  }

  await visitor.post(`/api/users/register?${new URLSearchParams({ next })}`, registration)

  expect(nextIn(await mail.mailTo('Malee@example.com'))).toBe(next)
  expect(await resend('/events/7?apply=now&utm_source=mail', 2)).toBe('/events/7?apply=now')
  expect(await resend('//evil.example/events/7', 3)).toBeNull()
})

test('a verification link works within 24 hours, until there is a newer one or another email', async () => {
  const { visitor, mail, addUser, clock, db } = await startWithMail()
  const person = await addUser({ email: 'one@example.com' })
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
  expect(third.userId).toBe(String(person.id))
  expect((await visitor.get(third.path)).statusCode).toBe(200)
  expect((await visitor.get(third.path)).statusCode).toBe(200)
  await db.pool.query("UPDATE users SET email = 'three@example.com' WHERE id = $1", [person.id])
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

test('forgot and resend answer alike for unknown addresses, and mail only known ones', async () => {
  const { visitor, mail, addUser, allSent } = await startWithMail()
  await addUser({ email: 'known@example.com' })

  for (const call of ['/api/users/forgot-password', '/api/users/resend-verification/']) {
    const known = await visitor.post(call, { email: 'known@example.com' })
    const unknown = await visitor.post(call, { email: 'unknown@example.com' })

    expect(known.statusCode).toBe(200)
    expect(unknown.body).toBe(known.body)
  }
  await allSent()

  expect(mail.mails.map(({ to }) => to?.[0]?.address)).toEqual(['known@example.com', 'known@example.com'])
})

test('at most three links an hour are mailed to one address, and the answer stays the same', async () => {
  const { visitor, mail, addUser, allSent } = await startWithMail({ RATE_LIMIT_SCALE: '1' })
  await addUser({ email: 'one@example.com' })

  const replies = []
  for (let n = 0; n < 6; n++) {
    const call = n % 2 ? 'forgot-password' : 'resend-verification'
    replies.push(await visitor.post(`/api/users/${call}`, { email: n < 3 ? 'one@example.com' : 'ONE@example.com' }))
  }
  await allSent()

  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  expect(mail.mails).toHaveLength(3)
})

test("the database never stores a link's token", async () => {
  const { visitor, mail, addUser, db } = await startWithMail()
  await addUser({ email: 'one@example.com' })
  const forget = () => visitor.post('/api/users/forgot-password', { email: 'one@example.com' })
  await forget()
  const { token } = linkIn(await mail.mailTo('one@example.com'))
  await mail.close()
  await forget()
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

/** Where the link in a mail leads on to. */
function nextIn({ text = '' }: { text?: string | undefined }): string | null {
  return new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('next')
}

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

test('an unchanged profile needs no password', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ email: 'Old@Example.com' })
  const profile = (await as(person).get('/api/users/profile')).json()

  const reply = await as(person).patch(address(person), { ...profile, email: 'old@example.com', nationality: 'Thai' })

  expect(reply.json()).toMatchObject({ email: 'old@example.com', nationality: 'Thai' })
})

test('wrong passwords for a new email count as at login', async () => {
  const { as, visitor, addUser } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const person = await addUser()
  const change = (current_password: string) => as(person).patch(address(person), { email, current_password })

  for (let tries = 0; tries < 10; tries++) expect((await change('guess')).statusCode).toBe(400)
  const tooMany = await change(password)
  const login = await visitor.post('/api/users/login', { username: person.username, password })

  expect([tooMany.statusCode, login.statusCode]).toEqual([429, 429])
  expect(tooMany.headers['retry-after']).toBeDefined()
})

test('of two simultaneous new emails, both need the password', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ email: 'old@example.com' })

  const [changed] = await Promise.all([
    as(person).patch(address(person), { email, current_password: password }),
    ...Array.from({ length: 10 }, () => as(person).patch(address(person), { email: 'old@example.com' })),
  ])

  expect(changed?.statusCode).toBe(200)
  expect((await as(person).get('/api/users/profile')).json().email).toBe(email)
})

test('without a password the proof is a fresh sign-in with the same Google account', async () => {
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

test('without a password and Google, a sign-in within ten minutes is the proof', async () => {
  const { as, addUser, clock, db } = await startApp()
  const person = await addUser()
  await db.pool.query("UPDATE users SET password_hash = NULL, google_sub = '1001'")

  const recent = await as(person).patch(address(person), { email, google_token: 'a.b.c' })
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  const late = await as(person).patch(address(person), { email: `late.${email}` })

  expect(recent.statusCode).toBe(200)
  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_needed'])
})

test('a changed email must be verified again, and the old address is notified', async () => {
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

test('an unverified old address is not notified', async () => {
  const { as, addUser, db } = await startApp()
  const person = await addUser({ email: 'typed@example.com' })

  for (const email of ['other@example.com', 'typed@example.com', 'third@example.com']) {
    expect((await as(person).patch(address(person), { email, current_password: password })).statusCode).toBe(200)
  }

  const { rows } = await db.pool.query('SELECT task_identifier FROM graphile_worker.jobs')
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map((job) => job.task_identifier))).toEqual(new Set(['mail_link']))
})

test('a taken username is named; a taken email only as one of the two', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()
  await addUser({ username: 'taken', email: 'taken@example.com' })

  expect((await as(person).patch(address(person), { username: 'TAKEN' })).json().code).toBe('username_taken')
  expect(
    (await as(person).patch(address(person), { email: 'Taken@example.com', current_password: password })).json().code,
  ).toBe('account_exists')
})

test('a username that is the email changes with it', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ username: 'old@example.com', email: 'old@example.com' })

  const reply = await as(person).patch(address(person), { email: 'new@example.com', current_password: password })

  expect(reply.json()).toMatchObject({ username: 'new@example.com', email: 'new@example.com' })
})

test("an address that is no longer the user's own cannot stay the username", async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ username: 'old@example.com', email: 'old@example.com' })

  // A username may not look like this email, so it cannot follow it.
  const stuck = await as(person).patch(address(person), { email: "o'neil@example.com", current_password: password })
  const renamed = await as(person).patch(address(person), {
    email: "o'neil@example.com",
    username: 'oneil',
    current_password: password,
  })

  expect(stuck.json().detail[0].loc).toEqual(['body', 'username'])
  expect(renamed.json()).toMatchObject({ username: 'oneil', email: "o'neil@example.com" })
})

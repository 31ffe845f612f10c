import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
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

test('a verification link leads back to the event for which somebody registered, and to nowhere else', async () => {
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

test('the database never holds the token of a link', async () => {
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

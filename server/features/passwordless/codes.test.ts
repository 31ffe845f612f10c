import { randomBytes } from 'node:crypto'
import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { password } from '#server/testing/app.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const asking = '/api/users/sign-in-code'
const using = '/api/users/sign-in-code/use'
const minute = 60_000

/** The secret of a new browser. */
const newBrowser = () => randomBytes(32).toString('base64url')

function codeIn({ text = '' }: Email): { code: string; link: string } {
  const [, code = ''] = /Your code is (\d{6})\./.exec(text) ?? []
  const [, link = ''] = /\/sign-in\/([\w-]+)/.exec(text) ?? []
  return { code, link }
}

/** Another code than this one. */
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

async function startWithCodes(env: Record<string, string> = {}) {
  const started = await startWithMail({ ...env })
  const { app, visitor, mail, clock, as } = started
  const ask = (email: string, browser = newBrowser()) => visitor.post(asking, { email, browser })
  const use = (body: object) => visitor.post(using, body)

  /** Asks for a code, and reads the mail. */
  async function mailed(email: string, browser = newBrowser()) {
    const before = mail.mails.filter(({ to }) => to?.[0]?.address === email).length
    await ask(email, browser)
    return { browser, ...codeIn(await mail.mailTo(email, before + 1)) }
  }

  const from = (address: string, url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, remoteAddress: address })
  const pass = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const profileOf = async (session: { access_token: string }) =>
    (await as({ ...session, access: session.access_token } as never).get('/api/users/profile')).json()
  return { ...started, ask, use, mailed, from, pass, profileOf }
}

test('a new person gets an account without a password by email, name and code', async () => {
  const { use, mailed, profileOf, visitor } = await startWithCodes()
  const { browser, code } = await mailed('Malee@example.com')

  const reply = await use({ browser, code: ` ${code.slice(0, 3)} ${code.slice(3)} `, name: 'Malee Sri Suk' })

  expect(reply.statusCode).toBe(200)
  expect(await profileOf(reply.json())).toMatchObject({
    username: 'maleesrisuk',
    first_name: 'Malee',
    last_name: 'Sri Suk',
    email: 'Malee@example.com',
    has_password: false,
    username_changes_left: 1,
    birth_date: null,
  })
  expect((await visitor.post('/api/token/refresh', { refresh: reply.json().refresh_token })).statusCode).toBe(200)
})

test('the right code without a name is still valid once the name is given', async () => {
  const { use, mailed } = await startWithCodes()
  const { browser, code } = await mailed('new@example.com')

  const nameless = await use({ browser, code })
  const named = await use({ browser, code, name: 'สมชาย ใจดี' })

  expect([nameless.statusCode, nameless.json().code]).toEqual([422, 'name_needed'])
  expect(named.json().username).toBe('สมชายใจดี')
})

test('known and unknown addresses get the same answer and the same mail', async () => {
  const { ask, mail, addHolder, mailed, use, profileOf } = await startWithCodes()
  const person = await addHolder({ email: 'known@example.com' })

  const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')]
  const mails = [await mail.mailTo('known@example.com'), await mail.mailTo('unknown@example.com')]
  const plain = ({ subject, text = '', html = '' }: Email) =>
    [subject, text, html].map((part) => part?.replaceAll(/\d{6}/g, 'CODE').replaceAll(/sign-in\/[\w-]+/g, 'LINK'))

  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  expect(plain(mails[0] as Email)).toEqual(plain(mails[1] as Email))

  const again = await mailed('known@example.com')
  const reply = await use({ browser: again.browser, code: again.code, name: 'Somebody Else' })
  expect(reply.json()).toMatchObject({ id: person.id, username: person.username })
  expect((await profileOf(reply.json())).first_name).toBe('Somchai')
  // Wrong codes are refused alike too.
  const [one, other] = [await mailed('known@example.com'), await mailed('unknown@example.com')]
  const refusals = await Promise.all([one, other].map(({ browser, code }) => use({ browser, code: wrong(code) })))
  expect(refusals[0]?.body).toBe(refusals[1]?.body)
})

test('a code works once, and of many uses at once one signs in', async () => {
  const { use, mailed, db } = await startWithCodes()
  const { browser, code } = await mailed('new@example.com')

  const replies = await Promise.all(Array.from({ length: 10 }, () => use({ browser, code, name: 'New Person' })))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await use({ browser, code, name: 'New Person' })).json().code).toBe('sign_in_code_over')
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(1)
  expect((await db.pool.query('SELECT FROM sign_in_codes')).rowCount).toBe(0)
})

test('two browsers that prove one new address at once get one account', async () => {
  const { use, mailed } = await startWithCodes()
  const [one, other] = [await mailed('new@example.com'), await mailed('new@example.com')]

  const replies = await Promise.all([one, other].map(({ browser, code }) => use({ browser, code, name: 'New Person' })))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(replies[0]?.json().id).toBe(replies[1]?.json().id)
})

test('neither code nor link works in another browser', async () => {
  const { use, mailed } = await startWithCodes()
  const { browser, code, link } = await mailed('new@example.com')
  const other = newBrowser()
  const asked = await mailed('other@example.com', newBrowser())

  const refused = [
    await use({ browser: other, code, name: 'Thief' }),
    await use({ browser: other, link, name: 'Thief' }),
    // A browser with a request of its own.
    await use({ browser: asked.browser, link, name: 'Thief' }),
    await use({ browser: asked.browser, code: code === asked.code ? wrong(code) : code, name: 'Thief' }),
  ]

  expect(refused.map((reply) => reply.json().code)).toEqual([
    'sign_in_code_over',
    'sign_in_code_over',
    'sign_in_code_over',
    'sign_in_code_wrong',
  ])
  expect((await use({ browser, link, name: 'New Person' })).statusCode).toBe(200)
})

test('the sixth try is refused even with the right code, also when tries come at once', async () => {
  const { use, mailed, db } = await startWithCodes()
  const { browser, code } = await mailed('new@example.com')

  const tries = await Promise.all(Array.from({ length: 8 }, () => use({ browser, code: wrong(code), name: 'X' })))
  const sixth = await use({ browser, code, name: 'New Person' })

  expect(tries.filter((reply) => reply.json().code === 'sign_in_code_wrong')).toHaveLength(5)
  expect(sixth.json().code).toBe('sign_in_code_over')
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(0)
  const { rows } = await db.pool.query('SELECT * FROM sign_in_codes')
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a code is good for ten minutes, and a newer one ends it', async () => {
  const { use, mailed, pass } = await startWithCodes()
  const first = await mailed('new@example.com')
  const second = await mailed('new@example.com', first.browser)

  pass(10 * minute - 1)
  const old = await use({ browser: first.browser, link: first.link, name: 'New Person' })
  const inTime = await use({ browser: second.browser, code: second.code, name: 'New Person' })
  const third = await mailed('new@example.com')
  pass(10 * minute)
  const late = await use({ browser: third.browser, code: third.code, name: 'New Person' })

  expect([old.json().code, inTime.statusCode, late.json().code]).toEqual([
    'sign_in_code_over',
    200,
    'sign_in_code_over',
  ])
})

test('an account made with an address that was never verified loses all that lets its maker in', async () => {
  const { use, mailed, as, visitor, addOrganizer, mail, db } = await startWithCodes({ WEBHOOKS_INSIDE: 'true' })
  const squatter = await addOrganizer({ email: 'victim@example.com' })
  await db.pool.query("UPDATE users SET google_sub = 'squatter' WHERE id = $1", [squatter.id])
  const feed = (await as(squatter).post('/api/tickets/calendar-feed')).json()
  await as(squatter).post('/api/organizers/webhooks', { url: 'http://127.0.0.1:9/' })
  const { browser, code } = await mailed('victim@example.com')

  const reply = await use({ browser, code })

  expect(reply.json().id).toBe(squatter.id)
  expect((await as(squatter).get('/api/users/profile')).statusCode).toBe(401)
  expect((await visitor.post('/api/token/refresh', { refresh: squatter.refresh })).statusCode).toBe(401)
  expect((await visitor.post('/api/users/login', { username: squatter.username, password })).statusCode).toBe(400)
  expect((await visitor.get(feed.path)).statusCode).toBe(404)
  const left = await db.pool.query('SELECT google_sub FROM users WHERE google_sub IS NOT NULL')
  expect([left.rowCount, (await db.pool.query('SELECT FROM webhooks')).rowCount]).toEqual([0, 0])
  await eventually(() => {
    expect(mail.mails.map(({ subject }) => subject)).toContain('You signed in to Ruam by email')
  })
})

test('a verified account keeps its password and its sessions', async () => {
  const { use, mailed, as, visitor, addHolder } = await startWithCodes()
  const person = await addHolder({ email: 'known@example.com' })
  const { browser, code } = await mailed('KNOWN@example.com')

  await use({ browser, code })

  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
  expect((await visitor.post('/api/users/login', { username: person.username, password })).statusCode).toBe(200)
})

test('one network gets five mails an hour to an address, all strangers together twenty in six', async () => {
  const { from, mail, addHolder, visitor, allSent } = await startWithCodes({ RATE_LIMIT_SCALE: '1' })
  const email = 'victim@example.com'
  const { username } = await addHolder({ email })
  // The owner has logged in from here.
  await visitor.post('/api/users/login', { username, password })
  const askFrom = (address: string) => from(address, asking, { email, browser: newBrowser() })

  const here = []
  for (let n = 0; n < 6; n += 1) here.push((await askFrom('192.0.2.1')).statusCode)
  for (let network = 2; network < 9; network += 1) {
    for (let n = 0; n < 5; n += 1) expect((await askFrom(`192.0.2.${network}`)).statusCode).toBe(200)
  }
  await allSent()
  const flooded = mail.mails.length
  await askFrom('127.0.0.1')

  expect(here).toEqual([200, 200, 200, 200, 200, 429])
  expect(flooded).toBe(20)
  await mail.mailTo(email, 21)
})

test('after a hundred wrong codes only networks that signed in before may try', async () => {
  const { from, mail, addHolder, visitor, db, allSent } = await startWithCodes({ RATE_LIMIT_SCALE: '1' })
  const email = 'victim@example.com'
  const { id, username } = await addHolder({ email })
  await visitor.post('/api/users/login', { username, password })
  const newCode = async (address: string) => {
    const browser = newBrowser()
    await from(address, asking, { email, browser })
    await allSent()
    return { browser, ...codeIn(mail.mails.at(-1) as Email) }
  }
  for (let n = 0; n < 20; n += 1) {
    const address = `192.0.2.${n}`
    const { browser, code } = await newCode(address)
    for (let tries = 0; tries < 5; tries += 1) await from(address, using, { browser, code: wrong(code) })
  }
  // Their window is over; the wrong codes still count.
  await db.pool.query("DELETE FROM rate_limits WHERE key LIKE 'sign_in_mails:%'")

  const stranger = await newCode('198.51.100.9')
  const refused = await from('198.51.100.9', using, { browser: stranger.browser, code: stranger.code })
  const owner = await newCode('127.0.0.1')
  const accepted = await from('127.0.0.1', using, { browser: owner.browser, code: owner.code })

  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBeDefined()
  expect(accepted.json().id).toBe(id)
})

test('a mail server that is down delays the mail, and an expired request gets none', async () => {
  const { ask, mail, pass, allSent, db } = await startWithCodes()
  await mail.close()
  await ask('early@example.com')
  await eventually(async () => {
    expect((await db.pool.query('SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL')).rowCount).toBe(1)
  })
  pass(11 * minute)
  await ask('late@example.com')
  await mail.open()

  await mail.mailTo('late@example.com')
  await allSent()

  expect(mail.mails.map(({ to }) => to?.[0]?.address)).toEqual(['late@example.com'])
})

test.each<[object, string]>([
  [{ email: 'nobody' }, 'email'],
  [{ browser: 'short' }, 'browser'],
])('a request with %j is refused', async (body, field) => {
  const { visitor } = await startWithCodes()

  const reply = await visitor.post(asking, { email: 'a@example.com', browser: newBrowser(), ...body })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0].loc).toEqual(['body', field])
})

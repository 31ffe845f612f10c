import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Username } from '#contract/accounts/auth.schemas.ts'
import { password, startApp } from '#server/testing/app.ts'
import { startGoogle } from '#server/testing/google.ts'
import { eventually } from '#server/testing/mail-server.ts'

const url = '/api/users/auth/google'
const malee = { sub: '1001', email: 'malee@example.com' }

async function startWithGoogle(env: Record<string, string> = {}) {
  const google = await startGoogle()
  const started = await startApp({ ...google.env, ...env }, { worker: true })
  const signIn = async (claims: Record<string, unknown>) =>
    started.visitor.post(url, { token: await google.tokenFor(claims, started.clock.now) })
  return { ...started, google, signIn }
}

test('a new Google user gets an account and a session', async () => {
  const { signIn, visitor, as } = await startWithGoogle({ SMTP_URL: 'smtp://127.0.0.1:9' })

  const reply = await signIn(malee)
  const session = reply.json()
  const profile = await as({ ...session, access: session.access_token }).get('/api/users/profile')
  const renewed = await visitor.post('/api/token/refresh', { refresh: session.refresh_token })

  expect(reply.statusCode).toBe(200)
  expect(session).toMatchObject({ username: 'maleesrisuk', status: 'Attendee', picture: '', image_url: '' })
  expect(profile.json()).toMatchObject({
    email: 'malee@example.com',
    first_name: 'Malee',
    last_name: 'Srisuk',
    phone_number: '',
    birth_date: null,
  })
  expect(renewed.statusCode).toBe(200)
})

test("an account is found by Google's permanent id, even after its address changed", async () => {
  const { signIn } = await startWithGoogle()
  const first = (await signIn(malee)).json()

  const moved = (await signIn({ ...malee, email: 'new@example.com' })).json()
  const other = (await signIn({ sub: '1002', email: 'new@example.com' })).json()

  expect(moved.id).toBe(first.id)
  expect(other.id).not.toBe(first.id)
})

test('ten first sign-ins at once make one account', async () => {
  const { signIn, db } = await startWithGoogle()

  const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(malee)))

  expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1)
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(1)
})

test('an account with a verified address keeps its password and sessions', async () => {
  const { signIn, as, visitor, addUser, db } = await startWithGoogle()
  const person = await addUser({ email: 'Malee@Example.com' })
  await db.pool.query('UPDATE users SET email_verified_at = now()')

  const reply = await signIn(malee)

  expect(reply.json().id).toBe(person.id)
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
  expect((await visitor.post('/api/users/login', { username: person.username, password })).statusCode).toBe(200)
})

test('an account with an unverified address loses its password and sessions', async () => {
  const { signIn, as, visitor, addUser } = await startWithGoogle()
  const squatter = await addUser({ email: 'malee@example.com' })

  const reply = await signIn(malee)

  expect(reply.json().id).toBe(squatter.id)
  expect((await as(squatter).get('/api/users/profile')).statusCode).toBe(401)
  expect((await visitor.post('/api/token/refresh', { refresh: squatter.refresh })).statusCode).toBe(401)
  expect((await visitor.post('/api/users/login', { username: squatter.username, password })).statusCode).toBe(400)
  await eventually(async () => {
    expect((await visitor.get('/operator/mails')).body).toContain('You signed in to Ruam with Google')
  })
})

test.each([
  ['for another site', { aud: 'another.apps.example' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that has expired', { exp: 1_700_000_000 }],
  ['that is not valid yet', { nbf: 4_000_000_000 }],
  ['without an address', { email: undefined }],
  ['without an account', { sub: undefined }],
])('a token %s is refused', async (_, claims) => {
  const { signIn, db } = await startWithGoogle()

  const reply = await signIn({ ...malee, ...claims })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().detail).toBe('Authentication failed. Please try again.')
  expect((await db.pool.query('SELECT FROM users')).rowCount).toBe(0)
})

test('an address that Google has not verified is refused', async () => {
  const { signIn } = await startWithGoogle()

  expect((await signIn({ ...malee, email_verified: false })).json().code).toBe('google_email_unverified')
})

test('altered, foreign, unsigned and missing tokens are refused', async () => {
  const { google, visitor, clock } = await startWithGoogle()
  const other = await startGoogle({ ownKey: true })
  const good = await google.tokenFor(malee, clock.now)
  const [head = '', body = ''] = good.split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
  const forged = await other.tokenFor({ ...malee, iss: google.env.GOOGLE_ISSUER }, clock.now)

  for (const token of [`${head}.${body}.AAAA`, forged, unsigned, 'a.b.c', 'nonsense', '', good.slice(0, -9)]) {
    const reply = await visitor.post(url, { token })

    expect(reply.statusCode).toBe(400)
  }
  expect((await visitor.post(url, {})).json().error).toBe('Authentication failed. Please try again.')
})

test.each(['that refuse connections', 'that say nothing', 'that are broken'])(
  'keys %s give 503, with words for a person',
  async (how) => {
    const { google, ...other } = await startWithGoogle()
    const token = await google.tokenFor(malee, other.clock.now)
    const server = createServer((_, response) => {
      if (how === 'that are broken') response.end('<html>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const stop = () => {
      server.closeAllConnections()
      server.close()
    }
    if (how === 'that refuse connections') stop()
    else onTestFinished(stop)
    const { visitor } = await startApp({ ...google.env, GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/jwks` })

    // They never respond: waiting for them would never end.
    const reply = await visitor.post(url, { token })

    expect(reply.statusCode).toBe(503)
    expect(reply.json().detail).toMatch(/Google cannot be reached/)
    expect(reply.headers['retry-after']).toBeDefined()
  },
)

test('without a client id the call does not exist', async () => {
  const { visitor } = await startApp()

  expect((await visitor.post(url, { token: 'a.b.c' })).statusCode).toBe(404)
})

async function startWithPeople() {
  const google = await startGoogle()
  const started = await startApp(google.env)
  let made = 0
  /** Somebody new, who is signed in. */
  const come = async (claims: Record<string, unknown>) => {
    made += 1
    const token = await google.tokenFor(
      { sub: String(made), email: `address${made}@example.com`, ...claims },
      started.clock.now,
    )
    const session = (await started.visitor.post('/api/users/auth/google', { token })).json()
    return { ...session, access: session.access_token }
  }
  const rename = (person: { id: number; access: string }, username: string) =>
    started.as(person as never).patch(`/api/users/edit-profile/${person.id}`, { username })
  return { ...started, come, rename }
}

test.each([
  ['the letters of the name', { given_name: 'Malee', family_name: 'Srisuk' }, /^maleesrisuk$/],
  ['letters without accents', { given_name: 'Renée', family_name: "D'Ål" }, /^reneedal$/],
  ['the letters of a Thai name', { given_name: 'น้ำฝน', family_name: 'ณ บางช้าง' }, /^น้ำฝนณบางช้าง$/],
  ['a neutral word and digits for a name of two letters', { given_name: 'Li', family_name: '' }, /^guest\d{4,}$/],
  ['the same where there is no name', { given_name: undefined, family_name: undefined }, /^guest\d{4,}$/],
  [
    'the given name where the whole is the address',
    { given_name: 'Malee', family_name: 'Srisuk', email: 'malee.srisuk1990@example.com' },
    /^malee$/,
  ],
  ['nothing of the address', { given_name: 'malee.s', family_name: '', email: 'malee.s@example.com' }, /^guest\d{4,}$/],
  ['no more than fits', { given_name: 'Ma'.repeat(140), family_name: 'X' }, /^(ma){50}$/],
])('a Google user gets a username made of %s', async (_, claims, username) => {
  const { come } = await startWithPeople()

  const person = await come(claims)

  expect(person.username).toMatch(username)
  expect(Username.safeParse(person.username).success).toBe(true)
})

test('people with the same name get different usernames', async () => {
  const { come } = await startWithPeople()

  const people = await Promise.all(Array.from({ length: 8 }, () => come({})))

  const usernames = people.map(({ username }) => username)
  expect(new Set(usernames).size).toBe(8)
  for (const username of usernames) expect(username).toMatch(/^maleesrisuk\d*$/)
})

test('a generated username can be changed once, to a free one', async () => {
  const { as, come, rename, addUser } = await startWithPeople()
  await addUser({ username: 'Taken' })
  const person = await come({})
  const profile = async () => (await as(person).get('/api/users/profile')).json()

  const taken = await rename(person, 'tAKEN')
  const signs = await rename(person, 'ma lee')
  const same = await rename(person, 'maleesrisuk')
  expect([taken, signs, same].map(({ statusCode }) => statusCode)).toEqual([400, 422, 200])
  expect((await profile()).username_changes_left).toBe(1)

  const first = await rename(person, 'malee.s')
  const second = await rename(person, 'malee.t')

  expect(first.json()).toMatchObject({ username: 'malee.s', username_changes_left: 0 })
  expect([second.statusCode, second.json().code]).toEqual([409, 'username_fixed'])
  expect((await profile()).username).toBe('malee.s')
  expect((await as(person).patch(`/api/users/edit-profile/${person.id}`, await profile())).statusCode).toBe(200)
})

test('of simultaneous changes one counts', async () => {
  const { come, rename } = await startWithPeople()
  const person = await come({})

  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => rename(person, `malee${n}`)))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7)
})

test('users who chose their username can change it again', async () => {
  const { as, addUser, rename } = await startWithPeople()
  const person = await addUser()

  for (const username of ['somchai', 'somsak', 'somchai']) expect((await rename(person, username)).statusCode).toBe(200)
  expect((await as(person).get('/api/users/profile')).json().username_changes_left).toBeNull()
})

test('a username from before version 45, the address, can be changed once', async () => {
  const { as, come, rename, addUser, db } = await startWithPeople()
  const [old, own] = [await come({ email: 'old@example.com' }), await addUser()]
  await db.pool.query('UPDATE users SET username = email WHERE id = $1', [old.id])
  await db.pool.query('UPDATE users SET username_changes_left = NULL')

  const migration = readFileSync(
    new URL('../../migrations/045-usernames-of-google-accounts.sql', import.meta.url),
    'utf8',
  )
  await db.pool.query(migration.slice(migration.indexOf('UPDATE')))

  expect((await rename(old, 'malee')).json()).toMatchObject({ username: 'malee', username_changes_left: 0 })
  expect((await rename(old, 'old@example.com')).json().code).toBe('username_fixed')
  expect((await as(own).get('/api/users/profile')).json().username_changes_left).toBeNull()
})

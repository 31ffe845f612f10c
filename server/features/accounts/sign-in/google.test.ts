import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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

test('whoever is new gets an account, and is signed in like by a password', async () => {
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

test('an account is known by its lasting name at Google, whatever happens to its address', async () => {
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

test('an account whose address was verified keeps its password and its sessions', async () => {
  const { signIn, as, visitor, addUser, db } = await startWithGoogle()
  const person = await addUser({ email: 'Malee@Example.com' })
  await db.pool.query('UPDATE users SET email_verified_at = now()')

  const reply = await signIn(malee)

  expect(reply.json().id).toBe(person.id)
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
  expect((await visitor.post('/api/users/login', { username: person.username, password })).statusCode).toBe(200)
})

test('an account whose address was never verified is taken over without its password and sessions', async () => {
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

test('tokens that are altered, signed by others, not signed, or none at all are refused', async () => {
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

    // Those that say nothing never will: whoever waited for them would never answer.
    const reply = await visitor.post(url, { token })

    expect(reply.statusCode).toBe(503)
    expect(reply.json().detail).toMatch(/Google cannot be reached/)
    expect(reply.headers['retry-after']).toBeDefined()
  },
)

test('without a client id there is no such call', async () => {
  const { visitor } = await startApp()

  expect((await visitor.post(url, { token: 'a.b.c' })).statusCode).toBe(404)
})

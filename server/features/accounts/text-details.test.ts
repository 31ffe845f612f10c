import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { startGoogle } from '#server/testing/google.ts'

/** The calls whose screens show `detail` as it is, whatever client they belong to. */
const calls = {
  forgot: { method: 'POST', url: '/api/users/forgot-password' },
  check: { method: 'GET', url: '/api/users/reset-password/1/nothing' },
  reset: { method: 'POST', url: '/api/users/reset-password/1' },
  google: { method: 'POST', url: '/api/users/auth/google' },
} as const

const reset = { token: 'nothing', new_password: 'short', confirm_password: 'other' }
const json = { 'content-type': 'application/json' }

/** Name, what is sent, and the status of the refusal. */
const refusals: [string, InjectOptions, number][] = [
  ['forgot-password without an email', { ...calls.forgot, payload: {} }, 422],
  ['forgot-password with no email', { ...calls.forgot, payload: { email: 7 } }, 422],
  ['reset-password without anything', { ...calls.reset, payload: {} }, 422],
  ['reset-password with two wrong passwords', { ...calls.reset, payload: reset }, 422],
  [
    'reset-password with a dead link',
    { ...calls.reset, payload: { ...reset, new_password: 'long enough 7', confirm_password: 'long enough 7' } },
    400,
  ],
  ['reset-password for nobody', { ...calls.reset, url: `${calls.reset.url}x`, payload: reset }, 404],
  ['a check of a link for nobody', { method: 'GET', url: '/api/users/reset-password/x/nothing' }, 404],
  ['a check of a link that is too long', { method: 'GET', url: `${calls.check.url}${'x'.repeat(300)}` }, 404],
  ['Google sign-in without a token', { ...calls.google, payload: {} }, 422],
  ['Google sign-in with a token that is none', { ...calls.google, payload: { token: 'none' } }, 400],
  ['Google sign-in with a token that is too long', { ...calls.google, payload: { token: 'x'.repeat(9_000) } }, 422],
  ...[calls.forgot, calls.reset, calls.google].flatMap((call): [string, InjectOptions, number][] => [
    [`${call.url} with an array`, { ...call, headers: json, payload: '[]' }, 422],
    [`${call.url} with JSON that ends early`, { ...call, headers: json, payload: '{"' }, 400],
    [`${call.url} with a body that is too large`, { ...call, payload: { email: 'x'.repeat(70_000) } }, 413],
    [`${call.url} with XML`, { ...call, headers: { 'content-type': 'application/xml' }, payload: '<a/>' }, 415],
  ]),
]

test('account calls refuse with `detail` as a text', async () => {
  const { app } = await startApp((await startGoogle()).env)

  for (const [name, request, status] of refusals) {
    const reply = await app.inject(request)

    expect([name, reply.statusCode]).toEqual([name, status])
    expect([name, reply.json().detail]).toEqual([name, reply.json().error])
    expect(reply.json().error).toMatch(/^[A-Z].*\.$/)
  }
})

test('invalid fields are listed beside the text', async () => {
  const { visitor } = await startApp()

  const refused = await visitor.post(calls.reset.url, reset)
  const google = await visitor.post(calls.google.url, { token: 'none' })

  const { error, problems } = refused.json()
  expect(problems).toMatchObject([
    { loc: ['body', 'new_password'], msg: error },
    { loc: ['body', 'confirm_password'], msg: 'Passwords do not match.' },
  ])
  expect(google.json()).not.toHaveProperty('problems')
})

test('a rate limit is reported as a text', async () => {
  const { app } = await startApp({ ...(await startGoogle()).env, RATE_LIMIT_SCALE: '0.001' })

  for (const [name, call] of Object.entries(calls)) {
    const ask = () => app.inject({ ...call, ...bodyOf(name) })
    let reply = await ask()
    for (let more = 0; more < 3 && reply.statusCode !== 429; more++) reply = await ask()

    expect([name, reply.statusCode]).toEqual([name, 429])
    expect(reply.json().detail).toMatch(/^Too many requests\. Please try again in \d+ (minutes|hours)\.$/)
  }
})

test('an unavailable database is reported as a text', async () => {
  const { ctx } = await startApp()
  const away = openDatabase('postgres://ruam@127.0.0.1:9/ruam', 2)
  const app = await buildApp({ ...ctx, db: away })
  onTestFinished(async () => {
    await app.close()
    await away.close()
  })

  for (const [name, call] of Object.entries(calls).filter(([name]) => name !== 'google')) {
    const reply = await app.inject({ ...call, ...bodyOf(name) })

    expect([name, reply.statusCode]).toEqual([name, 503])
    expect(reply.json().detail).toBe(reply.json().error)
  }
})

test('unavailable Google is reported as a text', async () => {
  const google = await startGoogle()
  const { visitor, clock } = await startApp(google.env)
  const token = await google.tokenFor({ sub: '1', email: 'one@example.com' }, clock.now)
  await google.stop()

  const reply = await visitor.post(calls.google.url, { token })

  expect(reply.statusCode).toBe(503)
  expect(reply.json().detail).toBe('Google cannot be reached right now. Please try again in a moment.')
})

test('other calls list invalid fields in `detail`', async () => {
  const { visitor } = await startApp()

  const reply = await visitor.post('/api/users/resend-verification', {})

  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'email'] }])
})

/** Calls that get as far as the database. */
function bodyOf(name: string): InjectOptions {
  const secret = { new_password: 'long enough 7', confirm_password: 'long enough 7' }
  if (name === 'check') return {}
  if (name === 'forgot') return { payload: { email: 'one@example.com' } }
  return { payload: name === 'reset' ? { ...reset, ...secret } : { token: 'none' } }
}

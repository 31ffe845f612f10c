import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { openReplica } from '#server/lib/postgres/replica.ts'
import { startApp } from '#server/testing/app.ts'

const login = '/api/users/login'
const json = { 'content-type': 'application/json' }

test('unknown paths below /api are a JSON 404, whatever the method', async () => {
  const { app } = await startApp()

  for (const method of ['GET', 'POST', 'DELETE', 'PATCH'] as const) {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/events/7/nothing', '/api/users/login/more']) {
      const reply = await app.inject({ method, url })

      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ code: 'not_found' })
    }
  }
})

test('a wrong method gets 405 with the allowed methods', async () => {
  const { app } = await startApp()

  for (const [method, url, allow] of [
    ['GET', '/api/users/login', 'POST'],
    ['DELETE', '/api/events/events?limit=1', 'GET, HEAD'],
    ['PATCH', '/api/events/drafts/', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/events/7/attendee-list.csv', 'GET, HEAD'],
    // These could be the numbers of an event and of a ticket.
    ['GET', '/api/events/create-event', 'POST'],
    ['PATCH', '/api/tickets/calendar-feed', 'DELETE, GET, HEAD, POST'],
    ['QUERY', '/api/users/profile', 'GET, HEAD'],
    ['TRACE', '/api/openapi.json', 'GET, HEAD'],
  ] as const) {
    const reply = await app.inject({ method: method as 'GET', url })

    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
    expect(reply.json()).toMatchObject({ code: 'method_not_allowed' })
  }
  const tooLong = await app.inject({ method: 'GET', url: `/api/users/verify-email/1/${'a'.repeat(201)}` })
  expect([tooLong.statusCode, tooLong.headers.allow]).toEqual([404, undefined])
})

test.each([
  ['JSON that ends early', json, '{"username": "a', 400],
  ['JSON that poisons prototypes', json, '{"__proto__": {"admin": true}}', 400],
  ['JSON other than an object', json, '[]', 422],
  ['JSON that is null', json, 'null', 422],
  ['deeply nested JSON', json, `{"a":${'['.repeat(30)}${']'.repeat(30)}}`, 400],
  ['a NUL byte', json, '{"username": "a\\u0000", "password": "b"}', 400],
  ['half a surrogate pair', json, '{"username": "\\ud800", "password": "b"}', 400],
  ['invalid UTF-8', json, Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
  ['a body over 64 KB', json, JSON.stringify({ username: 'a'.repeat(66_000) }), 413],
  ['plain text', { 'content-type': 'text/plain' }, 'username=a', 415],
  ['XML', { 'content-type': 'application/xml' }, '<a/>', 415],
  ['a multipart form without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 400],
  ['a multipart form that ends early', { 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\nContent-', 400],
  ['an empty body', json, '', 422],
  ['a body of only white space', json, ' \r\n', 400],
])('%s gets a clear refusal and never a 500', async (_, headers, payload, status) => {
  const { app } = await startApp()

  const reply = await app.inject({ method: 'POST', url: login, headers, payload })
  const { error, message, detail, code } = reply.json()

  expect(reply.statusCode).toBe(status)
  expect(message).toBe(error)
  expect(error).not.toMatch(/^(Bad Request|Unprocessable|Unsupported)/)
  expect(detail).toBeTruthy()
  expect(code).toMatch(/^[a-z_]+$/)
})

test.each([
  ['sixty fields', 60, 10, 0, 422],
  ['more than sixty fields', 61, 10, 0, 413],
  ['a field of 96 KB', 1, 98_304, 0, 422],
  ['a field of more than 96 KB', 1, 98_305, 0, 413],
  ['a file of 5 MB and a form', 10, 1_000, 5 * 1024 * 1024, 422],
  ['a file of more than 5 MB', 1, 10, 5 * 1024 * 1024 + 1, 413],
  ['more than 6 MB in all', 30, 60_000, 5 * 1024 * 1024, 413],
])('a chunked multipart form of %s is accepted or refused by its limits', async (_, fields, size, file, status) => {
  const { app, addOrganizer } = await startApp()
  const form = new FormData()
  for (let n = 0; n < fields; n++) form.set(`field${n}`, 'x'.repeat(size))
  if (file > 0) form.set('image', new File([Buffer.alloc(file)], 'a.png'))
  const { headers, body } = new Response(form)
  const authorization = `Bearer ${(await addOrganizer()).access}`

  const reply = await app.inject({
    method: 'POST',
    url: '/api/events/create-event',
    headers: { authorization, 'content-type': headers.get('content-type') ?? '', 'transfer-encoding': 'chunked' },
    payload: Readable.fromWeb(body as ReadableStream),
  })

  expect(reply.statusCode).toBe(status)
})

test('ids other than positive integers are 404', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  for (const id of ['abc', '-1', '0', '007', '1e3', '2147483648', '9'.repeat(199), '9'.repeat(5_000), '%00', '%zz']) {
    for (const url of [`/api/events/${id}`, `/api/tickets/${id}`, `/api/tickets/user/${id}`]) {
      const reply = await as(person).get(url)

      expect([400, 404]).toContain(reply.statusCode)
      expect(reply.json().error).not.toBe('')
    }
  }
})

test('of a query key given twice the last one counts', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent()
  await addEvent()

  expect((await visitor.get('/api/events/events?limit=x&limit=2&limit=1')).json()).toHaveLength(1)
})

test('every response has a request id and nosniff; API responses are not cached', async () => {
  const { visitor } = await startApp()

  const api = ['/api/events/events', '/api/nothing', '/api/users/profile', '/api/events/%zz']
  for (const url of [...api, '/assets/gone.js', '/manifest.webmanifest', '/operator/mails']) {
    const reply = await visitor.get(url)

    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    if (api.includes(url)) expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('an unreachable database gives 503 with Retry-After, without internals', async () => {
  const { ctx } = await startApp()
  const away = openDatabase('postgres://ruam@127.0.0.1:9/ruam', 2)
  const app = await buildApp({ ...ctx, db: away, replica: openReplica(away, ctx.settings) })

  const reply = await app.inject('/api/events/events')

  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBeDefined()
  expect(reply.body).not.toContain('ECONNREFUSED')
  await app.close()
  await away.close()
})

test('long responses are compressed as the caller accepts, short ones are not', async () => {
  const { app, addEvent } = await startApp()
  const { id } = await addEvent({ detailed_description: 'A night of long-tailed boats. '.repeat(200) })
  const read = (url: string, accepted: string) =>
    app.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } })

  const plain = await read(`/api/events/${id}`, 'identity')
  const brotli = await read(`/api/events/${id}`, 'gzip, br')
  const gzip = await read(`/api/events/${id}`, 'gzip')
  const short = await read('/api/nothing', 'gzip, br')

  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(short.headers).not.toHaveProperty('content-encoding')
  expect(short.json()).toMatchObject({ code: 'not_found' })
})

import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

/** Header lines, the bytes after the head, and the response statuses. `{like}` is replaced by another request. */
type Shape = [lines: string[], rest: string, statuses: number[]]

const chunked = 'Transfer-Encoding: chunked'
const smuggled = '0\r\n\r\n{like}'

/** Requests that a proxy and the server could parse differently, with the responses. None is ever read as two requests. */
const ambiguous: Record<string, Shape> = {
  'a length and chunks': [['Content-Length: 5', chunked], smuggled, [400]],
  'chunks and a length': [[chunked, 'Content-Length: 5'], smuggled, [400]],
  'two lengths': [['Content-Length: 0', 'Content-Length: 5'], smuggled, [400]],
  'two equal lengths in one': [['Content-Length: 5, 5'], smuggled, [400]],
  'a length with a plus': [['Content-Length: +5'], smuggled, [400]],
  'a length in hexadecimal': [['Content-Length: 0x5'], smuggled, [400]],
  'a length below zero': [['Content-Length: -1'], smuggled, [400]],
  'a length without end': [[`Content-Length: ${'9'.repeat(40)}`], smuggled, [400]],
  'a length before a blank': [['Content-Length : 5'], smuggled, [400]],
  'chunks before a blank': [['Transfer-Encoding : chunked'], smuggled, [400]],
  'chunks that are not the last': [['Transfer-Encoding: chunked, identity'], smuggled, [400]],
  'chunks of another name': [['Transfer-Encoding: xchunked'], smuggled, [400]],
  'chunks behind a vertical tab': [['Transfer-Encoding: \u000bchunked'], smuggled, [400]],
  'two hosts': [['Host: b'], '', [400]],
  'two equal hosts': [['Host: a'], '', [400]],
  'a folded line': [['X-A: b', ' Content-Length: 5'], smuggled, [400]],
  'a line that ends in a line feed alone': [['X-A: b\nContent-Length: 5'], smuggled, [400]],
  'a line with a carriage return': [['X-A: b\rContent-Length: 5'], smuggled, [400]],
  'a NUL in a line': [['X-A: b\0'], '', [400]],
  'a blank line before its colon': [[': b'], '', [400]],
  'a chunk whose size is no number': [[chunked], 'g\r\n{}\r\n0\r\n\r\n', [400]],
  'a chunk below zero': [[chunked], '-2\r\n{}\r\n0\r\n\r\n', [400]],
  'a chunk whose size is without end': [[chunked], `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`, [400]],
  'a chunk that is longer than it says': [[chunked], '1\r\n{}\r\n0\r\n\r\n', [400]],
  'a chunk with 20,000 letters of notes': [[chunked], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, [413]],
  'a head of 20,000 letters': [[`X-A: ${'b'.repeat(20_000)}`], '', [431]],
}

test('an ambiguous request is refused and never parsed as two (request smuggling)', async () => {
  const { exchange, like, likes } = await startServer()
  const answers: Record<string, unknown> = {}

  for (const [what, [lines, rest]] of Object.entries(ambiguous)) {
    answers[what] = statusesIn(await exchange(like(lines) + rest.replace('{like}', like([]))))
  }

  expect(answers).toEqual(
    Object.fromEntries(Object.entries(ambiguous).map(([what, [, , statuses]]) => [what, statuses])),
  )
  expect(await likes()).toBe(0)
  expect(statusesIn(await exchange(like(['Content-Length: 0'])))).toEqual([200])
  expect(await likes()).toBe(1)
})

test('malformed HTTP gets a regular refusal, and the connection is closed', async () => {
  const { exchange, like } = await startServer()

  const [unreadable, large] = [await exchange('nonsense\r\n\r\n'), await exchange(like([`X-A: ${'b'.repeat(20_000)}`]))]

  expect(partsOf(unreadable)).toEqual([expect.stringMatching(/^HTTP\/1.1 400 /), refusal('malformed')])
  expect(partsOf(large)).toEqual([expect.stringMatching(/^HTTP\/1.1 431 /), refusal('too_large')])
  for (const answer of [unreadable, large]) {
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  }
})

test('a connection that sends byte by byte is closed in time and blocks nobody', async () => {
  const { app, exchange, like } = await startServer()
  expect(app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 30_000 })
  app.server.headersTimeout = app.server.requestTimeout = 100

  const slow = [
    ...Array(20).fill(like([]).slice(0, 30)),
    ...Array(20).fill(`${like(['Content-Type: application/json', 'Content-Length: 9'])}{`),
  ].map(exchange)
  const other = exchange('GET /api/events/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

  expect(statusesIn(await other)).toEqual([200])
  for (const answer of await Promise.all(slow)) expect(partsOf(answer)[1]).toEqual(refusal('malformed'))
  expect(await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0)
})

const refusal = (code: string) => ({
  code,
  error: expect.any(String),
  message: expect.any(String),
  detail: expect.any(String),
})

/** The app, listening on its own address. */
async function startServer() {
  const { app, db, addEvent, addUser } = await startApp()
  const [event, person] = [await addEvent(), await addUser()]
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  /** Sends the bytes and returns everything received until the server closes the connection. */
  function exchange(bytes: string): Promise<string> {
    return new Promise((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
      socket.on('data', (data) => {
        answer += data
      })
      // The server may close the connection while the request is still being sent.
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answer))
    })
  }

  /** The head of a request to like the event. */
  function like(lines: string[]): string {
    const own = [`PUT /api/likes/${event.id}/toggle-like HTTP/1.1`, 'Host: a', 'Connection: close']
    return [...own, ...lines, `Authorization: Bearer ${person.access}`, '', ''].join('\r\n')
  }

  const likes = async () => (await db.pool.query('SELECT FROM likes')).rowCount
  return { app, exchange, like, likes }
}

const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

function partsOf(answer: string): [head: string, body: unknown] {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return [head, JSON.parse(body || 'null')]
}

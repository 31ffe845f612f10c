import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'

const megabyte = 1024 * 1024
const boundary = 'multipart/form-data; boundary=x'
const create = '/api/events/create-event'
const login = '/api/users/login'

const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
const file = (name: string) => `${part(name)}; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`

test.each([
  ['an unexpected file', create, boundary, file('other'), 64 * 1024, 'too_large', 7 * megabyte],
  ['an image', create, boundary, file('image'), 64 * 1024, 'image_too_large', 7 * megabyte],
  ['an image in chunks of a few bytes', create, boundary, file('image'), 16, 'too_large', 7 * megabyte],
  ['a field', create, boundary, `${part('event_name')}\r\n\r\n`, 64 * 1024, 'too_large', 7 * megabyte],
  ['a preamble before the first part', create, boundary, 'x', 64 * 1024, 'too_large', 7 * megabyte],
  ['JSON', create, 'application/json', '{"event_name": "', 4096, 'too_large', 2 * megabyte],
  ['JSON from a visitor', login, 'application/json', '{"username": "', 4096, 'too_large', 2 * megabyte],
  ['a form', login, 'application/x-www-form-urlencoded', 'username=', 4096, 'too_large', 2 * megabyte],
  ['an unsupported content type', login, 'text/plain', 'username=', 4096, 'wrong_content_type', 2 * megabyte],
])('%s without end is refused at the limit, and the connection closed', async (...given) => {
  const [, url, type, begin, size, code, most] = given
  const { organizer, listen } = await startServer()
  const { headers, body, taken } = await sendWithoutEnd(await listen(), url, type, begin, size, organizer)

  expect(headers).toMatch(code === 'wrong_content_type' ? /^HTTP\/1.1 415 / : /^HTTP\/1.1 413 /)
  expect(headers).toMatch(/connection: close/i)
  expect(body).toMatchObject({ code })
  expect(taken).toBeLessThan(most)
})

test('an endless body is not read if the sender may not make the call', async () => {
  const { listen } = await startServer()
  const { headers, body, taken } = await sendWithoutEnd(
    await listen(),
    create,
    boundary,
    file('image'),
    64 * 1024,
    null,
  )

  expect(headers).toMatch(/^HTTP\/1.1 401 /)
  expect(body).toMatchObject({ code: 'not_signed_in' })
  expect(taken).toBeLessThan(2 * megabyte)
})

test('an endless body is not read if the sender has no uploads left', async () => {
  const { ctx, organizer, listen } = await startServer({ RATE_LIMIT_SCALE: '1' })
  await ctx.limits.consume('upload_bytes', String(organizer.id), 60 * megabyte).catch(() => undefined)
  const address = await listen()
  const { headers, body, taken } = await sendWithoutEnd(address, create, boundary, file('image'), 64 * 1024, organizer)

  expect(headers).toMatch(/^HTTP\/1.1 429 /)
  expect(body).toMatchObject({ code: 'too_many_requests' })
  expect(taken).toBeLessThan(2 * megabyte)
})

test('a client that sends everything before reading still gets the refusal', async () => {
  const { organizer, listen } = await startServer()
  const { socket } = await listen()
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.pause()
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))

  socket.write(
    `POST ${create} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${organizer.access}\r\n` +
      `Content-Type: ${boundary}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(file('image'))}`,
  )
  for (let sent = 0; sent < 20 * megabyte; sent += megabyte) socket.write(chunk('x'.repeat(megabyte)))
  await sleep(500)
  socket.resume()
  await closed

  expect(answer).toMatch(/^HTTP\/1.1 413 /)
})

test('an upload aborted by the client logs no error', async () => {
  const log: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => log.push(String(line)) > 0)
  onTestFinished(() => spy.mockRestore())
  const { app, organizer, listen } = await startServer({ LOG_LEVEL: 'info' })
  const bodies = [`Content-Type: application/json\r\n\r\n{"a`, `Content-Type: ${boundary}\r\n\r\n${file('image')}`]

  for (const body of bodies) {
    const { socket } = await listen()
    const request = once(app.server, 'request')
    socket.write(
      `POST ${create} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${organizer.access}\r\nContent-Length: 9000\r\n${body}`,
    )
    const [{ socket: end }] = await request
    await sleep(100)
    const closed = new Promise((resolve) => end.once('close', resolve))
    socket.destroy()
    await closed
    await sleep(100)
  }

  expect(log.filter((line) => line.includes('stack'))).toEqual([])
})

test('refusing a complete body keeps the connection open', async () => {
  const { listen } = await startServer()
  const { socket } = await listen()
  const head = `POST ${create} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`

  for (const rest of ['Content-Length: 2\r\n\r\n{}', `Transfer-Encoding: chunked\r\n\r\n${chunk('{}')}0\r\n\r\n`]) {
    socket.write(head + rest)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /)
    expect(String(answer)).not.toMatch(/connection: close/i)
  }
  socket.destroy()
})

interface Connection {
  socket: Socket
  /** The server's end of the connection. */
  server: Promise<Socket>
}

async function startServer(env: Record<string, string> = {}) {
  const { app, ctx, addOrganizer } = await startApp(env)
  let isListening = false
  const organizer = await addOrganizer()
  // This test is about size; a slow machine would hit the timeout with very many chunks.
  app.server.requestTimeout = 0
  async function listen(): Promise<Connection> {
    if (!isListening) await app.listen({ port: 0, host: '127.0.0.1' })
    isListening = true
    const server = new Promise<Socket>((resolve) => app.server.once('connection', resolve))
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    return { socket, server }
  }
  return { app, ctx, organizer, listen }
}

/** Sends a body in chunks of `size` until the server has closed the connection, or 40 MB have left. */
async function sendWithoutEnd(
  { socket, server }: Connection,
  url: string,
  type: string,
  begin: string,
  size: number,
  sender: Person | null,
) {
  let answer = ''
  let open = true
  socket.on('data', (text) => {
    answer += text
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    open = false
  })
  const head = [
    `POST ${url} HTTP/1.1`,
    'Host: a',
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
    ...(sender ? [`Authorization: Bearer ${sender.access}`] : []),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${chunk(begin)}`)
  const piece = chunk('x'.repeat(size)).repeat(size === 16 ? 4_000 : 1)
  const end = await server
  for (let sent = 0; open && sent < 40 * megabyte; sent += piece.length) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    else await sleep(0)
  }
  for (let wait = 0; wait < 500 && !end.destroyed; wait++) await sleep(10)

  const [headers = '', body = ''] = answer.split('\r\n\r\n')
  expect(end.destroyed).toBe(true)
  return { headers, body: JSON.parse(body || 'null'), taken: end.bytesRead }
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

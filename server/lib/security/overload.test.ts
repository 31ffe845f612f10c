import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { callInside, createApi } from '#server/lib/http/api.ts'
import { mountHealth } from '#server/lib/operation/metrics.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually } from '#server/testing/mail-server.ts'

/** A server that refuses calls after a short delay, and counts session lookups. */
async function startImpatient() {
  const { ctx } = await startApp()
  let lookedUp = 0
  const authenticate = async () => {
    lookedUp += 1
    throw new Error('nobody is known here')
  }
  const api = await createApi(ctx, authenticate, { maxLagMs: 200, recoveryMs: 1_500, startGraceMs: 0 })
  mountHealth(api, ctx)
  api.post(applyToEvent.url, (_, reply) => reply.code(201).send())
  api.get('/events', { config: { access: 'visitor' } }, (_, reply) => reply.send('a list'))
  const app = api as unknown as FastifyInstance
  onTestFinished(() => app.close())
  const here = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = (path: string, headers: Record<string, string> = {}) => fetch(here + path, { headers })
  return { app, get, here, lookedUp: () => lookedUp }
}

/** Blocks the event loop. */
function holdLoop(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('a late event loop refuses calls before the session lookup, and recovers soon', async () => {
  const { app, get, here, lookedUp } = await startImpatient()
  expect((await get('/events')).status).toBe(200)
  holdLoop(500)

  await eventually(async () => expect((await get('/health/ready')).status).toBe(503))
  const [signedIn, page, live, application, inside] = await Promise.all([
    get('/events', { authorization: 'Bearer token' }),
    get('/events', { accept: 'text/html,*/*' }),
    get('/health/live'),
    fetch(here + applyToEvent.url.replace(':eventId', '1'), { method: 'POST' }),
    app.inject('/events'),
  ])

  expect(signedIn.status).toBe(503)
  expect(await signedIn.json()).toMatchObject({ code: 'overloaded', detail: expect.stringContaining('again') })
  expect(signedIn.headers.get('retry-after')).toBe('2')
  expect(lookedUp()).toBe(0)
  expect([page.status, page.headers.get('refresh'), await page.text()]).toEqual([
    503,
    '2',
    'The site is very busy right now. Please try again in a moment.',
  ])
  expect(live.status).toBe(200)
  expect(application.status).toBe(201)
  expect(inside.statusCode).toBe(200)
  await eventually(async () => expect((await get('/events')).status).toBe(200))
})

test('a shutdown finishes admitted requests with their inner calls, and refuses new ones', async () => {
  const { ctx } = await startApp()
  const api = await createApi(ctx, async () => {
    throw new Error('nobody is known here')
  })
  const gate = new EventEmitter()
  api.get('/events', (_, reply) => reply.send('a list'))
  api.get('/page', async () => {
    await once(gate, 'open')
    return (await callInside(app, { url: '/events' })).body
  })
  const app = api as unknown as FastifyInstance
  onTestFinished(() => app.close())
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  const answers = text(socket)
  const ask = async (path: string, accept: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`)
    await once(app.server, 'request')
  }

  await ask('/page', 'text/html')
  const closing = app.close()
  await eventually(() => expect(app.server.listening).toBe(false))
  await ask('/events', 'application/json')
  gate.emit('open')
  await closing

  const [page = '', refusal = ''] = (await answers).split(/(?<!^)(?=HTTP\/1)/)
  expect(page).toMatch(/^HTTP\/1.1 200 .*a list$/s)
  expect(refusal).toMatch(/^HTTP\/1.1 503 .*retry-after: 2.*"code":"unavailable"/s)
  expect(refusal).toContain('x-content-type-options: nosniff')
})

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookMessage } from '#contract/webhooks.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { isOutside } from '#server/lib/security/outside.ts'
import { startApp } from '#server/testing/app.ts'
import { formOf, picture } from '#server/testing/pictures.ts'
import { selectDueWebhooks } from './webhooks.repository.ts'
import { sendMessages } from './webhooks.service.ts'

const webhooks = '/api/organizers/webhooks'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver that responds with the statuses of `answers` in turn, then 204. */
async function startReceiver(answers: number[] = []) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    const status = answers.shift() ?? 204
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

/** An organizer with an event and a webhook. `send` sends due messages. */
async function startWithWebhook(answers: number[] = [], { worker = false } = {}) {
  const started = await startApp({ WEBHOOKS_INSIDE: 'true' }, { worker })
  const receiver = await startReceiver(answers)
  const owner = await started.addOrganizer()
  const event = await started.addEvent({ max_attendee: 1 }, owner)
  const { id, secret } = (await started.as(owner).post(webhooks, { url: receiver.url })).json()
  const send = () => sendMessages(started.ctx, id, new AbortController().signal)
  /** A new session, because moving the clock expires the old one. */
  const logIn = async () => started.as({ ...owner, ...(await start(started.ctx, owner.id, undefined)) })
  const messages = async (): Promise<WebhookMessage[]> =>
    (await (await logIn()).get(`${webhooks}/${id}/messages`)).json()
  return { ...started, ...receiver, owner, event, id: id as number, secret: secret as string, logIn, send, messages }
}

test('applying, checking in, withdrawing and editing each send a signed message', async () => {
  const { as, owner, event, addUser, received, secret } = await startWithWebhook([], { worker: true })
  const [first, second] = [await addUser(), await addUser()]
  const apply = async (person: typeof first) =>
    (await as(person).post(`/api/tickets/event/${event.id}/register`, { wait: true })).json()
  const ticket = await apply(first)
  await expect.poll(() => received).toHaveLength(2)
  const waiting = await apply(second)
  await as(first).delete(`/api/tickets/${ticket.id}/cancel`)
  await as(owner).patch(`/api/events/${event.id}/edit`, { event_name: 'Another night' })
  const scan = { scan_id: randomUUID(), code: waiting.ticket_number, scanned_at: '2026-11-21T03:00:00Z', let_in: false }
  await as(owner).post(`/api/events/${event.id}/check-ins`, { device: 'Gate', scans: [scan] })
  await expect.poll(() => received).toHaveLength(7)

  const verifier = new Verifier(secret)
  const sent = received.map(({ headers, body }) => {
    // The package refuses old messages, and the test's clock is not the real one.
    const at = Number(headers['webhook-timestamp'])
    expect(verifier.sign(String(headers['webhook-id']), new Date(at * 1_000), body)).toBe(headers['webhook-signature'])
    return JSON.parse(body)
  })
  const seen = sent.map(({ type, data }) => `${type} ${data.application?.id ?? data.event.event_name}`)
  expect(seen.sort()).toEqual(
    [
      `application.created ${ticket.id}`,
      `ticket.issued ${ticket.id}`,
      `application.created ${waiting.id}`,
      `application.ended ${ticket.id}`,
      `ticket.issued ${waiting.id}`,
      `ticket.checked_in ${waiting.id}`,
      'event.changed Another night',
    ].sort(),
  )
  expect(sent[0].data.application).toMatchObject({ ticket_number: ticket.ticket_number, status: 'ACTIVE' })
})

test('an edit is reported at its time; one without a change and what is no edit are not', async () => {
  const { clock, event, logIn, messages } = await startWithWebhook()
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const owner = await logIn()
  const url = `/api/events/${event.id}`

  await owner.put(`${url}/comments/closed`, { closed: true })
  await owner.put(`${url}/comments/closed`, { closed: false })
  await owner.put(`${url}/comments/closed`, { closed: false })
  await owner.post(`${url}/codes`, { code: 'EARLY', percent: 10 })
  await owner.post(`${url}/dates`, { starts: ['2027-01-05T12:00:00Z'] })
  await owner.patch(`${url}/edit`, { event_name: event.event_name })
  expect(await messages()).toEqual([])

  const edited = await owner.patch(`${url}/edit`, { event_name: 'Another night' })
  expect(edited.json().has_codes).toBe(true)
  expect(edited.json().series_id).not.toBeNull()
  expect(await messages()).toMatchObject([{ type: 'event.changed', created_at: clock.now.toISOString() }])
})

test('an edit of fields and picture together is one change and one message, as is one of the picture alone', async () => {
  const { app, as, owner, event, messages } = await startWithWebhook()
  const url = `/api/events/${event.id}`
  const edit = async (fields: Record<string, string>) => {
    const payload = formOf({ ...fields, image: await picture(1200, 630).png().toBuffer() })
    const headers = { authorization: `Bearer ${owner.access}` }
    return (await app.inject({ method: 'PATCH', url: `${url}/edit`, headers, payload })).json()
  }
  const before = (await as(owner).get(url)).json()

  const edited = await edit({ event_name: 'Another night' })
  expect(edited).toMatchObject({ event_name: 'Another night', version: before.version + 1 })
  expect(edited.event_image).not.toBe(before.event_image)
  expect(await messages()).toHaveLength(1)

  expect(await edit({})).toMatchObject({ event_name: 'Another night', version: before.version + 2 })
  expect(await messages()).toHaveLength(2)
})

test("an application comes before its tickets, and its guests' tickets name it", async () => {
  const { as, owner, addUser, addEvent, received, send } = await startWithWebhook()
  const start_date_event = '2026-11-28T03:00:00.000Z'
  const event = await addEvent({ max_party: 4, start_date_event }, owner)
  const guests = ['Malee', 'Somchai', 'Nok'].map((name) => ({ name }))
  const { id, register_date } = (
    await as(await addUser()).post(`/api/tickets/event/${event.id}/register`, { guests })
  ).json()
  await send()

  const sent = received.map(({ body }) => JSON.parse(body))
  expect(sent.map(({ type, data }) => [type, data.application.party_of])).toEqual([
    ['application.created', null],
    ['ticket.issued', null],
    ['ticket.issued', id],
    ['ticket.issued', id],
    ['ticket.issued', id],
  ])
  expect(sent[0].data).toMatchObject({
    event: { start_date_event },
    application: { register_date, used_at: null },
  })
})

test('a receiver with many messages gives way to others, picked at random', async () => {
  const { as, ctx, clock, id, owner, url, event, addUser, received } = await startWithWebhook()
  const other = (await as(owner).post(webhooks, { url })).json()
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)

  const firsts = await Promise.all(Array.from({ length: 40 }, () => selectDueWebhooks(ctx.db, [], clock.now, 1)))
  await sendMessages(ctx, id, new AbortController().signal, 0)

  expect(new Set(firsts.flat())).toEqual(new Set([id, other.id]))
  expect(received).toHaveLength(1)
})

test('a failed message is sent again after a pause, with the same id', async () => {
  const { as, clock, event, addUser, received, send, messages } = await startWithWebhook([500, 302, 404])
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await send()
  const failed = (await messages()).find(({ answer_status }) => answer_status === 500)
  expect(received).toHaveLength(2)

  for (const minutes of [0.1, 0.1, 1, 5]) {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    await send()
  }

  expect((await messages()).map(({ answer_status }) => answer_status)).toEqual([204, 204])
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect(ids.filter((id) => id === failed?.id).length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(2)
})

test('a message that failed for a day is given up, and can be sent again', async () => {
  const { as, db, clock, event, id, addUser, received, logIn, send, messages } = await startWithWebhook(
    Array.from({ length: 20 }, () => 503),
  )
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await db.pool.query(`DELETE FROM webhook_messages WHERE type = 'ticket.issued'`)
  for (let hours = 0; hours < 30; hours++) {
    await send()
    clock.now = new Date(clock.now.getTime() + 3_600_000)
  }
  const [message] = await messages()
  expect(message).toMatchObject({ attempts: 10, answer_status: 503, next_attempt_at: null })

  const replayed = await (await logIn()).post(`${webhooks}/${id}/messages/${message?.id}/replay`)
  expect(replayed.json()).toMatchObject({ attempts: 0, next_attempt_at: clock.now.toISOString() })
  await send()
  expect(received).toHaveLength(11)
})

test('events of other organizers send nothing', async () => {
  const { as, addUser, addEvent, messages } = await startWithWebhook()
  const other = await addEvent()
  await as(await addUser()).post(`/api/tickets/event/${other.id}/register`)

  expect(await messages()).toEqual([])
})

test("addresses in the server's own network are refused, even behind a host name", async () => {
  const { as, addOrganizer } = await startApp()
  const owner = as(await addOrganizer())
  const inside = [
    'http://127.0.0.1/',
    'http://localhost:8000/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::1]/',
    'http://no-such-host.invalid/',
  ]

  for (const url of inside) {
    const reply = await owner.post(webhooks, { url })
    expect([url, reply.statusCode, reply.json().code]).toEqual([url, 400, 'webhook_address_refused'])
  }
  expect((await owner.post(webhooks, { url: 'ftp://example.com/' })).statusCode).toBe(422)
  expect((await owner.post(webhooks, { url: '' })).statusCode).toBe(422)
  expect((await owner.post(webhooks, { url: 'https://93.184.216.34/hook' })).statusCode).toBe(201)
  expect(isOutside('8.8.8.8')).toBe(true)
})

test("a host name that later resolves into the server's network is not called", async () => {
  const { as, db, ctx, owner, id, event, addUser, received, send, messages } = await startWithWebhook()
  ctx.settings.WEBHOOKS_INSIDE = false
  await db.pool.query('UPDATE webhooks SET url = $1 WHERE id = $2', ['http://localhost:9/', id])
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await send()

  expect(received).toEqual([])
  expect((await messages())[0]).toMatchObject({ answer_status: 0, answer: 'The address is in a private network.' })
  expect((await as(owner).get(webhooks)).json()).toMatchObject([{ id, waiting: 2, last_status: 0 }])
})

test('an organizer has at most five webhooks, and sees only their own', async () => {
  const { as, addOrganizer } = await startApp({ WEBHOOKS_INSIDE: 'true' })
  const [owner, rival] = [as(await addOrganizer()), as(await addOrganizer())]
  const url = 'http://127.0.0.1:9/'
  const added = await Promise.all(Array.from({ length: 7 }, () => owner.post(webhooks, { url })))

  expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
  const [first] = (await owner.get(webhooks)).json()
  expect(first).not.toHaveProperty('secret')
  expect((await rival.delete(`${webhooks}/${first.id}`)).json().code).toBe('webhook_not_found')
  expect((await owner.delete(`${webhooks}/${first.id}`)).statusCode).toBe(204)
  expect((await owner.get(webhooks)).json()).toHaveLength(4)
})

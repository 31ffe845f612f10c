import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Context } from '#server/lib/context.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'

const lists = ['/api/events/events', '/api/events/events?fields=card', '/api/events/events?current=true&sort=soonest']

/** An event, the URLs that visitors request, and a way to rename it without an announcement. */
async function startEvent(given: Parameters<Awaited<ReturnType<typeof startApp>>['addEvent']>[0] = {}) {
  const started = await startApp()
  const { id, owner } = await started.addEvent({ event_name: 'Before', ...given })
  const rename = (name: string) => started.db.run(sql`UPDATE events SET event_name = ${name} WHERE id = ${id}`)
  return { ...started, id, owner, rename, url: `/api/events/${id}`, card: `/api/events/${id}/card` }
}

/** Resolves once the process has received all announcements made so far. It must have shared a response before. */
async function allReceived({ announcer }: Context): Promise<void> {
  const received = new Set<number>()
  const subscription = announcer.subscribe({
    onChange: (id, whose) => {
      if (whose === 'announced') received.add(id)
    },
    onListening: () => undefined,
  })
  let noEvent = 0
  /** Announcements made before the process listens are lost, so this repeats them. */
  async function announceUntilReceived() {
    do {
      noEvent -= 1
      announcer.announce(noEvent)
      await announcer.flush()
      await vi.waitUntil(() => received.has(noEvent)).catch(() => undefined)
    } while (!received.has(noEvent))
  }
  await announceUntilReceived()
  // It listens now; this announcement arrives after everything sent when listening began.
  await announceUntilReceived()
  await subscription.close()
}

test('visitors share a response for a second; signed-in users get their own', async () => {
  const { ctx, visitor, as, owner, addUser, clock, rename, url, card } = await startEvent()
  await visitor.get(url)
  await allReceived(ctx)
  const asked = [url, card, ...lists, '/api/events/categories', '/api/events/tags', '/api/events/days?month=2026-11']
  const before = await Promise.all(asked.map((one) => visitor.get(one)))
  await rename('After')

  for (const [n, one] of asked.entries()) expect((await visitor.get(one)).body).toBe(before[n]?.body)
  for (const person of [owner, await addUser()]) {
    for (const one of [url, card, ...lists]) expect((await as(person).get(one)).body).toContain('After')
  }
  clock.now = new Date(clock.now.getTime() + 1_000)
  for (const one of [url, card, ...lists]) expect((await visitor.get(one)).body).toContain('After')
})

test('an event’s numbers are read once a second for all visitors, and separately for each user', async () => {
  const { ctx, visitor, as, owner, db, clock, id } = await startEvent({ max_attendee: 5 })
  const url = `/api/events/${id}/live/now`
  await visitor.get(url)
  await allReceived(ctx)
  const before = await visitor.get(url)
  await db.run(sql`UPDATE event_seats SET capacity = 7 WHERE event_id = ${id}`)

  expect((await visitor.get(url)).body).toBe(before.body)
  expect((await as(owner).get(url)).json().max_attendee).toBe(7)
  clock.now = new Date(clock.now.getTime() + 1_000)
  expect((await visitor.get(url)).json().max_attendee).toBe(7)
})

test('a signed-in user’s response is not shared', async () => {
  const { as, owner, visitor, id } = await startEvent({ meeting_link: 'https://meet.example.com/abc', is_online: true })
  const [url, list] = [`/api/events/${id}`, '/api/events/events']

  for (const one of [url, list]) expect((await as(owner).get(one)).body).toContain('meet.example.com')
  for (const one of [url, list]) expect((await visitor.get(one)).body).not.toContain('meet.example.com')
  for (const one of [url, list]) expect((await as(owner).get(one)).body).toContain('meet.example.com')
  const forged = await visitor.get(url)
  expect(forged.headers['cache-control']).toBe('no-store')
})

test('an expired token is refused where visitors share a response', async () => {
  const { app, visitor, url } = await startEvent()
  await visitor.get(url)

  const reply = await app.inject({ method: 'GET', url, headers: { authorization: 'Bearer ended' } })

  expect(reply.statusCode).toBe(401)
})

test('visitors never see a private event, even just after its owner and guests read it', async () => {
  const { as, visitor, owner, id, url, card } = await startEvent({ visibility: 'PRIVATE' })
  const asked = [url, card, ...lists, '/api/events/categories']
  const { link_key: key } = (await as(owner).get(url)).json()
  for (const one of asked) await as(owner).get(one)
  expect((await visitor.get(`${url}?link=${key}`)).statusCode).toBe(200)

  for (const one of asked) expect((await visitor.get(one)).body).not.toContain('Before')
  expect((await visitor.get(url)).statusCode).toBe(404)
  expect((await visitor.get(`${url}?link=wrong`)).statusCode).toBe(404)
  expect((await visitor.get(`/api/events/events?link=${key}`)).body).not.toContain('Before')
  expect((await visitor.get(`${url}?link=${key}`)).json()).toMatchObject({ id })
})

test('a guest’s own response includes unannounced changes', async () => {
  const { ctx, as, visitor, owner, url, rename } = await startEvent({ visibility: 'PRIVATE' })
  const byLink = `${url}?link=${(await as(owner).get(url)).json().link_key}`
  await visitor.get(url)
  await allReceived(ctx)
  await visitor.get(byLink)
  await rename('After')

  expect((await visitor.get(byLink)).body).toContain('After')
})

test('adding, editing, hiding, calling off or deleting an event shows at once', async () => {
  const { as, visitor, owner, addEvent, addUser, id, url, card } = await startEvent()
  const shown = async () => {
    const replies = await Promise.all([url, card, ...lists].map((one) => visitor.get(one)))
    return replies.map(({ body }) => /Before|After|Second/.exec(body)?.[0] ?? null)
  }
  expect(await shown()).toEqual(Array(5).fill('Before'))

  const edit = (change: object) => as(owner).patch(`${url}/edit`, change)
  await edit({ event_name: 'After' })
  expect(await shown()).toEqual(Array(5).fill('After'))
  await edit({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  expect(await shown()).toEqual(Array(5).fill(null))
  await edit({ visibility: 'PUBLIC' })
  expect(await shown()).toEqual(Array(5).fill('After'))

  await as(await addUser()).post(`/api/tickets/event/${id}/register`)
  expect((await as(owner).delete(`/api/organizers/delete-event/${id}`)).statusCode).toBe(200)
  expect(await shown()).toEqual(Array(5).fill(null))

  const second = await addEvent({ event_name: 'Second' }, owner)
  expect((await visitor.get(lists[0] ?? '')).body).toContain('Second')
  await as(owner).delete(`/api/organizers/delete-event/${second.id}`)
  expect((await visitor.get(lists[0] ?? '')).body).toBe('[]')
})

test('a seat taken or given back in this process shows in the next response', async () => {
  const { as, visitor, addUser, id, url, card } = await startEvent({ max_attendee: 5 })
  const person = await addUser()
  const taken = async () => {
    const [event, ofCard, list] = await Promise.all([url, card, '/api/events/events'].map((one) => visitor.get(one)))
    return [event?.json().current_attendees, ofCard?.json().current_attendees, list?.json()[0].current_attendees]
  }
  expect(await taken()).toEqual([0, 0, 0])

  const ticket = (await as(person).post(`/api/tickets/event/${id}/register`)).json()
  expect(await taken()).toEqual([1, 1, 1])
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)

  expect(await taken()).toEqual([0, 0, 0])
})

test('a seat taken in another process shows once it was announced', async () => {
  const { addServer, addUser, visitor, id, url } = await startEvent()
  const other = await addServer()
  const taken = async () => (await visitor.get(url)).json().current_attendees
  expect(await taken()).toBe(0)

  await other.as(await addUser()).post(`/api/tickets/event/${id}/register`)

  await expect.poll(taken).toBe(1)
  await other.as(await addUser()).post(`/api/tickets/event/${id}/register`)
  await expect.poll(taken).toBe(2)
})

test('an event begins on the second, and X-Server-Time is never shared', async () => {
  const { visitor, clock, url } = await startEvent()
  const event = (await visitor.get(url)).json()
  const read = async (at: number) => {
    clock.now = new Date(at)
    const [one, listed] = [await visitor.get(url), await visitor.get('/api/events/events?status=ONGOING')]
    expect(one.headers['x-server-time']).toBe(String(at))
    return [one.json().status, listed.json().length]
  }
  const start = Date.parse(event.start_date_event)

  expect(await read(start - 1_000)).toEqual(['UPCOMING', 0])
  expect(await read(start - 1)).toEqual(['UPCOMING', 0])
  expect(await read(start)).toEqual(['ONGOING', 1])
  expect(await read(Date.parse(event.end_date_event))).toEqual(['COMPLETED', 0])
})

test('a shared response has the usual headers and an ETag', async () => {
  const { as, visitor, addUser, addEvent, owner } = await startEvent()
  await addEvent({}, owner)
  const url = '/api/events/events?limit=1'
  const own = await as(await addUser()).get(url)
  const [first, second] = [await visitor.get(url), await visitor.get(url)]

  for (const shared of [first, second]) {
    const { etag, ...headers } = shared.headers
    expect(Object.keys(headers).sort()).toEqual(Object.keys(own.headers).sort())
    expect(headers).toMatchObject({ link: own.headers.link, 'x-total-count': '2', 'cache-control': 'no-store' })
    expect(headers['content-type']).toBe(own.headers['content-type'])
    expect(etag).toMatch(/^"[\w-]+"$/)
  }
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
})

test('an unchanged response is a short 304', async () => {
  const { app, url, as, owner } = await startEvent()
  const ask = (headers: Record<string, string>) => app.inject({ method: 'GET', url, headers })
  const { etag = '' } = (await ask({})).headers as { etag?: string }

  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const reply = await ask({ 'if-none-match': tags, 'accept-encoding': 'br' })
    expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag])
  }
  expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  await as(owner).patch(`${url}/edit`, { event_name: 'After' })
  expect((await ask({ 'if-none-match': etag })).body).toContain('After')
})

test('a shared response can be compressed, and requested with HEAD', async () => {
  const { app, url } = await startEvent({ detailed_description: 'A night of long-tailed boats. '.repeat(200) })
  const ask = (method: 'GET' | 'HEAD', encoding: string) =>
    app.inject({ method, url, headers: { 'accept-encoding': encoding } })
  const plain = await ask('GET', 'identity')

  for (const brotli of [await ask('GET', 'gzip, br'), await ask('GET', 'gzip, br')]) {
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
  }
  const head = await ask('HEAD', 'identity')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(String(plain.rawPayload.length))
})

test('invalid calls and missing events are refused as on any other route', async () => {
  const { visitor, url } = await startEvent()

  for (const [bad, status] of [
    ['/api/events/events?limit=0', 422],
    ['/api/events/events?search=%00', 400],
    ['/api/events/abc', 404],
    ['/api/events/987654', 404],
    ['/api/events/%2e%2e', 404],
  ] as const) {
    for (let n = 0; n < 2; n += 1) expect((await visitor.get(bad)).statusCode).toBe(status)
  }
  expect((await visitor.get(`${url}/`)).statusCode).toBe(200)
})

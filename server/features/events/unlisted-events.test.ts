import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'

async function startUnlisted(env: Record<string, string> = {}) {
  const started = await startApp(env)
  const { id, owner } = await started.addEvent({ visibility: 'PRIVATE' })
  const url = `/api/events/${id}`
  const key: string = (await started.as(owner).get(url)).json().link_key
  return { ...started, id, owner, url, key, byLink: `${url}?link=${key}` }
}

/** Every call that names an event, as somebody who does not own it makes them. */
const calls: [string, (caller: Caller, id: number) => ReturnType<Caller['get']>][] = [
  ['read it', (caller, id) => caller.get(`/api/events/${id}`)],
  ['like it', (caller, id) => caller.put(`/api/likes/${id}/toggle-like`)],
  ['bookmark it', (caller, id) => caller.put(`/api/bookmarks/${id}/toggle-bookmark`)],
  ['apply for it', (caller, id) => caller.post(`/api/tickets/event/${id}/register`)],
  ['list its applicants', (caller, id) => caller.get(`/api/events/${id}/attendee-list`)],
  ['download its applicants', (caller, id) => caller.get(`/api/events/${id}/attendee-list.csv`)],
  ['edit it', (caller, id) => caller.patch(`/api/events/${id}/edit`, { event_name: 'Mine' })],
  ['upload its image', (caller, id) => caller.post(`/api/events/${id}/upload/event-image`, {})],
  ['delete it', (caller, id) => caller.delete(`/api/organizers/delete-event/${id}`)],
  ['open its door', (caller, id) => caller.get(`/api/events/${id}/door`)],
  ['list its door links', (caller, id) => caller.get(`/api/events/${id}/door-links`)],
]

test.each(calls)('a stranger cannot tell an unlisted event from a missing one: %s', async (_, ask) => {
  const { as, visitor, addUser, addOrganizer, id } = await startUnlisted()

  for (const caller of [visitor, as(await addUser()), as(await addOrganizer())]) {
    const [there, missing] = [await ask(caller, id), await ask(caller, id + 1_000)]

    expect(there.statusCode).toBe(missing.statusCode)
    expect(there.body).toBe(missing.body)
    expect([401, 404]).toContain(there.statusCode)
  }
})

test('the key opens the event to a visitor; a wrong one counts as none', async () => {
  const { visitor, url, key, byLink } = await startUnlisted()
  const missing = (await visitor.get('/api/events/987654')).body

  expect((await visitor.get(byLink)).json()).toMatchObject({ visibility: 'PRIVATE', link_key: '' })
  const wrong = ['', 'x', key.slice(1), `${key}x`, key.toLowerCase(), 'x'.repeat(5_000), `${key}&link=x`, '%27']
  for (const link of wrong) {
    const reply = await visitor.get(`${url}?link=${link}`)

    expect([reply.statusCode, reply.body]).toEqual([404, missing])
  }
  expect((await visitor.get(url)).body).toBe(missing)
  expect((await visitor.get(`${url}/card?link=${key}`)).json()).toMatchObject({ visibility: 'PRIVATE', link_key: '' })
  expect((await visitor.get(`${url}/card?link=x`)).body).toBe(missing)
})

test('a key has at least 128 bits and is unique', async () => {
  const { addEvent, db, owner, key } = await startUnlisted()
  await addEvent({}, owner)

  const { rows } = await db.pool.query('SELECT link_key FROM events')

  expect(key).toMatch(/^[\w-]{24}$/)
  expect(new Set(rows.map((row) => row.link_key)).size).toBe(2)
})

test('a user who opened the link finds the event by its number from then on', async () => {
  const { as, addUser, db, id, url, byLink } = await startUnlisted()
  const guest = await addUser()
  expect((await as(guest).get(url)).statusCode).toBe(404)

  expect((await as(guest).get(byLink)).statusCode).toBe(200)
  expect((await as(guest).get(byLink)).statusCode).toBe(200)

  expect((await as(guest).get(url)).json()).toMatchObject({ id, link_key: '' })
  expect((await as(guest).put(`/api/likes/${id}/toggle-like`)).statusCode).toBe(200)
  expect((await as(guest).put(`/api/bookmarks/${id}/toggle-bookmark`)).statusCode).toBe(200)
  expect((await as(guest).get('/api/bookmarks/my-favorite')).json()).toMatchObject([{ id, link_key: '' }])
  const ticket = await as(guest).post(`/api/tickets/event/${id}/register`)
  expect(ticket.statusCode).toBe(201)
  expect((await as(guest).get(`/api/events/${id}/attendee-list`)).json()).toHaveLength(1)
  await as(guest).delete(`/api/tickets/${ticket.json().id}/cancel`)
  expect((await as(guest).get(url)).statusCode).toBe(200)
  expect((await db.pool.query('SELECT FROM event_guests')).rowCount).toBe(1)
})

test('a wrong key does not remember the user', async () => {
  const { as, addUser, db, url, key } = await startUnlisted()
  const stranger = await addUser()

  await as(stranger).get(`${url}?link=${key}x`)
  await as(stranger).post(`${url.replace('events', 'tickets/event')}/register?link=${key}`)

  expect((await as(stranger).get(url)).statusCode).toBe(404)
  expect((await db.pool.query('SELECT FROM event_guests')).rowCount).toBe(0)
})

test('only the owner gets the key, on the event and in My Events', async () => {
  const { as, visitor, addUser, addEvent, owner, key, byLink } = await startUnlisted()
  const listed = await addEvent({}, owner)
  const guest = await addUser()
  const answers = [
    await as(owner).get('/api/events/events'),
    await as(guest).get(byLink),
    await as(guest).get('/api/events/events'),
    await visitor.get(byLink),
  ]

  for (const answer of answers) expect(answer.body).not.toContain(key)
  const own = (await as(owner).get('/api/events/my-events')).json()
  expect(own.map((event: { link_key: string }) => event.link_key)).toEqual(['', key])
  expect((await as(owner).get(`/api/events/${listed.id}`)).json().link_key).toBe('')
  const edited = await as(owner).patch(`/api/events/${listed.id}/edit`, { visibility: 'PRIVATE' })
  expect(edited.json().link_key).toMatch(/^[\w-]{24}$/)
})

test('the key opens only unlisted events that are not called off', async () => {
  const { as, visitor, addUser, owner, id, url, byLink } = await startUnlisted()
  const [holder, guest] = [await addUser(), await addUser()]
  for (const person of [holder, guest]) await as(person).get(byLink)
  await as(holder).post(`/api/tickets/event/${id}/register`)

  await as(owner).patch(`${url}/edit`, { allowed_email_domains: 'ku.th' })
  expect((await visitor.get(byLink)).statusCode).toBe(404)
  expect((await as(guest).get(byLink)).statusCode).toBe(404)
  expect((await as(guest).post(`/api/tickets/event/${id}/register`)).statusCode).toBe(404)

  await as(owner).patch(`${url}/edit`, { allowed_email_domains: '' })
  expect((await visitor.get(byLink)).statusCode).toBe(200)
  await as(owner).delete(`/api/organizers/delete-event/${id}`)
  expect((await visitor.get(byLink)).statusCode).toBe(404)
  expect((await as(guest).get(byLink)).statusCode).toBe(404)
  expect((await as(holder).get(url)).json().is_called_off).toBe(true)
})

test('people who know an event keep it when it becomes unlisted', async () => {
  const { as, visitor, addUser, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const [former, liker, bookmarker, stranger] = await Promise.all([1, 2, 3, 4].map(() => addUser()))
  if (!former || !liker || !bookmarker || !stranger) throw new Error('Nobody is there.')
  const ticket = (await as(former).post(`/api/tickets/event/${id}/register`)).json()
  await as(former).delete(`/api/tickets/${ticket.id}/cancel`)
  await as(liker).put(`/api/likes/${id}/toggle-like`)
  await as(bookmarker).put(`/api/bookmarks/${id}/toggle-bookmark`)

  await as(owner).patch(`/api/events/${id}/edit`, { visibility: 'PRIVATE' })

  for (const person of [owner, former, liker, bookmarker]) {
    expect((await as(person).get(`/api/events/${id}`)).statusCode).toBe(200)
  }
  expect((await as(former).post(`/api/tickets/event/${id}/register`)).statusCode).toBe(201)
  for (const caller of [visitor, as(stranger)]) expect((await caller.get(`/api/events/${id}`)).statusCode).toBe(404)
})

test('people who knew an unlisted event before there were keys keep it', async () => {
  const { as, addUser, db, id, url, byLink } = await startUnlisted()
  const [known, stranger] = [await addUser(), await addUser()]
  await as(known).get(byLink)
  await as(known).put(`/api/likes/${id}/toggle-like`)
  await db.pool.query('DELETE FROM event_guests')

  const migration = readFileSync(new URL('../../migrations/046-unlisted-events.sql', import.meta.url), 'utf8')
  await db.pool.query(migration.slice(migration.indexOf('INSERT')))

  expect((await as(known).get(url)).statusCode).toBe(200)
  expect((await as(stranger).get(url)).statusCode).toBe(404)
})

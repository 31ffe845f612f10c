import { expect, test } from 'vitest'
import { type Caller, type Person, startApp } from '#server/testing/app.ts'
import { eventFields, everyField } from '#server/testing/event-fields.ts'

const editUrl = (id: number) => `/api/events/${id}/edit`
const apply = (id: number) => `/api/tickets/event/${id}/register`
const day = 24 * 3_600_000

test('an edit changes only what is sent', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent({ tags: 'river,music', max_attendee: 30, address: 'Sathorn Pier' })
  const before = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  clock.now = new Date(clock.now.getTime() + 60_000)

  const reply = await as(event.owner).patch(editUrl(event.id), { event_name: 'River Night', tags: '' })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    ...before,
    event_name: 'River Night',
    tags: '',
    updated_at: clock.now.toISOString(),
    version: before.version + 1,
  })
  expect((await as(event.owner).get(`/api/events/${event.id}/`)).json()).toEqual(reply.json())
})

test('every field can be edited', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent()
  const changes = eventFields(new Date(clock.now.getTime() + day), everyField)

  const reply = await as(event.owner).patch(editUrl(event.id), changes)

  expect(reply.json()).toMatchObject(changes)
})

test('a whole event can be sent back; read-only fields stay', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  await as(await addUser()).post(apply(event.id))
  const before = (await as(event.owner).get(`/api/events/${event.id}`)).json()

  const reply = await as(event.owner).patch(editUrl(event.id), {
    ...before,
    id: 99,
    user_id: 99,
    status: 'COMPLETED',
    is_verified: true,
    is_called_off: true,
    current_attendees: 0,
    event_image: '/pictures/other.webp',
    updated_at: '2020-01-01T00:00:00Z',
    organizer: { ...before.organizer, is_verified: true },
    engagement: { total_likes: 99, total_bookmarks: 99 },
  })

  expect(reply.json()).toEqual(before)
})

test('a text that looks like a time is changed too, also if it means the same time', async () => {
  const { as, addEvent } = await startApp()
  const event = await addEvent({ description: '2027-01-10T18:00Z' })
  const description = '2027-01-10T18:00:00Z'

  const reply = await as(event.owner).patch(editUrl(event.id), { description })

  expect(reply.json().description).toBe(description)
})

test('a blank form field clears optional fields and is refused for required ones', async () => {
  const { app, as, addEvent } = await startApp()
  const event = await addEvent({
    max_attendee: 5,
    contact_phone: '02 123 4567',
    is_free: false,
    ticket_price: 90,
    payment_words: 'Cash',
  })
  const send = (fields: Record<string, string>, multipart: boolean) => {
    const body = multipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const encoded = new Response(body)
    return encoded.text().then((payload) =>
      app.inject({
        method: 'PATCH',
        url: `${editUrl(event.id)}/`,
        headers: {
          authorization: `Bearer ${event.owner.access}`,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        payload,
      }),
    )
  }

  const cleared = await send({ max_attendee: '', contact_phone: '', ticket_price: '120.50', image: '' }, true)
  const urlencoded = await send({ is_free: 'true', max_attendee: '7' }, false)
  const refused = await send({ event_name: '' }, true)
  const noCategory = await send({ category: '' }, false)
  const nothing = await send({}, true)

  expect(cleared.json()).toMatchObject({ max_attendee: null, contact_phone: '', ticket_price: 120.5, is_free: false })
  expect(cleared.json().payment_words).toBe('Cash')
  expect(urlencoded.json()).toMatchObject({ is_free: true, ticket_price: 0, payment_words: '', max_attendee: 7 })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toEqual([expect.objectContaining({ loc: ['body', 'event_name'] })])
  expect(noCategory.json().error).toBe('Select an option')
  expect(nothing.json()).toMatchObject({ max_attendee: 7 })
  expect((await as(event.owner).get(`/api/events/${event.id}`)).json().event_name).toBe('Bangkok JavaScript Night')
})

test('edited dates are checked together with unchanged ones', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent()
  const { start_date_event } = eventFields(clock.now)

  const reply = await as(event.owner).patch(editUrl(event.id), { end_date_event: start_date_event })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0].loc).toEqual(['body', 'end_date_event'])
})

test('an event of last year can be edited, but changed dates must be in range', async () => {
  const { as, db, addEvent } = await startApp()
  const event = await addEvent()
  const before = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  await db.pool.query(
    `UPDATE events SET start_date_register = start_date_register - interval '1 year',
       end_date_register = end_date_register - interval '1 year', start_date_event = start_date_event - interval '1 year'
     WHERE id = $1`,
    [event.id],
  )

  const corrected = await as(event.owner).patch(editUrl(event.id), { description: 'Corrected.' })
  const moved = await as(event.owner).patch(editUrl(event.id), { start_date_event: '2025-11-01T00:00:00Z' })
  const renewed = await as(event.owner).patch(editUrl(event.id), { start_date_event: before.start_date_event })

  expect(corrected.json()).toMatchObject({ description: 'Corrected.', status: 'ONGOING' })
  expect(moved.json().detail[0].loc).toEqual(['body', 'start_date_event'])
  expect(renewed.json()).toMatchObject({ start_date_event: before.start_date_event, status: 'UPCOMING' })
})

test('an edit clears fields that no longer apply', async () => {
  const { as, addEvent } = await startApp()
  const event = await addEvent({
    is_free: false,
    ticket_price: 100,
    visibility: 'PRIVATE',
    allowed_email_domains: 'ku.th',
    is_online: true,
    meeting_link: 'https://meet.example.com/abc',
  })

  const reply = await as(event.owner).patch(editUrl(event.id), {
    is_free: true,
    visibility: 'PUBLIC',
    is_online: false,
  })

  expect(reply.json()).toMatchObject({ ticket_price: 0, allowed_email_domains: '', meeting_link: '' })
})

test('two simultaneous edits of different fields both survive', async () => {
  const { as, addEvent } = await startApp()
  const event = await addEvent()

  await Promise.all([
    ...Array.from({ length: 5 }, () => as(event.owner).patch(editUrl(event.id), { event_name: 'Renamed' })),
    ...Array.from({ length: 5 }, () => as(event.owner).patch(editUrl(event.id), { tags: 'moved' })),
  ])

  expect((await as(event.owner).get(`/api/events/${event.id}`)).json()).toMatchObject({
    event_name: 'Renamed',
    tags: 'moved',
  })
})

test('my events are the organizer’s own, also private ones, newest first', async () => {
  const { as, addEvent, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const first = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' }, owner)
  const second = await addEvent({ category: 'CONCERT' }, owner)
  await addEvent()
  const ids = async (person: Person, query = '') =>
    (await as(person).get(`/api/events/my-events${query}`)).json().map((event: { id: number }) => event.id)

  expect(await ids(owner, '/')).toEqual([second.id, first.id])
  expect(await ids(owner, '?category=CONCERT')).toEqual([second.id])
  expect((await as(owner).get('/api/events/my-events?limit=1')).headers).toMatchObject({
    'x-total-count': '2',
    link: '</api/events/my-events?sort=newest&limit=1&cursor=after_1795230000000000_2>; rel="next"',
  })
  expect(await ids(await addOrganizer())).toEqual([])
})

test('a moved start keeps the previous one until it is moved back; other edits do not touch it', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent()
  const inDays = (days: number) => new Date(clock.now.getTime() + days * day).toISOString()
  const edit = async (change: object) => (await as(event.owner).patch(editUrl(event.id), change)).json()
  const { start_date_event: first } = await edit({ event_name: 'River Night', end_date_event: inDays(9) })

  expect(await edit({})).toMatchObject({ start_date_event: first, previous_start_date: null })
  expect(await edit({ start_date_event: inDays(8) })).toMatchObject({ previous_start_date: first })
  expect(await edit({ event_name: 'Night' })).toMatchObject({ previous_start_date: first })
  expect(await edit({ start_date_event: inDays(8.5) })).toMatchObject({ previous_start_date: inDays(8) })
  expect(await edit({ start_date_event: inDays(8) })).toMatchObject({ previous_start_date: null })
})

/** The status that each role gets about an event with domains, which only owner and holder may see. Other events:
 *  server/rights.long.test.ts. */
const calls: [call: string, make: (caller: Caller, eventId: number) => ReturnType<Caller['get']>][] = [
  ['edit', (caller, id) => caller.patch(`/api/events/${id}/edit`, { tags: 'changed' })],
  ['event-image', (caller, id) => caller.post(`/api/events/${id}/upload/event-image/`)],
  ['attendee-list', (caller, id) => caller.get(`/api/events/${id}/attendee-list`)],
  ['attendee-list.csv', (caller, id) => caller.get(`/api/events/${id}/attendee-list.csv`)],
  ['delete-event', (caller, id) => caller.delete(`/api/organizers/delete-event/${id}`)],
]

const expected: Record<string, Record<string, number>> = {
  visitor: { edit: 401, 'event-image': 401, 'attendee-list': 401, 'attendee-list.csv': 401, 'delete-event': 401 },
  'a token that expired': {
    edit: 401,
    'event-image': 401,
    'attendee-list': 401,
    'attendee-list.csv': 401,
    'delete-event': 401,
  },
  'Bearer undefined': {
    edit: 401,
    'event-image': 401,
    'attendee-list': 401,
    'attendee-list.csv': 401,
    'delete-event': 401,
  },
  stranger: { edit: 404, 'event-image': 404, 'attendee-list': 404, 'attendee-list.csv': 404, 'delete-event': 404 },
  holder: { edit: 403, 'event-image': 403, 'attendee-list': 200, 'attendee-list.csv': 403, 'delete-event': 403 },
  'other organizer': {
    edit: 404,
    'event-image': 404,
    'attendee-list': 404,
    'attendee-list.csv': 404,
    'delete-event': 404,
  },
  // Without a file the image is 422, which says that the owner may.
  owner: { edit: 200, 'event-image': 422, 'attendee-list': 200, 'attendee-list.csv': 200, 'delete-event': 200 },
}

test('calls on a private event answer each role by the matrix', async () => {
  const { app, as, visitor, db, addEvent, addUser, addOrganizer } = await startApp()
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const holder = await addUser({ email: 'holder@ku.th' })
  await db.pool.query('UPDATE users SET email_verified_at = now()')
  await as(holder).post(`/api/tickets/event/${event.id}/register`)
  const [stranger, otherOrganizer] = [await addUser(), await addOrganizer()]
  const bearer = (token: string) => withBearer(app, token)
  const callers: Record<string, Caller> = {
    visitor,
    'a token that expired': bearer(`${event.owner.access.slice(0, -2)}xx`),
    'Bearer undefined': bearer('undefined'),
    stranger: as(stranger),
    holder: as(holder),
    'other organizer': as(otherOrganizer),
    owner: as(event.owner),
  }

  for (const [role, caller] of Object.entries(callers)) {
    for (const [call, make] of calls) {
      const reply = await make(caller, event.id)
      const status = expected[role]?.[call]
      expect([role, call, reply.statusCode]).toEqual([role, call, status])
      if (reply.statusCode === 404) expect(reply.json()).toEqual((await make(caller, 987_654)).json())
    }
  }
})

type App = Awaited<ReturnType<typeof startApp>>['app']

function withBearer(app: App, token: string): Caller {
  const inject = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) })
  return {
    get: (url) => inject('GET', url),
    post: (url, body) => inject('POST', url, body),
    put: (url, body) => inject('PUT', url, body),
    patch: (url, body) => inject('PATCH', url, body),
    delete: (url) => inject('DELETE', url),
  }
}

test('a limit below the tickets held is refused; an equal one is accepted', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  for (const person of [await addUser(), await addUser()]) await as(person).post(apply(event.id))
  const seen = async () => (await as(event.owner).get(`/api/events/${event.id}`)).json()

  const below = await as(event.owner).patch(editUrl(event.id), { max_attendee: 1, event_name: 'Smaller' })
  expect(below.statusCode).toBe(409)
  expect(below.json().code).toBe('capacity_below_held')
  expect(await seen()).toMatchObject({ max_attendee: 5, event_name: 'Bangkok JavaScript Night' })

  expect((await as(event.owner).patch(editUrl(event.id), { max_attendee: 2 })).statusCode).toBe(200)
  expect((await as(await addUser()).post(apply(event.id))).json().code).toBe('event_full')
  expect((await as(event.owner).patch(editUrl(event.id), { max_attendee: 0 })).json().max_attendee).toBeNull()
  expect((await as(await addUser()).post(apply(event.id))).statusCode).toBe(201)
})

test('30 capacity edits mixed with 200 applications never exceed the last capacity', async () => {
  const { as, addEvent, addUser, db } = await startApp()
  const event = await addEvent({ max_attendee: 40 })
  const people = await Promise.all(Array.from({ length: 200 }, () => addUser()))
  const accepted: { at: string; capacity: number }[] = []
  const edit = async (capacity: number) => {
    const reply = await as(event.owner).patch(editUrl(event.id), { max_attendee: capacity })
    if (reply.statusCode === 200) accepted.push({ at: reply.json().updated_at, capacity })
    return reply
  }

  const edits: Promise<unknown>[] = []
  const replies = await Promise.all(
    people.map(async (person, n) => {
      if (n % 7 === 0) edits.push(edit(20 + ((n * 13) % 41)))
      return as(person).post(apply(event.id))
    }),
  )
  const answers = await Promise.all(edits)
  await edit(60)
  const last = await edit(20 + ((answers.length * 13) % 41))

  const seen = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  const { rows } = await db.pool.query(`SELECT count(*)::int AS held FROM tickets WHERE status <> 'CANCELLED'`)
  expect(answers).toHaveLength(29)
  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(rows[0].held)
  expect(replies.every((reply) => [201, 409].includes(reply.statusCode))).toBe(true)
  expect(seen.current_attendees).toBe(rows[0].held)
  expect(seen.current_attendees).toBeLessThanOrEqual(seen.max_attendee)
  expect(seen.max_attendee).toBe(last.statusCode === 200 ? last.json().max_attendee : 60)
  expect([200, 409]).toContain(last.statusCode)
})

const hour = 3_600_000

test('an organizer lists and searches their own upcoming and past events', async () => {
  const { as, addEvent, clock } = await startApp()
  const at = (hours: number) => ({
    start_date_register: new Date(clock.now.getTime() - 100 * hour).toISOString(),
    end_date_register: new Date(clock.now.getTime() + (hours - 1) * hour).toISOString(),
    start_date_event: new Date(clock.now.getTime() + hours * hour).toISOString(),
    end_date_event: new Date(clock.now.getTime() + (hours + 2) * hour).toISOString(),
  })
  const { owner } = await addEvent({ event_name: 'River concert', ...at(48) })
  await addEvent({ event_name: 'Chess evening', visibility: 'PRIVATE', ...at(24) }, owner)
  await addEvent({ event_name: 'River walk', ...at(-24) }, owner)
  await addEvent({ event_name: 'River of others', ...at(24) })
  const names = async (query: string) => {
    const reply = await as(owner).get(`/api/events/my-events?fields=card&${query}`)
    return reply.json().map(({ event_name }: { event_name: string }) => event_name)
  }

  expect(await names('current=true&sort=soonest')).toEqual(['Chess evening', 'River concert'])
  expect(await names('status=COMPLETED&sort=latest')).toEqual(['River walk'])
  expect(await names('current=true&sort=soonest&search=river')).toEqual(['River concert'])
  expect(await names('status=COMPLETED&sort=latest&search=river')).toEqual(['River walk'])
})

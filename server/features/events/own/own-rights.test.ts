import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'

/** Who gets which answer. `private` is an event with domains of which only owner and holder know. */
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
  stranger: { edit: 403, 'event-image': 403, 'attendee-list': 403, 'attendee-list.csv': 403, 'delete-event': 403 },
  holder: { edit: 403, 'event-image': 403, 'attendee-list': 200, 'attendee-list.csv': 403, 'delete-event': 403 },
  'other organizer': {
    edit: 403,
    'event-image': 403,
    'attendee-list': 403,
    'attendee-list.csv': 403,
    'delete-event': 403,
  },
  // Without a file the image is 422, which says that the owner may.
  owner: { edit: 200, 'event-image': 422, 'attendee-list': 200, 'attendee-list.csv': 200, 'delete-event': 200 },
}

test.each(['PUBLIC', 'PRIVATE'] as const)(
  'the calls on a %s event answer each role as the matrix says',
  async (visibility) => {
    const { app, as, visitor, db, addEvent, addUser, addOrganizer } = await startApp()
    const isPrivate = visibility === 'PRIVATE'
    const event = await addEvent({ visibility, ...(isPrivate ? { allowed_email_domains: 'ku.th' } : {}) })
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
      const knows = !['stranger', 'other organizer'].includes(role)
      for (const [call, make] of calls) {
        const reply = await make(caller, event.id)
        const status = expected[role]?.[call]
        expect([role, call, reply.statusCode]).toEqual([role, call, isPrivate && !knows ? 404 : status])
        if (reply.statusCode === 404) expect(reply.json()).toEqual((await make(caller, 987_654)).json())
      }
    }
  },
)

test('my events are for organizers only', async () => {
  const { as, visitor, addUser, addOrganizer } = await startApp()

  expect((await visitor.get('/api/events/my-events')).statusCode).toBe(401)
  expect((await as(await addUser()).get('/api/events/my-events')).json().code).toBe('organizers_only')
  expect((await as(await addOrganizer()).get('/api/events/my-events')).statusCode).toBe(200)
})

test('an event that never was is a 404 for each of the calls', async () => {
  const { as, addOrganizer } = await startApp()
  const organizer = as(await addOrganizer())

  for (const id of ['987654', '0', '-1', 'abc', '99999999999999999999', '%00']) {
    for (const [, make] of calls) {
      const reply = await make(organizer, id as unknown as number)
      expect([id, reply.statusCode]).toEqual([id, 404])
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

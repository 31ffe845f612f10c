import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'

/** Who gets which answer on an event with domains, of which only owner and holder know. Other events: server/rights.test.ts. */
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

test('the calls on a private event answer each role as the matrix says', async () => {
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

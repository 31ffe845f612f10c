import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEvent } from '#contract/events/own-events.ts'

import { password, startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { startDoor } from '#server/testing/door.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { openPage } from '#server/testing/live.ts'

const url = '/api/users/deletion'
const proof = { current_password: password }

test('deleting while others apply neither oversells nor loses a seat', async () => {
  const { as, addUser, addEvent, addServer, db } = await startApp()
  const event = await addEvent({ max_attendee: 12 })
  const people = await Promise.all(Array.from({ length: 24 }, () => addUser()))
  const second = await addServer()
  const apply = `/api/tickets/event/${event.id}/register`
  for (const person of people.slice(0, 6)) await as(person).post(apply)

  const replies = await Promise.all([
    ...people.slice(0, 12).map((person) => second.as(person).post(url, proof)),
    ...people.map((person, place) => (place % 2 ? as(person) : second.as(person)).post(apply)),
  ])

  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.slice(0, 12).every((status) => status === 200)).toBe(true)
  expect(statuses.slice(24).every((status) => status === 201 || status === 409)).toBe(true)
  expect(statuses.slice(12, 24).every((status) => [201, 401, 404, 409].includes(status))).toBe(true)
  const { rows } = await db.pool.query(`
    SELECT taken, (SELECT count(*)::int FROM tickets WHERE status <> 'CANCELLED') AS held,
           (SELECT count(*)::int FROM tickets WHERE status <> 'CANCELLED' AND user_id IS NULL) AS of_nobody
    FROM event_seats`)
  expect(rows[0]).toEqual({ taken: rows[0].held, held: rows[0].held, of_nobody: 0 })
  expect(rows[0].held).toBeLessThanOrEqual(12)
})

test('two simultaneous deletions delete once', async () => {
  const { as, addUser, addEvent, db } = await startApp()
  const [person, event] = [await addUser(), await addEvent()]
  await as(person).post(`/api/tickets/event/${event.id}/register`)

  const replies = await Promise.all([1, 2, 3].map(() => as(person).post(url, proof)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
  expect((await db.pool.query('SELECT taken FROM event_seats')).rows).toEqual([{ taken: 0 }])
})

test('actions during a deletion are done or refused, and leave nothing behind', async () => {
  const { as, addOrganizer, addUser, addEvent, clock, db } = await startApp()
  const [event, other] = [await addEvent(), await addUser()]
  const thread = await addComment(as(other), event.id)

  for (let round = 0; round < 5; round++) {
    const person = await addOrganizer()
    const own = await addComment(as(person), event.id)
    const replies = await Promise.all([
      as(person).put(`/api/likes/${event.id}/toggle-like`),
      as(person).put(`/api/bookmarks/${event.id}/toggle-bookmark`),
      as(person).post(`/api/comments/write-comment/${event.id}`, { content: 'Bye', parent_id: thread.id }),
      as(other).post(`/api/comments/write-comment/${event.id}`, { content: 'Why?', parent_id: own.id }),
      as(person).post(`/api/comments/${thread.id}/report`, {}),
      as(person).post(url, proof),
      as(person).patch(`/api/users/edit-profile/${person.id}`, { last_name: 'Other' }),
      as(person).get('/api/users/profile'),
    ])
    expect(replies.map(({ statusCode, body }) => (statusCode < 500 ? '' : body)).filter(Boolean)).toEqual([])
    expect(replies[5]?.statusCode).toBe(200)
    for (const table of ['likes', 'bookmarks', 'comment_reports', 'comments', 'sessions']) {
      expect((await db.pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [person.id])).rowCount).toBe(0)
    }
  }
  const publisher = await addOrganizer()
  const [published, deleted] = await Promise.all([
    as(publisher).post(createEvent.url, eventFields(clock.now)),
    as(publisher).post(url, proof),
  ])
  // An event published in time blocks the deletion; a later one is refused.
  const outcomes = [
    [201, 409],
    [401, 200],
    [403, 200],
  ]
  expect(outcomes).toContainEqual([published.statusCode, deleted.statusCode])
})

test("an offline check-in of a deleted account's ticket is decided as cancelled", async () => {
  const { as, addHolder, scanOf, send, event } = await startDoor()
  const { person, code } = await addHolder()
  const scan = scanOf(code, { let_in: true })

  await as(person).post(url, proof)
  const { results } = await send([scan])

  expect(results[0]).toMatchObject({ verdict: 'cancelled', ticket: { fullname: 'Deleted account' } })
  const [entry] = (await as(event.owner).get(`/api/events/${event.id}/double-entries`)).json()
  expect(entry).toMatchObject({ fullname: 'Deleted account', verdict: 'cancelled' })
})

test('deleting during a check-in leaves the ticket used or cancelled, and counts right', async () => {
  const { as, addHolder, scanOf, send, visitor, event, db } = await startDoor()
  const holders = await Promise.all(Array.from({ length: 6 }, () => addHolder()))

  await Promise.all(
    holders.flatMap(({ person, code }) => [
      as(person).post(url, proof),
      send([scanOf(code, { scan_id: randomUUID() })]),
    ]),
  )

  const { rows } = await db.pool.query(`SELECT status, user_id, fullname FROM tickets`)
  expect(rows).toHaveLength(6)
  expect(rows.every(({ status, user_id }) => ['USED', 'CANCELLED'].includes(status) && user_id === null)).toBe(true)
  const used = rows.filter(({ status }) => status === 'USED').length
  expect((await visitor.get(`/api/events/${event.id}`)).json().current_attendees).toBe(used)
  const door = (await as(event.owner).get(`/api/events/${event.id}/door`)).json()
  expect(door).toMatchObject({ held: used, checked_in: used })
})

test("open pages and doors learn of a deletion, and the person's stream ends", async () => {
  const { app, as, addHolder, event, clock } = await startDoor()
  const { person, ticket } = await addHolder()
  await addComment(as(person), event.id)
  const [page, own] = [await openPage(app, event.id), await openPage(app, event.id, person)]
  const first = await page.sees(({ current_attendees }) => current_attendees === 1)
  const since = clock.now.toISOString()
  clock.now = new Date(clock.now.getTime() + 1000)

  await as(person).post(url, proof)

  await page.sees(
    ({ current_attendees, comments_version }) => current_attendees === 0 && comments_version > first.comments_version,
  )
  await own.ended
  const door = (await as(event.owner).get(`/api/events/${event.id}/door?since=${since}`)).json()
  expect(door.tickets).toEqual([
    {
      ticket_number: ticket.ticket_number,
      fullname: 'Deleted account',
      ticket_type: '',
      party: null,
      status: 'CANCELLED',
      used_at: null,
      used_door: null,
      walk_in: null,
      was_issued: true,
    },
  ])
})

test('calling off an event later mails remaining accounts only', async () => {
  const { as, addHolder, send, scanOf, event, db } = await startDoor()
  const [leaving, staying] = [await addHolder(), await addHolder()]
  await send([scanOf(leaving.code)])
  await as(leaving.person).post(url, proof)

  const calledOff = await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect(calledOff.json()).toMatchObject({ is_called_off: true, told: 1 })
  const { rows } = await db.pool.query('SELECT user_id, status FROM tickets ORDER BY id')
  expect(rows).toEqual([
    { user_id: null, status: 'CANCELLED' },
    { user_id: staying.person.id, status: 'CANCELLED' },
  ])
})

test('an event with a deleted holder can become unlisted', async () => {
  const { as, addHolder, event, db } = await startDoor()
  const { person } = await addHolder()
  await as(person).post(url, proof)

  const edited = await as(event.owner).patch(`/api/events/${event.id}/edit`, { visibility: 'PRIVATE' })

  expect([edited.statusCode, (await db.pool.query('SELECT FROM event_guests')).rowCount]).toEqual([200, 0])
})

test('past events of a deleted account cause no errors', async () => {
  const { as, addHolder, event, db } = await startDoor()
  const { person } = await addHolder()
  await endEvent(db, event.id)

  const replies = await Promise.all([as(event.owner).post(url, proof), as(person).post(url, proof)])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await db.pool.query('SELECT user_id, event_image FROM events')).rows).toEqual([
    { user_id: null, event_image: '' },
  ])
})

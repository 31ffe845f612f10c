import { expect, test } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'

const deleteUrl = (id: number) => `/api/organizers/delete-event/${id}`
const calledOffUrl = '/api/events/my-events/called-off'
const apply = (id: number) => `/api/tickets/event/${id}/register`
const day = 24 * 3_600_000

test('an event that never had a ticket is removed', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  await as(await addUser()).put(`/api/likes/${event.id}/toggle-like`)

  const reply = await as(event.owner).delete(`${deleteUrl(event.id)}/`)

  expect(reply.json()).toEqual({ message: 'The event was deleted.', is_called_off: false, told: 0 })
  expect((await as(event.owner).get(`/api/events/${event.id}`)).statusCode).toBe(404)
  expect((await as(event.owner).delete(deleteUrl(event.id))).statusCode).toBe(404)
  expect((await db.pool.query('SELECT FROM events')).rowCount).toBe(0)
})

test('deleting an event with tickets calls it off: only its holders still see it', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  const [holder, former, stranger] = [await addUser(), await addUser(), await addUser()]
  const ticket = (await as(holder).post(apply(event.id))).json()
  const given = (await as(former).post(apply(event.id))).json()
  await as(former).delete(`/api/tickets/${given.id}/cancel`)
  for (const person of [holder, stranger]) await as(person).put(`/api/bookmarks/${event.id}/toggle-bookmark`)

  const reply = await as(event.owner).delete(deleteUrl(event.id))

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ is_called_off: true, told: 1 })
  for (const person of [holder, former, event.owner]) {
    const seen = await as(person).get(`/api/events/${event.id}`)
    expect(seen.json()).toMatchObject({
      is_called_off: true,
      current_attendees: 0,
      user_engaged: { is_applied: false },
    })
  }
  for (const caller of [visitor, as(stranger)]) {
    expect((await caller.get(`/api/events/${event.id}`)).json()).toEqual(
      (await caller.get('/api/events/987654')).json(),
    )
  }
  for (const [person, url] of [
    [holder, '/api/events/events'],
    [holder, '/api/bookmarks/my-favorite/'],
    [event.owner, '/api/events/events'],
    [event.owner, '/api/events/my-events'],
  ] as [Person, string][]) {
    expect((await as(person).get(url)).json()).toEqual([])
  }
  expect((await as(event.owner).get(calledOffUrl)).json()).toMatchObject([
    { id: event.id, event_name: event.event_name },
  ])
  expect((await as(holder).get(calledOffUrl)).json()).toEqual([])
  expect((await as(holder).get(`/api/tickets/${ticket.id}`)).json().status).toBe('CANCELLED')
  expect((await as(holder).get('/api/users/profile')).json()).toMatchObject({ attended_events: 0, cancelled_events: 0 })
})

test('nobody is notified if everyone has given back their ticket', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const former = await addUser()
  const ticket = (await as(former).post(apply(event.id))).json()
  await as(former).delete(`/api/tickets/${ticket.id}/cancel`)

  const reply = await as(event.owner).delete(deleteUrl(event.id))

  expect(reply.json()).toEqual({ message: 'The event was called off.', is_called_off: true, told: 0 })
  expect(await mailsOf(db)).toEqual([])
})

test('a called-off event accepts no applications, edits or cancellations', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [holder, stranger] = [await addUser(), await addUser()]
  const ticket = (await as(holder).post(apply(event.id))).json()
  await as(event.owner).delete(deleteUrl(event.id))

  expect((await as(holder).post(apply(event.id))).json().code).toBe('event_called_off')
  expect((await as(stranger).post(apply(event.id))).json()).toEqual((await as(stranger).post(apply(987_654))).json())
  expect((await as(holder).delete(`/api/tickets/${ticket.id}/cancel`)).json().code).toBe('ticket_not_active')
  const unapplied = await as(holder).delete(`/api/tickets/${ticket.id}/cancel?state=ACTIVE`)
  expect(unapplied.json()).toMatchObject({ code: 'application_changed', message: 'The event was called off.' })
  const edited = await as(event.owner).patch(`/api/events/${event.id}/edit`, { event_name: 'Again' })
  expect(edited.statusCode).toBe(409)
  expect(edited.json().code).toBe('event_called_off')
})

test('an owner who applies for their own called-off event gets `own_event`', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  await as(await addUser()).post(apply(event.id))
  await as(event.owner).delete(deleteUrl(event.id))

  expect((await as(event.owner).post(apply(event.id))).json()).toMatchObject({ code: 'own_event' })
})

test('each holder of a called-off event is mailed once, however often it is deleted', async () => {
  const { as, db, addEvent, addUser } = await startApp({ PUBLIC_URL: 'https://ruam.example' })
  const event = await addEvent({ event_name: 'Jazz <b>& River', contact_email: 'desk@example.com' })
  const holders = await Promise.all(Array.from({ length: 12 }, () => addUser()))
  await Promise.all(holders.map((person) => as(person).post(apply(event.id))))
  const gaveBack = holders[0] as Person
  const [ticket] = (await as(gaveBack).get(`/api/tickets/user/${gaveBack.id}`)).json()
  await as(gaveBack).delete(`/api/tickets/${ticket.id}/cancel`)

  const replies = await Promise.all(Array.from({ length: 8 }, () => as(event.owner).delete(deleteUrl(event.id))))

  const mails = await mailsOf(db)
  expect(replies.map((reply) => reply.statusCode)).toEqual(replies.map(() => 200))
  expect(replies.map((reply) => reply.json().told).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 11])
  expect(mails.map((mail) => mail.to).sort()).toEqual(
    holders
      .slice(1)
      .map((person) => `${person.username}@example.com`)
      .sort(),
  )
  expect(mails[0]).toMatchObject({ subject: 'Called off: Jazz <b>& River', replyTo: 'desk@example.com' })
  expect(mails[0]?.text).toContain('planned for Saturday, November 28, 2026 at 10:00 AM')
  expect(mails[0]?.text).toContain('desk@example.com')
  expect(mails[0]?.html).toContain('Jazz &lt;b&gt;&amp; River')
  expect(mails[0]?.html).toContain('href="https://ruam.example/my-tickets"')
})

test('applications racing with the deletion are either notified or refused', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const people = await Promise.all(Array.from({ length: 60 }, () => addUser()))
  await as(people[0] as Person).post(apply(event.id))

  const [deletion, ...replies] = await Promise.all([
    as(event.owner).delete(deleteUrl(event.id)),
    ...people.slice(1).map((person) => as(person).post(apply(event.id))),
  ])

  const applied = replies.filter((reply) => reply.statusCode === 201).length + 1
  const { rows } = await db.pool.query('SELECT status, count(*)::int FROM tickets GROUP BY status')
  expect(deletion?.json().told).toBe(applied)
  expect(replies.every((reply) => [201, 404].includes(reply.statusCode))).toBe(true)
  expect(rows).toEqual([{ status: 'CANCELLED', count: applied }])
  expect(await mailsOf(db)).toHaveLength(applied)
})

test('deleting a past event leaves its tickets, mails nobody and ends all changes', async () => {
  const { as, visitor, db, addEvent, addUser, clock } = await startApp()
  const event = await addEvent()
  const holder = await addUser()
  await as(holder).post(apply(event.id))
  clock.now = new Date(clock.now.getTime() + 8 * day)
  const renewed = async (person: Person) => {
    const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
    return as({ ...person, access })
  }

  const first = await (await renewed(event.owner)).delete(deleteUrl(event.id))
  const second = await (await renewed(event.owner)).delete(deleteUrl(event.id))
  const later = await renewed(holder)
  const owner = await renewed(event.owner)
  const edited = await owner.patch(`/api/events/${event.id}/edit`, { event_name: 'Again' })
  const doorSeats = await owner.put(`/api/events/${event.id}/door/seats`, { seats: 1 })

  expect(first.json()).toEqual({ message: 'The event was deleted.', is_called_off: false, told: 0 })
  expect(second.json()).toEqual(first.json())
  expect((await visitor.get('/api/events/events')).json()).toEqual([])
  expect((await (await renewed(event.owner)).get(calledOffUrl)).json()).toEqual([])
  expect((await visitor.get(`/api/events/${event.id}`)).statusCode).toBe(404)
  expect((await later.get(`/api/events/${event.id}`)).json()).toMatchObject({
    is_called_off: false,
    status: 'COMPLETED',
    current_attendees: 1,
  })
  expect((await later.get(`/api/tickets/user/${holder.id}`)).json()).toMatchObject([{ status: 'EXPIRED' }])
  expect((await later.get('/api/users/profile')).json()).toMatchObject({ attended_events: 1, cancelled_events: 0 })
  expect([edited.json().code, doorSeats.json().code]).toEqual(['event_deleted', 'event_over'])
  expect(await mailsOf(db)).toEqual([])
})

interface WaitingMail {
  to: string
  subject: string
  text: string
  html: string
}

/** What waits in the outbox; the tests run no worker that would send it. */
async function mailsOf(db: Awaited<ReturnType<typeof startApp>>['db']): Promise<WaitingMail[]> {
  const { rows } = await db.pool.query(`
    SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'send_mail' ORDER BY j.id`)
  return rows.map((row) => row.payload)
}

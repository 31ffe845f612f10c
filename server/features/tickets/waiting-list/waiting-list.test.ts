import { expect, test } from 'vitest'
import { type Db, type Statement, sql } from '#server/lib/postgres/database.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { registerUrl, soon, startWaitingList, wait } from '#server/testing/applications/waiting-list.ts'
import { closeWaitingLists } from './deadlines.service.ts'
import { promote } from './promote.ts'
import { selectEventsToClose } from './waiting-list.repository.ts'

const minute = 60_000

test('a full event puts those who agree to wait on the waiting list, in order of arrival', async () => {
  const { as, addUser, url, line, states, seen, event } = await startWaitingList()
  const stranger = await addUser()

  const refused = await as(stranger).post(url)
  const placed = await as(stranger).post(url, wait)
  const again = await as(stranger).post(url, wait)

  expect(refused.json()).toMatchObject({ code: 'event_full' })
  expect(placed.statusCode).toBe(201)
  expect(placed.json()).toMatchObject({ status: 'WAITING', position: 3, pay_by: null, cancel_reason: null })
  expect(again.json()).toMatchObject({ code: 'already_applied' })
  expect(await states([...line, stranger])).toEqual(['WAITING 1', 'WAITING 2', 'WAITING 3'])
  expect(await seen()).toMatchObject({ current_attendees: 1, waiting: 3 })
  expect((await as(stranger).get(`/api/events/${event.id}`)).json()).toMatchObject({
    standing: { ticket: 'WAITING' },
    user_engaged: { is_applied: true },
  })
  const live = await as(stranger).get(`/api/events/${event.id}/live/now`)
  expect(live.json()).toMatchObject({ ticket: 'WAITING', position: 3, waiting: 3 })
})

test('somebody who agrees to wait gets a free seat at once', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 1 })

  expect((await as(await addUser()).post(registerUrl(event.id), wait)).json()).toMatchObject({ status: 'ACTIVE' })
})

test('of one person’s two simultaneous calls only the one that agreed to wait gets the place', async () => {
  const { as, addUser, url, states } = await startWaitingList()
  const person = await addUser()

  const replies = await Promise.all([undefined, wait, undefined].map((body) => as(person).post(url, body)))

  expect(replies.map((reply) => reply.json().code ?? reply.json().status)).toEqual([
    'event_full',
    'WAITING',
    expect.stringMatching(/event_full|already_applied/),
  ])
  expect(await states([person])).toEqual(['WAITING 3'])
})

test('a cancelled seat goes to the next on the waiting list, and nobody else finds it free', async () => {
  const { as, addUser, url, holders, line, leave, states, seen } = await startWaitingList()

  await leave(holders[0])

  expect(await states(line)).toEqual(['ACTIVE', 'WAITING 1'])
  expect(await seen()).toMatchObject({ current_attendees: 1, waiting: 1 })
  expect((await as(await addUser()).post(url)).json()).toMatchObject({ code: 'event_full' })
})

test('additional seats go to the waiting list; without a limit everybody on it gets one', async () => {
  const { line, states, edit, seen } = await startWaitingList({ waiting: 4 })

  expect((await edit({ max_attendee: 3 })).statusCode).toBe(200)
  expect(await states(line)).toEqual(['ACTIVE', 'ACTIVE', 'WAITING 1', 'WAITING 2'])

  await edit({ max_attendee: '' })
  expect(await states(line)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE'])
  expect(await seen()).toMatchObject({ current_attendees: 5, waiting: 0 })
})

test('a deleted account frees its seat for the waiting list, or its place on it', async () => {
  const { as, holders, line, states, seen } = await startWaitingList({ waiting: 3 })
  const [first, ...others] = line
  const removeAccountOf = async (person: (typeof line)[number] | undefined) => {
    if (person) await as(person).post('/api/users/deletion', { current_password: password })
  }

  await removeAccountOf(first)
  expect(await states(others)).toEqual(['WAITING 1', 'WAITING 2'])
  await removeAccountOf(holders[0])
  expect(await states(others)).toEqual(['ACTIVE', 'WAITING 1'])
  expect(await seen()).toMatchObject({ current_attendees: 1, waiting: 1 })
})

test('somebody who is no longer eligible when their turn comes is skipped', async () => {
  const { as, holders, line, leave, states, ticketOf, edit, event, seen } = await startWaitingList({ waiting: 3 })
  const [blocked, young, next] = line
  await as(event.owner).put(`/api/organizers/blocked/${blocked?.id}`)
  if (young) await as(young).patch(`/api/users/edit-profile/${young.id}`, { birth_date: '2015-05-15' })
  await edit({ min_age_requirement: 18 })

  await leave(holders[0])

  expect(await states(line)).toEqual(['CANCELLED', 'CANCELLED', 'ACTIVE'])
  expect(await ticketOf(young)).toMatchObject({ cancel_reason: 'not_eligible' })
  expect(await ticketOf(next)).toMatchObject({ cancel_reason: null })
  expect(await seen()).toMatchObject({ current_attendees: 1, waiting: 0 })
})

test('leaving the waiting list moves the others up, and is possible until the event ends', async () => {
  const { line, leave, states, seen, pass } = await startWaitingList({ waiting: 3, event: soon })

  expect((await leave(line[0])).json()).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'by_holder',
    was_issued: false,
    position: null,
  })
  expect(await states(line.slice(1))).toEqual(['WAITING 1', 'WAITING 2'])

  pass(11 * minute)
  expect((await leave(line[2])).statusCode).toBe(200)
  expect(await seen()).toMatchObject({ waiting: 1, current_attendees: 1 })
})

test('the waiting list ends when the event starts, and anybody may take a free seat', async () => {
  const { as, ctx, addUser, url, line, states, edit, pass, seen, ticketOf } = await startWaitingList({ event: soon })
  pass(11 * minute)

  expect((await as(await addUser()).post(url, wait)).json()).toMatchObject({ code: 'event_full' })
  await edit({ max_attendee: 2 })
  expect(await states(line)).toEqual(['WAITING 1', 'WAITING 2'])
  expect((await as(await addUser()).post(url)).json()).toMatchObject({ status: 'ACTIVE' })

  await closeWaitingLists(ctx)
  expect(await ticketOf(line[0])).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late' })
  expect(await seen()).toMatchObject({ waiting: 0, current_attendees: 2 })
})

test('closing the waiting list ends its applications, and the next free seat is first come, first served', async () => {
  const { as, addUser, url, event, holders, line, leave, ticketOf, states, edit, seen } = await startWaitingList()

  await edit({ waiting_list: false })

  expect(await states(line)).toEqual(['CANCELLED', 'CANCELLED'])
  expect(await ticketOf(line[0])).toMatchObject({ cancel_reason: 'line_closed' })
  expect((await as(line[0] as Person).get(`/api/events/${event.id}`)).json()).toMatchObject({ ended: 'line_closed' })
  expect(await seen()).toMatchObject({ waiting: 0, waiting_list: false })
  expect((await as(await addUser()).post(url, wait)).json()).toMatchObject({ code: 'event_full' })
  await leave(holders[0])
  expect((await as(await addUser()).post(url)).json()).toMatchObject({ status: 'ACTIVE' })
})

test('calling off an event ends its waiting list', async () => {
  const { owner, event, line, ticketOf, db } = await startWaitingList()

  await owner.delete(`/api/organizers/delete-event/${event.id}`)

  expect(await ticketOf(line[1])).toMatchObject({ status: 'CANCELLED', cancel_reason: 'called_off' })
  const { rows } = await db.pool.query(`SELECT taken, waiting FROM event_seats WHERE event_id = ${event.id}`)
  expect(rows).toEqual([{ taken: 0, waiting: 0 }])
})

test('people on the waiting list see no meeting link and no applicants, and have no signature', async () => {
  const meeting_link = 'https://meet.example.com/room'
  const { as, event, holders, line, ticketOf, leave } = await startWaitingList({
    event: { is_online: true, meeting_link },
  })
  const [first] = line
  if (first === undefined) throw new Error('nobody waits')
  const read = async () => ({
    link: (await as(first).get(`/api/events/${event.id}`)).json().meeting_link,
    fellows: (await as(first).get(`/api/events/${event.id}/attendee-list`)).statusCode,
    signature: (await as(first).get(`/api/tickets/${(await ticketOf(first)).id}`)).json().signature.length > 0,
  })

  expect(await read()).toEqual({ link: '', fellows: 403, signature: false })
  await leave(holders[0])
  expect(await read()).toEqual({ link: meeting_link, fellows: 200, signature: true })
})

test('a newcomer gets no free seat while somebody waits', async () => {
  const { as, addUser, db, event, url, line, states } = await startWaitingList()
  await db.pool.query(`UPDATE event_seats SET capacity = 5 WHERE event_id = ${event.id}`)
  const [patient, hasty] = [await addUser(), await addUser()]

  expect((await as(hasty).post(url)).json()).toMatchObject({ code: 'event_full' })
  expect((await as(patient).post(url, wait)).json()).toMatchObject({ status: 'WAITING', position: 3 })
  expect(await states(line)).toEqual(['WAITING 1', 'WAITING 2'])
})

test('somebody who leaves the waiting list just as they get a seat keeps it, and the answer says so', async () => {
  const { as, event, holders, line, leave, ticketOf, states, seen } = await startWaitingList({ waiting: 2 })
  const [first, second] = line as [Person, Person]
  const { id } = await ticketOf(first)
  const leaveAs = (person: Person, ticketId: number, state: string) =>
    as(person).delete(`/api/tickets/${ticketId}/cancel?state=${state}`)
  await leave(holders[0])

  const tooLate = await leaveAs(first, id, 'WAITING')
  const inTime = await leaveAs(second, (await ticketOf(second)).id, 'WAITING')
  const again = await leaveAs(second, (await ticketOf(second)).id, 'WAITING')

  expect(tooLate.statusCode).toBe(409)
  expect(tooLate.json()).toMatchObject({
    code: 'application_changed',
    state: 'ACTIVE',
    message: 'You have a ticket for this event. Nothing was given up, because your application had changed meanwhile.',
  })
  expect(inTime.json()).toMatchObject({ status: 'CANCELLED', cancel_reason: 'by_holder' })
  expect(again.json()).toMatchObject({ code: 'application_changed', state: 'CANCELLED' })
  expect(await states(line)).toEqual(['ACTIVE', 'CANCELLED'])
  expect(await seen()).toMatchObject({ current_attendees: 1, waiting: 0 })
  expect((await as(second).get(`/api/events/${event.id}`)).json().ended).toBeNull()
  expect((await leaveAs(first, id, 'ASLEEP')).statusCode).toBe(422)
  expect((await leaveAs(first, id, 'ACTIVE')).json()).toMatchObject({ status: 'CANCELLED' })
})

/** Has `count` more people apply, in this state, who have given no birth date. */
async function addApplications(db: Db, eventId: number, count: number, state: 'WAITING' | 'PENDING') {
  await db.run(sql`
    WITH people AS (
      INSERT INTO users (username, email)
      SELECT 'many' || n, 'many' || n || '@example.com' FROM generate_series(1, ${count}) n RETURNING id
    ), applied AS (
      INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, status, issued_at)
      SELECT 'N-' || id, ${eventId}, id, 'Somebody', now(), ${state}, NULL FROM people
    )
    UPDATE event_seats SET waiting = waiting + ${state === 'WAITING' ? count : 0} WHERE event_id = ${eventId}`)
}

/** The same connection, which writes down what is read. */
function overheard(db: Db): { db: Db; read: Statement[] } {
  const read: Statement[] = []
  return {
    read,
    db: {
      ...db,
      many: (statement) => {
        read.push(statement)
        return db.many(statement)
      },
    },
  }
}

test('hundreds on the waiting list who are no longer eligible are skipped by a few queries', async () => {
  const { as, addUser, db, clock, url, event, edit, states, seen } = await startWaitingList({ waiting: 0 })
  await addApplications(db, event.id, 700, 'WAITING')
  const later = [await addUser(), await addUser()]
  for (const person of later) await as(person).post(url, wait)
  await edit({ min_age_requirement: 18 })
  await db.pool.query(`UPDATE event_seats SET capacity = 2 WHERE event_id = ${event.id}`)

  const looks = await db.transaction(async (tx) => {
    const { db: listening, read } = overheard(tx)
    await promote(listening, event.id, clock.now, 'verified')
    return read.length
  })

  // Two reads of the waiting list, one for the seat that is given, and one for those who are removed.
  expect(looks).toBe(4)
  expect(await states(later)).toEqual(['ACTIVE', 'WAITING 1'])
  expect(await seen()).toMatchObject({ current_attendees: 2, waiting: 1 })
})

test('finding events that are over reads one row each, however many wait for approval', async () => {
  const { db, event, clock } = await startWaitingList({ seats: null, waiting: 0, event: { needs_approval: true } })
  await addApplications(db, event.id, 2_000, 'PENDING')
  // What other tests have left in this database would be counted, too.
  await db.pool.query('VACUUM ANALYZE tickets, events, event_seats')
  const { db: listening, read } = overheard(db)
  await selectEventsToClose(listening, clock.now, clock.now)

  const [statement] = read
  if (statement === undefined) throw new Error('nothing was read')
  const [{ 'QUERY PLAN': plan } = { 'QUERY PLAN': '' }] = await db.many<{ 'QUERY PLAN': unknown }>(
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
  )

  const rows = [...JSON.stringify(plan).matchAll(/"Actual Rows":(\d+)/g)].map(([, count]) => Number(count))
  expect(rows.length).toBeGreaterThan(5)
  expect(Math.max(...rows)).toBeLessThan(10)
})

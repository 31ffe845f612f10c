import { expect, test } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'
import { addressOf } from '#server/testing/ticket-mails.ts'
import { remindHolders } from './reminders.service.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`
const hour = 3_600_000
const day = 24 * hour

/** The product on a clock, without a worker: what is asked for stays in the outbox. */
async function startWithOutbox() {
  const started = await startApp()
  const { as, ctx, db, visitor, clock } = started
  const began = clock.now.getTime()

  /** ISO 8601, so many hours after the test began. */
  const at = (hours: number) => new Date(began + hours * hour).toISOString()

  /** With a new token: the old one ends when the clock moves on. */
  async function later(person: Person) {
    const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
    return as({ ...person, access })
  }

  /** An event that starts in so many hours, which one can apply for until then. */
  function addEventIn(hours: number) {
    const times = { end_date_register: at(hours), start_date_event: at(hours), end_date_event: at(hours + 3) }
    return started.addEvent(times)
  }

  async function addTicket(eventId: number, person?: Person): Promise<number> {
    const holder = person ?? (await started.addUser())
    return (await (await later(holder)).post(apply(eventId))).json().id
  }

  /** Whose tickets are reminded that many hours after the test began, and were not before. */
  async function remindedAt(hours: number): Promise<number[]> {
    clock.now = new Date(began + hours * hour)
    await Promise.all([remindHolders(ctx), remindHolders(ctx), remindHolders(ctx)])
    const { rows } = await db.pool.query(`
      WITH taken AS (DELETE FROM graphile_worker._private_jobs RETURNING payload)
      SELECT (payload ->> 'id')::int AS id FROM taken WHERE payload ->> 'news' = 'reminder' ORDER BY id`)
    return rows.map(({ id }) => id)
  }

  return { ...started, at, later, addEventIn, addTicket, remindedAt }
}

test('ticket holders are reminded once, the day before, by whichever process is first', async () => {
  const { addEventIn, addTicket, remindedAt } = await startWithOutbox()
  const event = await addEventIn(72)
  const tickets = [await addTicket(event.id), await addTicket(event.id)]

  expect(await remindedAt(47.9)).toEqual([])
  expect(await remindedAt(48)).toEqual(tickets)
  expect(await remindedAt(48)).toEqual([])
  expect(await remindedAt(60)).toEqual([])
})

test('nobody is reminded of an event that has started', async () => {
  const { addEventIn, addTicket, remindedAt } = await startWithOutbox()
  const event = await addEventIn(72)
  await addTicket(event.id)

  expect(await remindedAt(72)).toEqual([])
})

test('only who holds a good ticket since more than a day before the start is reminded', async () => {
  const { as, clock, at, addUser, addEventIn, addTicket, remindedAt } = await startWithOutbox()
  const event = await addEventIn(72)
  const holder = await addTicket(event.id)
  const gaveBack = await addUser()
  const ticket = await addTicket(event.id, gaveBack)
  await as(gaveBack).delete(`/api/tickets/${ticket}/cancel`)
  clock.now = new Date(at(49))
  await addTicket(event.id)

  expect(await remindedAt(50)).toEqual([holder])
})

test('nobody is reminded of an event that was called off', async () => {
  const { later, clock, at, addEventIn, addTicket, remindedAt } = await startWithOutbox()
  const event = await addEventIn(72)
  await addTicket(event.id)
  clock.now = new Date(at(24))
  await (await later(event.owner)).delete(`/api/organizers/delete-event/${event.id}`)

  expect(await remindedAt(50)).toEqual([])
})

test('an event that is moved is reminded of anew, a day before its new start', async () => {
  const { later, at, addEventIn, addTicket, remindedAt } = await startWithOutbox()
  const event = await addEventIn(72)
  const ticket = await addTicket(event.id)
  expect(await remindedAt(50)).toEqual([ticket])

  const moved = { start_date_event: at(120), end_date_event: at(124) }
  const reply = await (await later(event.owner)).patch(`/api/events/${event.id}/edit`, moved)

  expect(reply.statusCode).toBe(200)
  expect(await remindedAt(95)).toEqual([])
  expect(await remindedAt(96)).toEqual([ticket])
  expect(await remindedAt(97)).toEqual([])
})

test('more holders than fit into one step are all reminded, once', async () => {
  const { db, addEventIn, addTicket, remindedAt } = await startWithOutbox()
  const event = await addEventIn(72)
  const first = await addTicket(event.id)
  await db.pool.query(`
    WITH people AS (
      INSERT INTO users (username, email) SELECT 'many' || n, 'many' || n || '@example.com' FROM generate_series(1, 1200) n
      RETURNING id
    )
    INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, issued_at)
    SELECT 'N' || p.id, t.event_id, p.id, 'Somebody', t.register_date, t.issued_at FROM people p, tickets t`)

  const reminded = await remindedAt(48)

  expect(reminded).toHaveLength(1_201)
  expect(new Set(reminded).size).toBe(1_201)
  expect(reminded[0]).toBe(first)
})

test('a reminder brings the ticket along; one that had to wait until the event was moved or has started is not sent', async () => {
  const { as, mail, db, clock, addHolder, addEvent, allSent } = await startWithMail()
  const began = clock.now.getTime()
  const inDays = (days: number) => new Date(began + days * day)
  const person = await addHolder()
  const addTicket = async (event_name: string, startsIn: number) => {
    const times = {
      start_date_event: inDays(startsIn).toISOString(),
      end_date_event: inDays(startsIn + 1).toISOString(),
    }
    const { id } = await addEvent({ event_name, ...times })
    return (await as(person).post(apply(id))).json()
  }
  const ticket = await addTicket('Soon', 7)
  await addTicket('Begun', 9)
  const moved = await addTicket('Moved', 9)
  await mail.mailTo(addressOf(person), 3)

  clock.now = inDays(6)
  const sent = await mail.mailTo(addressOf(person), 4)
  await mail.close()
  clock.now = inDays(8)
  await eventually(async () => {
    const { rows } = await db.pool.query('SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL')
    expect(rows).toHaveLength(2)
  })
  const later = [inDays(20), inDays(21), moved.event_id]
  await db.pool.query('UPDATE events SET start_date_event = $1, end_date_event = $2 WHERE id = $3', later)
  clock.now = inDays(9)
  await mail.open()
  await allSent()

  expect(sent.subject).toBe('Reminder: Soon')
  expect(sent.text).toContain('When: Saturday, November 28, 2026 at 10:00 AM')
  expect(sent.text).toContain(ticket.ticket_number)
  expect(sent.attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  expect(mail.mails).toHaveLength(4)
})

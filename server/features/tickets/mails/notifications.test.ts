import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { markEmailVerified } from '#server/features/accounts/users.repository.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { addressOf, calendarIn, codeIn } from '#server/testing/applications/ticket-mails.ts'
import { eventually, type MailServer, startWithMail } from '#server/testing/mail-server.ts'
import { confirmNewTickets, remindHolders } from './notifications.service.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`

test('fifty people who apply at once are each mailed their own ticket; refused ones are not mailed', async () => {
  const { as, mail, addHolder, addEvent, allSent } = await startWithMail()
  const event = await addEvent({ max_attendee: 50 })
  const people = await Promise.all(Array.from({ length: 53 }, () => addHolder()))

  const replies = await Promise.all(people.map((person) => as(person).post(apply(event.id))))
  await allSent()

  const admitted = people.filter((_, place) => replies[place]?.statusCode === 201)
  expect(mail.mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(admitted.map(addressOf).sort())
  for (const [place, person] of people.entries()) {
    if (!admitted.includes(person)) continue
    const { ticket_id, ticket_number } = replies[place]?.json() ?? {}
    const sent = await mail.mailTo(addressOf(person))
    expect(sent.text).toContain(ticket_number)
    expect((await codeIn(sent)).ticket_id).toBe(ticket_id)
    expect(calendarIn(sent)).toContain(`UID:${ticket_id}`)
  }
})

test('however many processes confirm tickets at once, nobody is mailed twice or left out', async () => {
  const { as, ctx, db, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const people = await Promise.all(Array.from({ length: 40 }, () => addUser()))
  for (let from = 0; from < people.length; from += 5) {
    await Promise.all(people.slice(from, from + 5).map((person) => as(person).post(apply(event.id))))
  }

  await Promise.all(Array.from({ length: 8 }, () => confirmNewTickets(ctx, 0)))
  await confirmNewTickets(ctx, 0)

  const { rows } = await db.pool.query('SELECT payload FROM graphile_worker._private_jobs')
  const { rows: tickets } = await db.pool.query('SELECT id FROM tickets')
  const ids = (from: { id: number }[]) => from.map(({ id }) => id).sort((one, other) => one - other)
  expect(tickets).toHaveLength(40)
  expect(ids(rows.map(({ payload }) => payload))).toEqual(ids(tickets))
})

test('a ticket that was given back before its mail could leave is not confirmed any more', async () => {
  const { as, mail, addHolder, addEvent, allSent } = await startWithMail()
  const event = await addEvent()
  const person = await addHolder()
  await mail.close()

  const ticket = (await as(person).post(apply(event.id))).json()
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)
  const again = (await as(person).post(apply(event.id))).json()
  await mail.open()
  await allSent()

  expect(mail.mails.map(({ subject }) => subject).sort()).toEqual([
    'Your ticket for Bangkok JavaScript Night',
    'Your ticket for Bangkok JavaScript Night is cancelled',
  ])
  expect(mail.mails.find(({ subject }) => subject?.endsWith('Night'))?.text).toContain(again.ticket_number)
})

test('while the mail server is down people get their tickets, and later every mail, once', async () => {
  const { as, mail, db, addHolder, addEvent, allSent } = await startWithMail()
  const event = await addEvent()
  const people = await Promise.all(Array.from({ length: 5 }, () => addHolder()))
  await mail.close()

  const replies = await Promise.all(people.map((person) => as(person).post(apply(event.id))))
  await eventually(async () => {
    const { rows } = await db.pool.query('SELECT last_error FROM graphile_worker.jobs')
    expect(rows).toHaveLength(5)
    expect(rows.every(({ last_error }) => last_error !== null)).toBe(true)
  })
  await mail.open()
  await allSent()

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 201))
  expect(mail.mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(people.map(addressOf).sort())
})

test('nobody who applies or unapplies waits for a silent mail server', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const { as, db, clock, addUser, addEvent } = await startApp(
    { SMTP_URL: `smtp://127.0.0.1:${port}` },
    { worker: true },
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const event = await addEvent()
  const [first, second] = [await addUser(), await addUser()]
  for (const { id } of [first, second]) await markEmailVerified(db, id, clock.now)

  await as(first).post(apply(event.id))
  await eventually(() => expect(sockets.length).toBeGreaterThan(0))
  const ticket = await as(second).post(apply(event.id))
  const cancelled = await as(second).delete(`/api/tickets/${ticket.json().id}/cancel`)

  expect(ticket.statusCode).toBe(201)
  expect(cancelled.statusCode).toBe(200)
  // The mail that was begun before both is still waiting for its server's greeting.
  expect(sockets[0]?.closed).toBe(false)
})

test('with a mail server, an unverified address gets no mails about tickets', async () => {
  const { as, mail, addUser, addHolder, addEvent, allSent } = await startWithMail()
  const event = await addEvent()
  const [stranger, holder] = [await addUser(), await addHolder()]

  await as(stranger).post(apply(event.id))
  await as(holder).post(apply(event.id))
  await allSent()

  expect(recipients(mail)).toEqual([addressOf(holder)])
})

function recipients({ mails }: MailServer) {
  return mails.map(({ to }) => to?.[0]?.address)
}

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

test('ticket holders are reminded once, the day before, by the first process', async () => {
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

test('only holders of a valid ticket older than a day before the start are reminded', async () => {
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

test('a moved event is reminded of again, a day before its new start', async () => {
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

test('a reminder includes the ticket; one delayed until the event has moved or started is dropped', async () => {
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

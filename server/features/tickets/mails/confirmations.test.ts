import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { markEmailVerified } from '#server/features/accounts/users.repository.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually, type MailServer, startWithMail } from '#server/testing/mail-server.ts'
import { addressOf, calendarIn, codeIn } from '#server/testing/ticket-mails.ts'
import { confirmNewTickets } from './confirmations.service.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`

test('fifty people who apply at once are mailed one ticket each, their own; who is refused is not mailed', async () => {
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

test('nobody who applies or unapplies waits for a mail server that says nothing', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const { as, db, clock, addUser, addEvent } = await startApp(
    { SMTP_URL: `smtp://127.0.0.1:${port}` },
    { worker: true },
  )
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

test('where mails go out, an address that nobody verified gets none about tickets', async () => {
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

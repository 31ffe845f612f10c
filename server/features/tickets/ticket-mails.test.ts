import { createServer, type Socket } from 'node:net'
import type { Email } from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { signedText, TicketCode } from '#contract/ticket-code.ts'
import { markEmailVerified } from '#server/features/users/users.repository.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { eventually, type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { confirmNewTickets } from './confirmations.service.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`
const addressOf = ({ username }: Person) => `${username}@example.com`

async function startWithMail() {
  const mail = await startMailServer()
  const started = await startApp({ SMTP_URL: mail.url, PUBLIC_URL: 'https://ruam.example' }, { worker: true })

  /** Somebody whose email was verified. */
  async function addHolder(given = {}): Promise<Person> {
    const person = await started.addUser(given)
    await markEmailVerified(started.db, person.id, started.clock.now)
    return person
  }

  /** Until every mail has left that was asked for so far. */
  const allSent = () =>
    eventually(async () => {
      expect((await started.db.pool.query('SELECT FROM unconfirmed_tickets')).rowCount).toBe(0)
      expect((await started.db.pool.query('SELECT FROM graphile_worker.jobs')).rowCount).toBe(0)
    })

  return { ...started, mail, addHolder, allSent }
}

/** What a camera reads off the QR code in a mail. */
async function codeIn(mail: Email): Promise<TicketCode> {
  const picture = mail.attachments.find(({ mimeType }) => mimeType === 'image/png')
  const { data, info } = await sharp(picture?.content as ArrayBuffer)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return TicketCode.parse(JSON.parse(decodeQR({ data, width: info.width, height: info.height })))
}

/** The lines of a mail's calendar file, put together again where they were folded. */
function calendarIn(mail: Email): string[] {
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  return Buffer.from(file?.content as ArrayBuffer)
    .toString()
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
}

test('whoever applies is mailed the ticket: its link, its QR code and an entry for the calendar', async () => {
  const { as, ctx, mail, addHolder, addEvent } = await startWithMail()
  const event = await addEvent({ event_name: 'งานวัดภูเขาทอง', address: 'วัดสระเกศ, Bangkok' })
  const person = await addHolder({ first_name: 'สมหญิง', last_name: 'รักไทย' })
  const { id } = (await as(person).post(apply(event.id))).json()
  const ticket = (await as(person).get(`/api/tickets/${id}`)).json()

  const sent = await mail.mailTo(addressOf(person))

  expect(sent.subject).toBe('Your ticket for งานวัดภูเขาทอง')
  for (const words of [
    'Hello สมหญิง รักไทย,',
    'When: Saturday, November 28, 2026 at 10:00 AM to 1:00 PM (Bangkok time)',
    'Where: วัดสระเกศ, Bangkok',
    `Ticket: ${ticket.ticket_number}`,
    `View Ticket:\nhttps://ruam.example/virtual-ticket/${id}`,
    `https://ruam.example/events/${event.id}`,
  ]) {
    expect(sent.text).toContain(words)
  }
  expect(sent.html).toContain(`href="https://ruam.example/virtual-ticket/${id}"`)

  const shown = /src="cid:([^"]+)"/.exec(sent.html ?? '')?.[1]
  expect(sent.attachments[0]).toMatchObject({ contentId: `<${shown}>`, disposition: 'inline' })
  const code = await codeIn(sent)
  const { ticket_id, ticket_number, fullname, signature } = ticket
  expect(code).toMatchObject({ ticket_id, ticket_number, fullname, signature, event_name: 'งานวัดภูเขาทอง' })
  expect(ctx.signingKey.verify(signedText(code), code.signature)).toBe(true)

  const calendar = calendarIn(sent)
  for (const line of [
    'METHOD:PUBLISH',
    `UID:${ticket.ticket_id}`,
    'DTSTART:20261128T030000Z',
    'DTEND:20261128T060000Z',
    'SUMMARY:งานวัดภูเขาทอง',
    'LOCATION:วัดสระเกศ\\, Bangkok',
    'TRIGGER:-P1D',
  ]) {
    expect(calendar).toContain(line)
  }
  expect(calendar.join()).toContain(`https://ruam.example/virtual-ticket/${id}`)
  expect(calendar.join()).not.toContain('ORGANIZER')
})

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

test('who unapplies is told so, with a file that takes the event out of the calendar', async () => {
  const { as, mail, addHolder, addEvent } = await startWithMail()
  const event = await addEvent()
  const person = await addHolder()
  const ticket = (await as(person).post(apply(event.id))).json()
  const confirmed = calendarIn(await mail.mailTo(addressOf(person)))

  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)
  const sent = await mail.mailTo(addressOf(person), 2)

  const cancelled = calendarIn(sent)
  const sequence = (lines: string[]) => Number(lines.find((line) => line.startsWith('SEQUENCE:'))?.slice(9))
  expect(sent.subject).toBe('Your ticket for Bangkok JavaScript Night is cancelled')
  expect(sent.text).toContain(ticket.ticket_number)
  expect(sent.html).not.toContain('cid:')
  expect(cancelled).toEqual(
    expect.arrayContaining([
      'METHOD:CANCEL',
      'STATUS:CANCELLED',
      `UID:${ticket.ticket_id}`,
      'DTSTART:20261128T030000Z',
    ]),
  )
  expect(sequence(cancelled)).toBeGreaterThan(sequence(confirmed))
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
})

test('what organizers and holders type is only text in a mail and in its calendar file', async () => {
  const { as, mail, addHolder, addEvent } = await startWithMail()
  const event = await addEvent({
    event_name: 'Jazz <b>&\r\nATTENDEE:x;y,z',
    address: '<script>alert(1)</script>\nHall 2; left',
    contact_email: 'desk@example.com',
  })
  const person = await addHolder({ first_name: '<i>Bo"b</i>', last_name: '' })
  await as(person).post(apply(event.id))

  const sent = await mail.mailTo(addressOf(person))

  expect(sent.subject).toBe('Your ticket for Jazz <b>& ATTENDEE:x;y,z')
  expect(sent.html).toContain('Jazz &lt;b&gt;&amp; ATTENDEE')
  expect(sent.html).toContain('&lt;i&gt;Bo&quot;b&lt;/i&gt;')
  expect(sent.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Hall 2')
  expect(sent.html).not.toMatch(/<(script|b|i)>/)
  expect(sent.text).toContain('write to desk@example.com')
  const calendar = calendarIn(sent)
  expect(calendar).toContain(String.raw`SUMMARY:Jazz <b>&\nATTENDEE:x\;y\,z`)
  expect(calendar.some((line) => line.startsWith('ATTENDEE') || line.startsWith('Hall'))).toBe(false)
})

test('the mail of an online event leads to its meeting', async () => {
  const { as, mail, addHolder, addEvent } = await startWithMail()
  const meeting_link = 'https://meet.example/abc?pwd=1&x=2'
  const event = await addEvent({ is_online: true, meeting_link })
  const person = await addHolder()
  await as(person).post(apply(event.id))

  const sent = await mail.mailTo(addressOf(person))

  expect(sent.text).toContain(`Where: ${meeting_link}`)
  expect(sent.html).toContain('href="https://meet.example/abc?pwd=1&amp;x=2"')
  expect(calendarIn(sent)).toContain(`LOCATION:${meeting_link}`)
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

test('the operator of a product without a mail server sees the tickets that it would mail', async () => {
  const { as, visitor, addUser, addEvent } = await startApp({}, { worker: true })
  const event = await addEvent()
  const person = await addUser()
  const ticket = (await as(person).post(apply(event.id))).json()
  const address = await eventually(async () => {
    const { body } = await visitor.get('/operator/mails')
    expect(body).toContain('Your ticket for')
    return /\/operator\/mails\/[\w-]+\.eml/.exec(body)?.[0] ?? ''
  })

  const { body } = await visitor.get(address)

  expect(body).toContain('src=&quot;data:image/png;base64,')
  expect(body).toContain(`<a download="${ticket.ticket_number}.ics"`)
})

function recipients({ mails }: MailServer) {
  return mails.map(({ to }) => to?.[0]?.address)
}

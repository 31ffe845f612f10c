import { expect, test } from 'vitest'
import { signedText } from '#contract/tickets/ticket-code.ts'
import { startApp } from '#server/testing/app.ts'
import { addressOf, calendarIn, codeIn } from '#server/testing/applications/ticket-mails.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`

test('applying is confirmed by a mail with the ticket’s link, QR code and calendar entry', async () => {
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

  expect(sent.html).not.toContain('<link')
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

test('unapplying is confirmed by a mail that removes the calendar entry', async () => {
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

test('what organizers and holders type is only text in a mail and in its calendar file', async () => {
  const { as, mail, addHolder, addEvent } = await startWithMail()
  const event = await addEvent({
    event_name: 'Jazz <b>& ATTENDEE:x;y,z',
    address: `<script>alert(1)</script>\r\nATTENDEE:Hall 2; left ${'behind '.repeat(40)}the temple`,
    contact_email: 'desk@example.com',
  })
  const person = await addHolder({ first_name: '<i>Bo"b</i>', last_name: '' })
  await as(person).post(apply(event.id))

  const sent = await mail.mailTo(addressOf(person))

  expect(sent.subject).toBe('Your ticket for Jazz <b>& ATTENDEE:x;y,z')
  expect(sent.html).toContain('Jazz &lt;b&gt;&amp; ATTENDEE')
  expect(sent.html).toContain('&lt;i&gt;Bo&quot;b&lt;/i&gt;')
  expect(sent.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ATTENDEE:Hall 2')
  expect(sent.html).not.toMatch(/<(script|b|i)>/)
  expect(sent.html).toContain('behind the temple<')
  expect(sent.text).toContain('write to desk@example.com')
  const calendar = calendarIn(sent)
  expect(calendar).toContain(String.raw`SUMMARY:Jazz <b>& ATTENDEE:x\;y\,z`)
  expect(calendar.some((line) => line.startsWith('ATTENDEE'))).toBe(false)
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

test('the mail of an event whose place is to be announced says so, in the calendar too', async () => {
  const { as, mail, addHolder, addEvent } = await startWithMail()
  const event = await addEvent({ place_to_be_announced: true })
  const person = await addHolder()
  await as(person).post(apply(event.id))

  const sent = await mail.mailTo(addressOf(person))

  expect(sent.text).toContain('Where: Place to be announced')
  expect(calendarIn(sent)).toContain('LOCATION:Place to be announced')
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

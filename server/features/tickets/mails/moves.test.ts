import { expect, test } from 'vitest'
import { start } from '#server/features/accounts/sessions.service.ts'
import type { Person } from '#server/testing/app.ts'
import { addressOf, calendarIn } from '#server/testing/applications/ticket-mails.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const minute = 60_000
const day = 24 * 60 * minute

async function startWithTicket(given = {}) {
  const started = await startWithMail()
  const { as, ctx, clock, mail, addOrganizer, addEvent, addHolder } = started
  const owner = await addOrganizer()
  const { id } = await addEvent({ address: 'Sathorn Pier', contact_email: 'club@example.com', ...given }, owner)
  const person = await addHolder()
  const ticket = (await as(person).post(`/api/tickets/event/${id}/register`)).json()
  const confirmed = await mail.mailTo(addressOf(person))
  const event = (await as(owner).get(`/api/events/${id}`)).json()
  /** Tests move the clock further than a session lasts. */
  const logIn = async (who: Person) => as({ ...who, ...(await start(ctx, who.id, undefined)) })
  const edit = async (change: object) => (await logIn(owner)).patch(`/api/events/${id}/edit`, change)
  const shown = async () => (await (await logIn(person)).get(`/api/tickets/${ticket.id}`)).json()
  const pass = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * minute)
  }
  const moves = () => mail.mails.filter(({ subject }) => subject?.startsWith('New '))
  /** Resolves once everybody has been mailed about all changes so far. */
  async function told(): Promise<void> {
    await started.doWhatIsDue()
    await eventually(async () => {
      expect((await started.db.pool.query('SELECT FROM event_moves WHERE done_at IS NULL')).rowCount).toBe(0)
      expect((await started.db.pool.query('SELECT FROM graphile_worker.jobs')).rowCount).toBe(0)
    })
  }
  const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
  return { ...started, owner, person, ticket, confirmed, event, edit, shown, pass, moves, told, later, logIn }
}

const fieldOf = (lines: string[], name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':')[1]

test('edits within ten minutes become one mail with before and after, and a new calendar entry', async () => {
  const { person, confirmed, event, edit, pass, moves, told, later, mail, addHolder, as } = await startWithTicket()
  await edit({ start_date_event: later(event.start_date_event, 60 * minute), change_note: 'The boat is late.' })
  pass(5)
  const between = await addHolder()
  await as(between).post(`/api/tickets/event/${event.id}/register`)
  await edit({ address: 'Wat Saket', description: 'Still the same.' })
  pass(1)
  const after = await addHolder()
  await as(after).post(`/api/tickets/event/${event.id}/register`)
  expect(moves()).toEqual([])
  pass(4)
  await told()

  expect(
    moves()
      .map(({ to }) => to?.[0]?.address)
      .sort(),
  ).toEqual([addressOf(person), addressOf(between)].sort())
  const sent = mail.mails.find(
    ({ subject, to }) => subject?.startsWith('New') && to?.[0]?.address === addressOf(person),
  )
  expect(sent?.subject).toBe(`New time and place: ${event.event_name}`)
  for (const words of [
    'The organizer writes: The boat is late.',
    'Before: Saturday, November 28, 2026 at 10:00 AM to 1:00 PM',
    'Now: Saturday, November 28, 2026 at 11:00 AM to 1:00 PM',
    'Place before: Sathorn Pier',
    'Place now: Wat Saket',
    'give your ticket back on its page',
  ]) {
    expect(sent?.text).toContain(words)
  }
  expect(sent?.replyTo?.[0]?.address).toBe('club@example.com')
  const [old, now] = [calendarIn(confirmed), calendarIn(sent ?? confirmed)]
  expect(fieldOf(now, 'UID')).toBe(fieldOf(old, 'UID'))
  expect(Number(fieldOf(now, 'SEQUENCE'))).toBeGreaterThan(Number(fieldOf(old, 'SEQUENCE')))
  expect(now).toContain('LOCATION:Wat Saket')
})

test('a change that is taken back within ten minutes is mailed to nobody, and a later one has a mail of its own', async () => {
  const { event, edit, pass, moves, told, later, shown } = await startWithTicket()
  await edit({ start_date_event: later(event.start_date_event, 30 * minute) })
  await edit({ start_date_event: event.start_date_event })
  pass(11)
  await told()
  expect(moves()).toEqual([])
  expect(await shown()).not.toHaveProperty('moved')

  await edit({ start_date_event: later(event.start_date_event, 30 * minute) })
  pass(10)
  await told()
  await edit({ start_date_event: later(event.start_date_event, 45 * minute) })
  pass(10)
  await told()
  expect(moves().map(({ subject }) => subject)).toEqual(Array(2).fill(`New time: ${event.event_name}`))
  expect(moves()[0]?.text).not.toContain('give your ticket back')
  expect(await shown()).toMatchObject({ moved: { start_date_event: event.start_date_event, is_far: false } })
})

test('an event moved by more than a day shows that on the ticket, which can be given back with a refund due', async () => {
  const price = { is_free: false, ticket_price: 90, promptpay_id: '0812345678' }
  const { as, owner, person, ticket, event, edit, pass, moves, told, later, shown, logIn } =
    await startWithTicket(price)
  await as(owner).post(`/api/events/${event.id}/applications/paid`, { applications: [ticket.id] })
  await edit({
    start_date_event: later(event.start_date_event, 2 * day),
    end_date_event: later(event.end_date_event, 2 * day),
  })
  pass(10)
  await told()

  expect(moves()[0]?.text).toContain('The organizer then owes you a refund')
  expect(await shown()).toMatchObject({
    moved: { start_date_event: event.start_date_event, place: 'Sathorn Pier', is_far: true },
  })
  await (await logIn(person)).delete(`/api/tickets/${ticket.id}/cancel`)
  expect(await shown()).toMatchObject({ status: 'CANCELLED', refund: 'due' })
})

test('a new meeting link is mailed to ticket holders only, and other edits to nobody', async () => {
  const online = { is_online: true, meeting_link: 'https://meet.example.com/one', max_attendee: 1 }
  const { as, person, event, edit, pass, moves, told, addHolder } = await startWithTicket(online)
  const waiting = await addHolder()
  await as(waiting).post(`/api/tickets/event/${event.id}/register`, { wait: true })
  await edit({ description: 'Something else.' })
  pass(11)
  await told()
  expect(moves()).toEqual([])

  await edit({ meeting_link: 'https://meet.example.com/two' })
  pass(10)
  await told()
  expect(moves().map(({ to }) => to?.[0]?.address)).toEqual([addressOf(person)])
  expect(moves()[0]?.text).toContain('https://meet.example.com/two')
  expect(moves()[0]?.text).not.toContain('https://meet.example.com/one')
})

test('people on the waiting list are mailed without a calendar file, and nobody about an event that was called off', async () => {
  const { as, owner, event, edit, pass, moves, told, later, addHolder, logIn } = await startWithTicket({
    max_attendee: 1,
  })
  const waiting = await addHolder()
  await as(waiting).post(`/api/tickets/event/${event.id}/register`, { wait: true })
  await edit({ end_date_event: later(event.end_date_event, 30 * minute) })
  pass(10)
  await told()
  const toWaiting = moves().find(({ to }) => to?.[0]?.address === addressOf(waiting))
  expect(toWaiting?.text).toContain('Your application stays as it is.')
  expect(toWaiting?.attachments).toEqual([])

  await edit({ address: 'Wat Arun' })
  await (await logIn(owner)).delete(`/api/organizers/delete-event/${event.id}`)
  pass(10)
  await told()
  expect(moves()).toHaveLength(2)
})

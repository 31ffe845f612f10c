import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { eventFields } from '#server/testing/event-fields.ts'

/** Reads as 'Malee exe.png' in a list. */
const deceptive = 'Malee \u202Egnp.exe'

const registration = {
  username: 'somchai',
  password: 'a quiet river',
  password2: 'a quiet river',
  first_name: 'สมชาย',
  last_name: 'ใจดี',
  birth_date: '1990-05-15',
  phone_number: '0812345678',
  email: 'somchai@example.com',
}

test.each([deceptive, 'Two\nlines', 'Bell\u0007'])('a deceptive name is refused everywhere: %j', async (name) => {
  const { as, visitor, addUser, addEvent, clock } = await startApp()
  const person = await addUser()
  const event = await addEvent()
  const profile = `/api/users/edit-profile/${person.id}`

  const replies = [
    await visitor.post('/api/users/register', { ...registration, first_name: name }),
    await visitor.post('/api/users/register', { ...registration, last_name: name }),
    await as(person).patch(profile, { first_name: name }),
    await as(person).patch(profile, { last_name: name }),
    await as(person).patch(profile, { nationality: name }),
    await as(person).patch(profile, { address: name }),
    await as(person).post('/api/organizers/apply-organizer', {
      organizer_name: name,
      email: 'team@example.com',
      organization_type: 'COMPANY',
    }),
    await as(event.owner).patch('/api/organizers/update-organizer', { organizer_name: name }),
    await as(event.owner).post('/api/events/create-event', eventFields(clock.now, { event_name: name })),
    await as(event.owner).patch(`/api/events/${event.id}/edit`, { event_name: name }),
    await as(event.owner).post(`/api/events/${event.id}/door-links`, { name }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 422))
  for (const reply of replies)
    expect(reply.json().error).toMatch(/may not have line breaks or hidden control characters/)
})

test('two organizers cannot have names that look alike', async () => {
  const { as, addUser } = await startApp()
  const [first, second] = [await addUser(), await addUser()]
  const url = '/api/organizers/apply-organizer'
  const application = { email: 'team@example.com', organization_type: 'COMPANY' }

  const taken = await as(first).post(url, { ...application, organizer_name: 'Bangkok\u200B Books' })
  const refused = await as(second).post(url, { ...application, organizer_name: 'Bangkok Bo\u2060oks' })

  expect(taken.json().organizer_name).toBe('Bangkok Books')
  expect(refused.json().code).toBe('organizer_name_taken')
})

test('a username has no invisible letters', async () => {
  const { visitor } = await startApp()

  for (const username of ['som\u3164chai', 'som\uFE0Fchai', 'som\u034Fchai']) {
    const reply = await visitor.post('/api/users/register', { ...registration, username })

    expect(reply.json().detail[0]).toMatchObject({
      loc: ['body', 'username'],
      msg: 'Use only letters, digits and @ . + - _',
    })
  }
  expect((await visitor.post('/api/users/register', { ...registration, username: 'สมชาย' })).statusCode).toBe(201)
})

test('scans are accepted under any device name, which is reduced to one line', async () => {
  const { as, addUser, addEvent, clock, db } = await startApp()
  const event = await addEvent()
  const ticket = (await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)).json()
  const scan = { scan_id: crypto.randomUUID(), code: ticket.ticket_number, let_in: false }

  const reply = await as(event.owner).post(`/api/events/${event.id}/check-ins`, {
    device: deceptive,
    scans: [{ ...scan, scanned_at: clock.now.toISOString() }],
  })

  expect(reply.statusCode).toBe(200)
  expect((await db.pool.query('SELECT device FROM check_ins')).rows).toEqual([{ device: 'Malee gnp.exe' }])
})

test('names stored before the rule are shown as one line', async () => {
  const { as, addUser, addOrganizer, db } = await startApp()
  const person = await addUser()
  const [one, other] = [await addOrganizer(), await addOrganizer()]
  const dirty = 'UPDATE users SET first_name = $1, address = $2 WHERE id = $3'
  await db.pool.query(dirty, [deceptive, '99/1\r\nSukhumvit', person.id])
  const rename = 'UPDATE organizers SET organizer_name = $1 WHERE user_id = $2'
  await db.pool.query(rename, ['Books', one.id])
  await db.pool.query(rename, ['bo\u200Boks', other.id])

  await db.pool.query(readFileSync(new URL('migrations/044-names-in-one-line.sql', import.meta.url), 'utf8'))

  const profile = (await as(person).get('/api/users/profile')).json()
  const names = await db.pool.query('SELECT organizer_name FROM organizers ORDER BY id')
  expect(profile).toMatchObject({ first_name: 'Malee gnp.exe', address: '99/1 Sukhumvit' })
  expect(names.rows.map((row) => row.organizer_name)).toEqual(['Books', 'books 2'])
  expect((await as(person).patch(`/api/users/edit-profile/${person.id}`, profile)).statusCode).toBe(200)
})

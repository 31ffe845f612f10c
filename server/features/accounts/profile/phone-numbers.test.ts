import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

test('a phone number is taken as people write it and kept as ten digits, wherever it is given', async () => {
  const { visitor, as, addUser, addEvent } = await startApp()
  const person = await addUser()
  const event = await addEvent()
  const edit = (contact_phone: string) => as(event.owner).patch(`/api/events/${event.id}/edit`, { contact_phone })

  const registered = await visitor.post('/api/users/register', {
    username: 'somchai',
    password: 'a quiet river',
    password2: 'a quiet river',
    first_name: 'สมชาย',
    last_name: 'ใจดี',
    birth_date: '1990-05-15',
    phone_number: '+66 (0)81-234-5678',
    email: 'somchai@example.com',
  })
  const login = await visitor.post('/api/users/login', { username: 'somchai', password: 'a quiet river' })
  const profile = await as({ ...person, access: login.json().access_token }).get('/api/users/profile')
  const changed = await as(person).patch(`/api/users/edit-profile/${person.id}`, { phone_number: '๐๘๙ ๙๙๙ ๙๙๙๙' })

  expect(registered.statusCode).toBe(201)
  expect(profile.json().phone_number).toBe('0812345678')
  expect(changed.json().phone_number).toBe('0899999999')
  expect((await edit('+66 89-999-9999')).json().contact_phone).toBe('0899999999')
  // A landline or an extension is a number to call too.
  expect((await edit('02 123 4567 ext. 12')).json().contact_phone).toBe('02 123 4567 ext. 12')
  expect((await edit('+66 2 123 4567')).json().contact_phone).toBe('+66 2 123 4567')
})

test('an organizer finds an applicant by the phone number, however it is typed', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const anan = await addUser({ phone_number: '0899999999' })
  for (const person of [anan, await addUser()]) await as(person).post(`/api/tickets/event/${event.id}/register`)

  for (const typed of ['089-999-9999', '+66 89 999 9999', '0899']) {
    const search = `/api/events/${event.id}/attendee-list?search=${encodeURIComponent(typed)}`
    expect((await as(event.owner).get(search)).json()).toMatchObject([{ id: anan.id }])
  }
})

test('numbers from before the rule are kept as ten digits, and what is no such number stays', async () => {
  const { addUser, addEvent, db } = await startApp()
  const numbers = ['+66 81-234-5678', '๐๘๑ ๒๓๔ ๕๖๗๘', '0066812345678', '0812345678', '6612345678', '12345', '']
  const people = []
  for (const number of numbers) {
    const { id } = await addUser()
    await db.pool.query('UPDATE users SET phone_number = $1 WHERE id = $2', [number, id])
    people.push(id)
  }
  const mobile = await addEvent()
  await addEvent({ contact_phone: '02-123-4567' })
  await db.pool.query('UPDATE events SET contact_phone = $1 WHERE id = $2', ['(081) 234 5678', mobile.id])

  const migration = readFileSync(new URL('../../../migrations/078-applying.sql', import.meta.url), 'utf8')
  await db.pool.query(migration.slice(0, migration.indexOf('DROP FUNCTION')))

  const kept = await db.pool.query('SELECT phone_number FROM users WHERE id = ANY ($1) ORDER BY id', [people])
  const same = '0812345678'
  expect(kept.rows.map((row) => row.phone_number)).toEqual([same, same, same, same, '6612345678', '12345', ''])
  const events = await db.pool.query('SELECT contact_phone, version FROM events ORDER BY id')
  expect(events.rows).toEqual([
    { contact_phone: same, version: 2 },
    { contact_phone: '02-123-4567', version: 1 },
  ])
})

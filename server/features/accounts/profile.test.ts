import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'

const address = (person: { id: number }) => `/api/users/edit-profile/${person.id}/`

test('a profile change keeps fields that are not sent', async () => {
  const { as, addUser, clock } = await startApp()
  const person = await addUser({ first_name: 'Anan', birth_date: '1990-05-15' })
  clock.now = new Date(clock.now.getTime() + 60_000)

  const reply = await as(person).patch(address(person), {
    last_name: 'ทองดี',
    address: 'Chiang Mai',
    latitude: '18.79',
    longitude: 98.98,
    facebook_profile: 'https://www.facebook.com/anan',
    instagram_handle: 'http://instagram.com/anan/',
    phone_number: '0899999999',
  })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    first_name: 'Anan',
    last_name: 'ทองดี',
    address: 'Chiang Mai',
    latitude: 18.79,
    longitude: 98.98,
    facebook_profile: 'https://www.facebook.com/anan',
    instagram_handle: 'http://instagram.com/anan/',
    phone_number: '0899999999',
    birth_date: '1990-05-15',
    updated_at: clock.now.toISOString(),
  })
  expect((await as(person).get('/api/users/profile')).json()).toEqual(reply.json())
})

test('a whole profile can be sent back; read-only fields stay', async () => {
  const { as, addUser, db } = await startApp()
  const person = await addUser()
  const profile = (await as(person).get('/api/users/profile')).json()

  const same = await as(person).patch(address(person), profile)
  const greedy = await as(person).patch(address(person), {
    ...profile,
    id: 99,
    status: 'Organizer',
    role: 'Organizer',
    is_verified: true,
    email_verified_at: '2026-01-01T00:00:00Z',
    password_hash: 'x',
    google_sub: '1',
    profile_picture: 'https://evil.example/x.png',
    created_at: '2000-01-01T00:00:00Z',
    attended_events: 99,
    cancelled_events: 99,
    organizer: { is_verified: true },
    __unknown: { deep: [1] },
  })

  expect(same.statusCode).toBe(200)
  expect(greedy.statusCode).toBe(200)
  expect(greedy.json()).toEqual(same.json())
  const { rows } = await db.pool.query('SELECT email_verified_at, google_sub, password_hash FROM users')
  expect(rows[0]).toMatchObject({ email_verified_at: null, google_sub: null })
  expect(rows[0].password_hash).not.toBe('x')
})

test('a blank clears a text, but not a birth date', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser({ birth_date: '1990-05-15' })

  const reply = await as(person).patch(address(person), {
    phone_number: '',
    facebook_profile: null,
    latitude: '',
    birth_date: '',
  })

  expect(reply.json()).toMatchObject({
    phone_number: '',
    facebook_profile: '',
    latitude: null,
    birth_date: '1990-05-15',
  })
  const later = await as(person).patch(address(person), { birth_date: '2000-02-29' })
  expect(later.json().birth_date).toBe('2000-02-29')
})

test.each([
  ['facebook_profile', 'https://example.com/facebook.com/anan', /facebook/],
  ['facebook_profile', 'https://www.facebook.com/', /facebook/],
  ['facebook_profile', 'javascript:alert(1)//facebook.com/a', /facebook/],
  ['facebook_profile', 'https://m.facebook.com/anan', /facebook/],
  ['instagram_handle', '@anan', /instagram/],
  ['instagram_handle', 'https://instagram.com@evil.example/anan', /instagram/],
  ['phone_number', '081234567', /10 digits/],
  ['phone_number', '08123456789', /10 digits/],
  ['birth_date', '2999-01-01', /future/],
  ['birth_date', 'yesterday', /date/],
  ['email', 'nonsense', /email/],
  ['email', '', /required/],
  ['latitude', 91, /./],
  ['username', 'a b', /letters/],
  ['username', 'somebody@else.example', /your own/],
])('a profile refuses %s "%s"', async (field, value, words) => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  const reply = await as(person).patch(address(person), { [field]: value })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0]).toMatchObject({ loc: ['body', field], msg: expect.stringMatching(words) })
})

test('a name cannot be cleared, but may stay empty', async () => {
  const { as, addUser, db } = await startApp()
  const [named, nameless] = [await addUser(), await addUser()]
  await db.pool.query("UPDATE users SET first_name = '', last_name = '' WHERE id = $1", [nameless.id])

  const refused = await as(named).patch(address(named), { first_name: ' ', last_name: '' })
  const taken = await as(nameless).patch(address(nameless), { first_name: '', last_name: '', address: 'Nan' })

  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    'First name is required.',
    'Last name is required.',
  ])
  expect(taken.statusCode).toBe(200)
})

test("another user's profile cannot be edited, existing or not", async () => {
  const { as, visitor, addUser } = await startApp()
  const person = await addUser()
  const other = await addUser()

  expect((await as(person).patch(address(other), { first_name: 'X' })).statusCode).toBe(403)
  expect((await as(person).patch(address({ id: 999 }), { first_name: 'X' })).statusCode).toBe(403)
  expect((await visitor.patch(address(person), { first_name: 'X' })).statusCode).toBe(401)
  expect((await as(other).get('/api/users/profile')).json().first_name).toBe('Somchai')
})

test("a profile's counters follow its tickets", async () => {
  const { as, addUser, addEvent, clock } = await startApp()
  const person = await addUser()
  const [held, cancelled] = [await addEvent(), await addEvent()]
  const counters = async () => {
    const { attended_events, cancelled_events } = (await as(await fresh()).get('/api/users/profile')).json()
    return [attended_events, cancelled_events]
  }
  const fresh = async () => {
    const login = { username: person.username, password: 'correct horse battery' }
    const { access_token } = (await as(person).post('/api/users/login', login)).json()
    return { ...person, access: access_token }
  }

  await as(person).post(`/api/tickets/event/${held.id}/register`)
  const ticket = (await as(person).post(`/api/tickets/event/${cancelled.id}/register`)).json()
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)
  expect(await counters()).toEqual([0, 1])

  clock.now = new Date(clock.now.getTime() + 8 * 24 * 3_600_000)
  expect(await counters()).toEqual([1, 1])
})

test('phone numbers are accepted as people write them and stored as ten digits', async () => {
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

test('a birth date of either era and in Thai digits is stored in the usual form', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  for (const [typed, birth_date] of [
    ['2533-05-15', '1990-05-15'],
    ['๒๕๔๓-๐๒-๒๙', '2000-02-29'],
    ['๑๙๘๙-๑๒-๓๑', '1989-12-31'],
  ]) {
    const changed = await as(person).patch(address(person), { birth_date: typed })
    expect(changed.json()).toMatchObject({ birth_date })
  }
  const future = await as(person).patch(address(person), { birth_date: '2570-01-01' })
  expect(future.json().detail[0].msg).toBe('The date cannot be in the future.')
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

test('the migration turns old numbers into ten digits and leaves others', async () => {
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

  const migration = readFileSync(new URL('../../migrations/078-applying.sql', import.meta.url), 'utf8')
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

test('an account without a language gets that of the page it signs in from, and no other later', async () => {
  const { visitor, as, addUser } = await startApp()
  const person = await addUser()
  const form = { username: person.username, password }

  const first = await visitor.post('/th/api/users/login', form)
  const second = await visitor.post('/api/users/login', form)

  expect([first.json().language, second.json().language]).toEqual(['th', 'th'])
  expect((await as(person).get('/api/users/profile')).json().language).toBe('th')
})

test('a new account has the language of the page that made it, until another one is chosen', async () => {
  const { visitor, as, addUser } = await startApp()
  const account = { username: 'malee', email: 'malee@example.com', password: 'correct horse battery' }
  const details = { first_name: 'มาลี', last_name: 'สุขใจ', phone_number: '0812345678', birth_date: '1990-05-15' }
  await visitor.post('/th/api/users/register', { ...account, ...details, password2: account.password })
  const signedIn = await visitor.post('/api/users/login', { username: 'malee', password: account.password })
  const malee = as({ id: 0, username: 'malee', access: signedIn.json().access_token, refresh: '' })
  const languageOf = async (who: typeof malee) => (await who.get('/api/users/profile')).json().language
  const first = await languageOf(malee)

  const chosen = await malee.put('/api/users/language', { language: 'en' })

  expect(first).toBe('th')
  expect(chosen.json()).toEqual({ language: 'en' })
  expect(await languageOf(malee)).toBe('en')
  expect(await languageOf(as(await addUser()))).toBeNull()
  expect((await malee.put('/api/users/language', { language: 'fr' })).statusCode).toBe(422)
})

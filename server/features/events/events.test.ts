import { expect, test } from 'vitest'
import { bangkok } from '#contract/events/event-place.ts'

import { EventDetail } from '#contract/events/events.schemas.ts'
import { startApp } from '#server/testing/app.ts'
import { eventFields, everyField } from '#server/testing/event-fields.ts'

const url = '/api/events/create-event'
const day = 24 * 3_600_000

test('an event with every field filled is returned as written', async () => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const full = eventFields(clock.now, everyField)

  const reply = await as(organizer).post(url, full)
  const seen = await as(organizer).get(`/api/events/${reply.json().id}/`)

  expect(reply.statusCode).toBe(201)
  expect(seen.json()).toEqual(reply.json())
  expect(seen.json()).toMatchObject({
    ...full,
    user_id: organizer.id,
    status: 'UPCOMING',
    current_attendees: 0,
    organizer: { organization_type: 'COMPANY', is_verified: false },
    engagement: { total_likes: 0, total_bookmarks: 0 },
    user_engaged: { is_liked: false, is_bookmarked: false, is_applied: false },
  })
  expect(Object.keys(seen.json()).sort()).toEqual(Object.keys(EventDetail.shape).sort())
})

test('fields missing from a form get defaults', async () => {
  const { app, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const form = new FormData()
  for (const [name, value] of Object.entries(eventFields(clock.now))) form.append(name, String(value))
  for (const name of ['max_attendee', 'latitude', 'ticket_price', 'contact_email', 'tags']) form.append(name, '')
  form.append('allowed_email_domains', 'null')
  form.append('is_online', 'false')
  form.append('updated_at', '2001-01-01T00:00:00Z')
  form.append('user_id', '999')
  const body = new Response(form)

  const reply = await app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${organizer.access}`,
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  })

  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({
    user_id: organizer.id,
    updated_at: clock.now.toISOString(),
    max_attendee: null,
    latitude: 13.7563,
    is_free: true,
    is_online: false,
    category: 'CONFERENCE',
    dress_code: 'CASUAL',
    visibility: 'PUBLIC',
    allowed_email_domains: '',
  })
})

test('only organizers publish events', async () => {
  const { as, visitor, clock, addUser } = await startApp()
  const fields = eventFields(clock.now)

  expect((await visitor.post(url, fields)).statusCode).toBe(401)
  expect((await as(await addUser()).post(url, fields)).json().code).toBe('organizers_only')
})

test.each([
  ['event_name', 'x'.repeat(50), 'x'.repeat(51)],
  ['description', 'x'.repeat(350), 'x'.repeat(351)],
  ['detailed_description', 'x'.repeat(20_000), 'x'.repeat(20_001)],
  ['min_age_requirement', 0, -1],
  ['ticket_price', 0, -1],
  ['max_attendee', 0, -1],
  ['max_attendee', 10, 1.5],
  ['latitude', 90, 90.1],
  ['contact_email', 'a@example.com', 'a@'],
  ['website_url', 'https://example.com', 'javascript:alert(1)'],
  ['other_url', 'https://a.example, https://b.example', 'https://a.example, nonsense'],
  ['allowed_email_domains', 'ku.th, chula.ac.th', 'not a domain'],
  ['category', 'CONCERT', 'PARTY'],
  ['visibility', 'PRIVATE', 'SECRET'],
  ['is_free', 'true', 'maybe'],
  ['start_date_event', '2026-11-28T10:00:00+07:00', 'next week'],
])('%s is taken up to its limit and refused beyond it', async (field, good, bad) => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()

  const taken = await as(organizer).post(url, { ...eventFields(clock.now), [field]: good })
  const refused = await as(organizer).post(url, { ...eventFields(clock.now), [field]: bad })

  expect(taken.statusCode).toBe(201)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail[0].loc).toEqual(['body', field])
})

test('dates are in order and between this year and 100 years from now', async () => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const refusedField = async (dates: object) => {
    const reply = await as(organizer).post(url, { ...eventFields(clock.now), ...dates })
    return reply.json().detail?.[0].loc[1] ?? reply.statusCode
  }

  expect(await refusedField({ end_date_register: '2026-11-01T00:00:00Z' })).toBe('end_date_register')
  expect(await refusedField({ end_date_register: '2026-12-24T00:00:00Z' })).toBe('end_date_register')
  expect(await refusedField({ end_date_event: eventFields(clock.now).start_date_event })).toBe('end_date_event')
  expect(await refusedField({ start_date_register: '2025-06-01T00:00:00Z' })).toBe('start_date_register')
  expect(await refusedField({ end_date_event: '2127-06-01T00:00:00Z' })).toBe('end_date_event')
  expect(await refusedField({ start_date_register: '2026-01-01T00:00:00+07:00' })).toBe(201)
})

test('the status follows the clock', async () => {
  const { visitor, clock, addEvent } = await startApp()
  const event = await addEvent()
  const status = async () => (await visitor.get(`/api/events/${event.id}`)).json().status

  expect(await status()).toBe('UPCOMING')
  clock.now = new Date(clock.now.getTime() + 7 * day)
  expect(await status()).toBe('ONGOING')
  clock.now = new Date(clock.now.getTime() + day)
  expect(await status()).toBe('COMPLETED')
})

test('a private event is visible to its owner, its domains and ticket holders only', async () => {
  const { as, visitor, db, addUser, addEvent } = await startApp()
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const student = await addUser({ email: 'student@ku.th' })
  const guest = await addUser({ email: 'guest@ku.th' })
  await as(guest).post(`/api/tickets/event/${event.id}/register`)
  await db.pool.query(`UPDATE users SET email = 'guest@example.com' WHERE id = $1`, [guest.id])
  const stranger = await addUser()
  const url = `/api/events/${event.id}`

  for (const person of [event.owner, student, guest]) {
    expect((await as(person).get(url)).statusCode).toBe(200)
    expect((await as(person).get('/api/events/events')).json()).toHaveLength(1)
  }
  for (const caller of [visitor, as(stranger)]) {
    expect((await caller.get(url)).json()).toEqual((await caller.get('/api/events/987654')).json())
    expect((await caller.get('/api/events/events')).json()).toEqual([])
  }
})

test('with mail configured only a verified address opens a private event', async () => {
  const { as, db, addUser, addEvent } = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const student = await addUser({ email: 'student@ku.th' })
  const verified = (at: string | null) =>
    db.pool.query('UPDATE users SET email_verified_at = $1 WHERE id = $2', [at, student.id])
  const answers = async () => [
    (await as(student).get(`/api/events/${event.id}`)).statusCode,
    (await as(student).get('/api/events/events')).json().length,
    (await as(student).post(`/api/tickets/event/${event.id}/register`)).statusCode,
  ]

  await verified(null)
  expect(await answers()).toEqual([404, 0, 404])
  await verified('2026-11-01T00:00:00Z')
  expect(await answers()).toEqual([200, 1, 201])
})

test('a meeting link is shown only to the owner and to ticket holders', async () => {
  const { as, visitor, addUser, addEvent } = await startApp()
  const link = 'https://meet.example.com/abc'
  const event = await addEvent({ is_online: true, meeting_link: link })
  const [holder, stranger] = [await addUser(), await addUser()]
  await as(holder).post(`/api/tickets/event/${event.id}/register`)
  const seenBy = async (caller: typeof visitor) => (await caller.get(`/api/events/${event.id}`)).json().meeting_link

  expect(await seenBy(as(event.owner))).toBe(link)
  expect(await seenBy(as(holder))).toBe(link)
  expect(await seenBy(as(stranger))).toBe('')
  expect(await seenBy(visitor)).toBe('')
})

test('fields that do not apply are not stored', async () => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()

  const reply = await as(organizer).post(url, {
    ...eventFields(clock.now),
    is_free: true,
    ticket_price: 100,
    visibility: 'PUBLIC',
    allowed_email_domains: 'ku.th',
    meeting_link: 'https://meet.example.com',
  })

  expect(reply.json()).toMatchObject({ ticket_price: 0, allowed_email_domains: '', meeting_link: '' })
})

const create = '/api/events/create-event'

test.each([
  ['max_attendee', 'many'],
  ['max_attendee', 'Infinity'],
  ['max_attendee', '0x10'],
  ['max_attendee', '0b1'],
  ['max_attendee', '1e3'],
  ['max_attendee', '1_000'],
  ['max_attendee', '+5'],
  ['ticket_price', '1,250'],
  ['ticket_price', '1e2'],
  ['ticket_price', '.5'],
  ['expected_price', '0x10'],
  ['min_age_requirement', '?'],
  ['min_age_requirement', '1 8'],
  ['latitude', '0xD'],
  ['longitude', '1e2'],
])('a %s of "%s" is refused as no number', async (field, typed) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventFields(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toEqual([
    { loc: ['body', field], msg: 'Write the number with digits only.', type: expect.any(String) },
  ])
})

test.each([
  ['max_attendee', '50', 50],
  ['max_attendee', ' ๑๒๐ ', 120],
  ['max_attendee', 50, 50],
  ['ticket_price', '๑๙๙.๕๐', 199.5],
  ['ticket_price', '0199.07', 199.07],
  ['min_age_requirement', '18', 18],
  ['latitude', '-33.8688', -33.8688],
  ['longitude', '+100.5018', 100.5018],
])('a %s of "%s" is a number, in Thai digits too', async (field, typed, number) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventFields(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.json()).toMatchObject({ [field]: number })
})

test('the dates of an event are understood in both eras and in Thai digits', async () => {
  const { as, visitor, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventFields(clock.now),
    start_date_event: '2569-12-05T11:30:00Z',
    end_date_event: '๒๕๖๙-๑๒-๐๕T๒๐:๓๐:๐๐+๐๗:๐๐',
  })
  const listed = await visitor.get('/api/events/events?date=2569-12-05')

  expect(reply.json()).toMatchObject({
    start_date_event: '2026-12-05T11:30:00.000Z',
    end_date_event: '2026-12-05T13:30:00.000Z',
  })
  expect(listed.json()).toMatchObject([{ id: reply.json().id }])
})

test.each([
  ['max_attendee', '12.5', 'Must be a whole number.'],
  ['max_attendee', '-1', 'May not be below 0.'],
  ['max_attendee', '9'.repeat(40), 'This limit is too high.'],
  ['ticket_price', '10.005', 'Use at most two decimals.'],
  ['ticket_price', 10.005, 'Use at most two decimals.'],
  ['payment_words', 'ก'.repeat(301), 'Use at most 300 characters.'],
  ['ticket_price', '9'.repeat(40), 'This price is too high.'],
])('a %s of %s is refused with its own message', async (field, typed, words) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventFields(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', field], msg: words }])
})

test.each([
  ['promptpay_invalid', { promptpay_id: '081234567' }],
  ['promptpay_invalid', { promptpay_id: '12345678901234' }],
  ['payment_time_invalid', { promptpay_id: '0812345678', payment_minutes: 9 }],
  ['payment_time_invalid', { promptpay_id: '0812345678', payment_minutes: 10_081 }],
  ['date_past', { start_date_register: '2024-05-01T10:00:00Z' }],
  ['invalid_fields', { end_date_event: '2190-05-01T10:00:00Z' }],
  ['invalid_fields', { promptpay_id: '1', payment_minutes: 9 }],
])('%s is the code for %o, reported at its field', async (code, given) => {
  const { as, addOrganizer, clock } = await startApp()
  const priced = { is_free: false, ticket_price: 90 }

  const reply = await as(await addOrganizer()).post(create, eventFields(clock.now, { ...priced, ...given }))

  expect(reply.statusCode).toBe(422)
  expect(reply.json().code).toBe(code)
  const fields = reply.json().detail.map(({ loc }: { loc: string[] }) => loc[1])
  expect(Object.keys(given)).toEqual(expect.arrayContaining(fields))
})

test('blank numbers mean that nothing was given', async () => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(
    create,
    eventFields(clock.now, { latitude: ' ', max_attendee: ' ' }),
  )

  expect(reply.json()).toMatchObject({ latitude: 13.7563, max_attendee: null })
})

test('duplicates in a list are stored once', async () => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(
    create,
    eventFields(clock.now, { tags: 'music, river,music,,river' }),
  )

  expect(reply.json().tags).toBe('music,river')
})

const read = { place_to_be_announced: true, address: '', ...bangkok }

test('an event whose place is to be announced has no address and no pin', async () => {
  const { as, visitor, addEvent } = await startApp()
  const { id, owner } = await addEvent({ place_to_be_announced: true, address: 'Sathorn Pier', latitude: 13.7 })
  const edit = async (change: object) => (await as(owner).patch(`/api/events/${id}/edit`, change)).json()

  expect((await visitor.get(`/api/events/${id}`)).json()).toMatchObject(read)
  expect((await visitor.get('/api/events/events?fields=card')).json()).toMatchObject([read])

  const placed = { place_to_be_announced: false, address: 'Sathorn Pier' }
  expect(await edit({ address: 'Sathorn Pier' })).toMatchObject(placed)
  expect(await edit({ event_name: 'River Night' })).toMatchObject(placed)
  expect(await edit({ place_to_be_announced: true })).toMatchObject(read)
  expect(await edit({ is_online: true })).toMatchObject({ is_online: true, place_to_be_announced: false })
})

test('an event may say nothing about its place', async () => {
  const { visitor, addEvent } = await startApp()
  const { id } = await addEvent({ address: '', latitude: 13.72, longitude: 100.51 })

  expect((await visitor.get(`/api/events/${id}`)).json()).toMatchObject({
    place_to_be_announced: false,
    address: '',
    latitude: 13.72,
  })
})

import { expect, test } from 'vitest'
import { EventDetail } from '#contract/events/events.ts'
import { startApp } from '#server/testing/app.ts'
import { eventDraft, everyField } from '#server/testing/event-draft.ts'

const url = '/api/events/create-event'
const day = 24 * 3_600_000

test('an event with every field filled is read back as it was written', async () => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const full = eventDraft(clock.now, everyField)

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

test('a form leaves out what it does not know, and gets the defaults', async () => {
  const { app, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const form = new FormData()
  for (const [name, value] of Object.entries(eventDraft(clock.now))) form.append(name, String(value))
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
  const draft = eventDraft(clock.now)

  expect((await visitor.post(url, draft)).statusCode).toBe(401)
  expect((await as(await addUser()).post(url, draft)).json().code).toBe('organizers_only')
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

  const taken = await as(organizer).post(url, { ...eventDraft(clock.now), [field]: good })
  const refused = await as(organizer).post(url, { ...eventDraft(clock.now), [field]: bad })

  expect(taken.statusCode).toBe(201)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail[0].loc).toEqual(['body', field])
})

test('dates stand in their order and between this year and 100 years from now', async () => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()
  const refusedField = async (dates: object) => {
    const reply = await as(organizer).post(url, { ...eventDraft(clock.now), ...dates })
    return reply.json().detail?.[0].loc[1] ?? reply.statusCode
  }

  expect(await refusedField({ end_date_register: '2026-11-01T00:00:00Z' })).toBe('end_date_register')
  expect(await refusedField({ end_date_register: '2026-12-24T00:00:00Z' })).toBe('end_date_register')
  expect(await refusedField({ end_date_event: eventDraft(clock.now).start_date_event })).toBe('end_date_event')
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

test('a private event with domains is seen by its owner, its domains and ticket holders only', async () => {
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

test('where mail is configured, only a verified address of a domain admits to a private event', async () => {
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

test('what does not apply is not stored: the price of a free event, the domains of a public one', async () => {
  const { as, clock, addOrganizer } = await startApp()
  const organizer = await addOrganizer()

  const reply = await as(organizer).post(url, {
    ...eventDraft(clock.now),
    is_free: true,
    ticket_price: 100,
    visibility: 'PUBLIC',
    allowed_email_domains: 'ku.th',
    meeting_link: 'https://meet.example.com',
  })

  expect(reply.json()).toMatchObject({ ticket_price: 0, allowed_email_domains: '', meeting_link: '' })
})

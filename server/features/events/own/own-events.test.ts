import { expect, test } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'
import { eventDraft, everyField } from '#server/testing/event-draft.ts'

const editUrl = (id: number) => `/api/events/${id}/edit`
const apply = (id: number) => `/api/tickets/event/${id}/register`
const day = 24 * 3_600_000

test('an edit changes what is sent and leaves the rest', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent({ tags: 'river,music', max_attendee: 30, address: 'Sathorn Pier' })
  const before = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  clock.now = new Date(clock.now.getTime() + 60_000)

  const reply = await as(event.owner).patch(editUrl(event.id), { event_name: 'River Night', tags: '' })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    ...before,
    event_name: 'River Night',
    tags: '',
    updated_at: clock.now.toISOString(),
    version: before.version + 1,
  })
  expect((await as(event.owner).get(`/api/events/${event.id}/`)).json()).toEqual(reply.json())
})

test('every field can be edited', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent()
  const changes = eventDraft(new Date(clock.now.getTime() + day), everyField)

  const reply = await as(event.owner).patch(editUrl(event.id), changes)

  expect(reply.json()).toMatchObject(changes)
})

test('a whole event sent back is taken, and what only the server decides stays', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  await as(await addUser()).post(apply(event.id))
  const before = (await as(event.owner).get(`/api/events/${event.id}`)).json()

  const reply = await as(event.owner).patch(editUrl(event.id), {
    ...before,
    id: 99,
    user_id: 99,
    status: 'COMPLETED',
    is_verified: true,
    is_called_off: true,
    current_attendees: 0,
    event_image: '/pictures/other.webp',
    updated_at: '2020-01-01T00:00:00Z',
    organizer: { ...before.organizer, is_verified: true },
    engagement: { total_likes: 99, total_bookmarks: 99 },
  })

  expect(reply.json()).toEqual({ ...before, version: before.version + 1 })
})

test('a form edits as well: blank clears what may be empty, and is refused where something is needed', async () => {
  const { app, as, addEvent } = await startApp()
  const event = await addEvent({
    max_attendee: 5,
    contact_phone: '02 123 4567',
    is_free: false,
    ticket_price: 90,
    payment_words: 'Cash',
  })
  const send = (fields: Record<string, string>, multipart: boolean) => {
    const body = multipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const encoded = new Response(body)
    return encoded.text().then((payload) =>
      app.inject({
        method: 'PATCH',
        url: `${editUrl(event.id)}/`,
        headers: {
          authorization: `Bearer ${event.owner.access}`,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        payload,
      }),
    )
  }

  const cleared = await send({ max_attendee: '', contact_phone: '', ticket_price: '120.50', image: '' }, true)
  const urlencoded = await send({ is_free: 'true', max_attendee: '7' }, false)
  const refused = await send({ event_name: '' }, true)
  const noCategory = await send({ category: '' }, false)

  expect(cleared.json()).toMatchObject({ max_attendee: null, contact_phone: '', ticket_price: 120.5, is_free: false })
  expect(cleared.json().payment_words).toBe('Cash')
  expect(urlencoded.json()).toMatchObject({ is_free: true, ticket_price: 0, payment_words: '', max_attendee: 7 })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toEqual([expect.objectContaining({ loc: ['body', 'event_name'] })])
  expect(noCategory.json().error).toBe('Select an option')
  expect((await as(event.owner).get(`/api/events/${event.id}`)).json().event_name).toBe('Bangkok JavaScript Night')
})

test('the dates of an edit are checked together with those that stay', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent()
  const { start_date_event } = eventDraft(clock.now)

  const reply = await as(event.owner).patch(editUrl(event.id), { end_date_event: start_date_event })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0].loc).toEqual(['body', 'end_date_event'])
})

test('an event of last year can be corrected, but a date that changes lies in the years allowed', async () => {
  const { as, db, addEvent } = await startApp()
  const event = await addEvent()
  const before = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  await db.pool.query(
    `UPDATE events SET start_date_register = start_date_register - interval '1 year',
       end_date_register = end_date_register - interval '1 year', start_date_event = start_date_event - interval '1 year'
     WHERE id = $1`,
    [event.id],
  )

  const corrected = await as(event.owner).patch(editUrl(event.id), { description: 'Corrected.' })
  const moved = await as(event.owner).patch(editUrl(event.id), { start_date_event: '2025-11-01T00:00:00Z' })
  const renewed = await as(event.owner).patch(editUrl(event.id), { start_date_event: before.start_date_event })

  expect(corrected.json()).toMatchObject({ description: 'Corrected.', status: 'ONGOING' })
  expect(moved.json().detail[0].loc).toEqual(['body', 'start_date_event'])
  expect(renewed.json()).toMatchObject({ start_date_event: before.start_date_event, status: 'UPCOMING' })
})

test('what no longer applies goes: the price of a free event, the domains of a public one, the link of one in person', async () => {
  const { as, addEvent } = await startApp()
  const event = await addEvent({
    is_free: false,
    ticket_price: 100,
    visibility: 'PRIVATE',
    allowed_email_domains: 'ku.th',
    is_online: true,
    meeting_link: 'https://meet.example.com/abc',
  })

  const reply = await as(event.owner).patch(editUrl(event.id), {
    is_free: true,
    visibility: 'PUBLIC',
    is_online: false,
  })

  expect(reply.json()).toMatchObject({ ticket_price: 0, allowed_email_domains: '', meeting_link: '' })
})

test('two edits of different fields at once both stay', async () => {
  const { as, addEvent } = await startApp()
  const event = await addEvent()

  await Promise.all([
    ...Array.from({ length: 5 }, () => as(event.owner).patch(editUrl(event.id), { event_name: 'Renamed' })),
    ...Array.from({ length: 5 }, () => as(event.owner).patch(editUrl(event.id), { tags: 'moved' })),
  ])

  expect((await as(event.owner).get(`/api/events/${event.id}`)).json()).toMatchObject({
    event_name: 'Renamed',
    tags: 'moved',
  })
})

test("my events are one's own, private ones too, newest first", async () => {
  const { as, addEvent, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const first = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' }, owner)
  const second = await addEvent({ category: 'CONCERT' }, owner)
  await addEvent()
  const ids = async (person: Person, query = '') =>
    (await as(person).get(`/api/events/my-events${query}`)).json().map((event: { id: number }) => event.id)

  expect(await ids(owner, '/')).toEqual([second.id, first.id])
  expect(await ids(owner, '?category=CONCERT')).toEqual([second.id])
  expect((await as(owner).get('/api/events/my-events?limit=1')).headers).toMatchObject({
    'x-total-count': '2',
    link: '</api/events/my-events?sort=newest&limit=1&cursor=after_1795230000000000_2>; rel="next"',
  })
  expect(await ids(await addOrganizer())).toEqual([])
})

test('an event whose start is moved says from when, and other edits leave that alone', async () => {
  const { as, addEvent, clock } = await startApp()
  const event = await addEvent()
  const inDays = (days: number) => new Date(clock.now.getTime() + days * day).toISOString()
  const edit = async (change: object) => (await as(event.owner).patch(editUrl(event.id), change)).json()
  const { start_date_event: first } = await edit({ event_name: 'River Night', end_date_event: inDays(9) })

  expect(await edit({})).toMatchObject({ start_date_event: first, previous_start_date: null })
  expect(await edit({ start_date_event: inDays(8) })).toMatchObject({ previous_start_date: first })
  expect(await edit({ event_name: 'Night' })).toMatchObject({ previous_start_date: first })
  expect(await edit({ start_date_event: inDays(8.5) })).toMatchObject({ previous_start_date: inDays(8) })
})

import { expect, test } from 'vitest'
import { signedText } from '#contract/tickets/ticket-code.ts'
import { type Person, startApp } from '#server/testing/app.ts'

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`
const day = 24 * 3_600_000

test('applying gives a ticket and counts towards the event', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  const person = await addUser({ first_name: 'สมหญิง', last_name: 'รักไทย' })

  const reply = await as(person).post(apply(event.id))
  const tickets = await as(person).get(`/api/tickets/user/${person.id}`)
  const seen = await as(person).get(`/api/events/${event.id}`)

  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ event_id: event.id, fullname: 'สมหญิง รักไทย', status: 'ACTIVE' })
  expect(reply.json().ticket_number).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
  expect(tickets.json()).toEqual([reply.json()])
  expect(seen.json()).toMatchObject({ current_attendees: 1, user_engaged: { is_applied: true } })
})

test('fifty people race for five seats over several connections and five get one', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  const people = await Promise.all(Array.from({ length: 50 }, () => addUser()))

  const replies = await Promise.all(people.map((person) => as(person).post(apply(event.id))))
  const held = await Promise.all(people.map((person) => as(person).get(`/api/tickets/user/${person.id}`)))

  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(5)
  expect(replies.filter((reply) => reply.json().code === 'event_full')).toHaveLength(45)
  expect(held.flatMap((reply) => reply.json())).toHaveLength(5)
  expect((await as(event.owner).get(`/api/events/${event.id}`)).json().current_attendees).toBe(5)
})

test('a person who presses fifty times holds one ticket', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const person = await addUser()

  const replies = await Promise.all(Array.from({ length: 50 }, () => as(person).post(apply(event.id))))

  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().code === 'already_applied')).toHaveLength(49)
})

test('a cancelled ticket frees its seat at once, and applying again gives a new one', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 1 })
  const [first, second] = [await addUser(), await addUser()]
  const ticket = (await as(first).post(apply(event.id))).json()
  expect((await as(second).post(apply(event.id))).json().code).toBe('event_full')

  const cancelled = await as(first).delete(`/api/tickets/${ticket.id}/cancel`)
  const again = await as(first).post(apply(event.id))

  expect(cancelled.json()).toMatchObject({ id: ticket.id, status: 'CANCELLED' })
  expect(again.json().ticket_number).not.toBe(ticket.ticket_number)
  expect((await as(first).get(`/api/tickets/user/${first.id}`)).json()).toHaveLength(2)
  expect((await as(second).post(apply(event.id))).json().code).toBe('event_full')
})

test('a ticket is cancelled once, however often one asks', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const person = await addUser()
  const ticket = (await as(person).post(apply(event.id))).json()

  const replies = await Promise.all(
    Array.from({ length: 10 }, () => as(person).delete(`/api/tickets/${ticket.id}/cancel`)),
  )

  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().code === 'ticket_not_active')).toHaveLength(9)
  expect((await as(person).get(`/api/events/${event.id}`)).json().current_attendees).toBe(0)
})

test('a ticket can be cancelled until the event starts', async () => {
  const { as, visitor, addUser, addEvent, clock } = await startApp()
  const event = await addEvent()
  const person = await addUser()
  const ticket = (await as(person).post(apply(event.id))).json()

  clock.now = new Date(clock.now.getTime() + 7 * day)
  const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
  const reply = await as({ ...person, access }).delete(`/api/tickets/${ticket.id}/cancel`)

  expect(reply.statusCode).toBe(409)
  expect(reply.json().code).toBe('event_started')
})

test('a ticket that was not used expires with its event', async () => {
  const { as, visitor, addUser, addEvent, clock } = await startApp()
  const event = await addEvent()
  const person = await addUser()
  const ticket = (await as(person).post(apply(event.id))).json()

  clock.now = new Date(clock.now.getTime() + 8 * day)
  const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
  const later = as({ ...person, access })

  expect((await later.get(`/api/tickets/${ticket.id}`)).json().status).toBe('EXPIRED')
  expect((await later.get('/api/users/profile')).json()).toMatchObject({ attended_events: 1, cancelled_events: 0 })
})

test('a ticket is readable by its holder and the owner of the event, and by nobody else', async () => {
  const { as, visitor, addUser, addOrganizer, addEvent } = await startApp()
  const event = await addEvent()
  const [holder, stranger, otherOrganizer] = [await addUser(), await addUser(), await addOrganizer()]
  const { id } = (await as(holder).post(apply(event.id))).json()
  const status = async (person: Person) => (await as(person).get(`/api/tickets/${id}`)).statusCode

  expect(await status(holder)).toBe(200)
  expect(await status(event.owner)).toBe(200)
  expect(await status(stranger)).toBe(404)
  expect(await status(otherOrganizer)).toBe(404)
  expect((await visitor.get(`/api/tickets/${id}`)).statusCode).toBe(401)
  expect((await as(stranger).get(`/api/tickets/user/${holder.id}`)).statusCode).toBe(403)
  expect((await as(stranger).delete(`/api/tickets/${id}/cancel`)).statusCode).toBe(404)
})

test('a ticket is signed by the server for its event and its number only', async () => {
  const { as, ctx, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const person = await addUser()
  const { id } = (await as(person).post(apply(event.id))).json()

  const ticket = (await as(person).get(`/api/tickets/${id}`)).json()
  const seenByOwner = (await as(event.owner).get(`/api/tickets/${id}`)).json()
  const isSigned = (given: object) => ctx.signingKey.verify(signedText({ ...ticket, ...given }), ticket.signature)

  expect(isSigned({})).toBe(true)
  expect(isSigned({ event_id: event.id + 1 })).toBe(false)
  expect(isSigned({ ticket_number: 'AAAA-AAAA' })).toBe(false)
  expect(isSigned({ ticket_id: '7e4f2a35-0d0b-4d8e-9a35-3f8c3c1f0a11' })).toBe(false)
  expect(seenByOwner.signature).toBe(ticket.signature)
})

test('an owner cannot apply for their own event', async () => {
  const { as, addEvent } = await startApp()
  const event = await addEvent()

  const reply = await as(event.owner).post(apply(event.id))

  expect(reply.statusCode).toBe(403)
  expect(reply.json().code).toBe('own_event')
})

test('registration is open from its first instant and closed at its last', async () => {
  const { as, addUser, addEvent, clock } = await startApp()
  const opens = new Date(clock.now.getTime() + 60_000)
  const closes = new Date(clock.now.getTime() + 120_000)
  const event = await addEvent({ start_date_register: opens.toISOString(), end_date_register: closes.toISOString() })
  const [early, late] = [await addUser(), await addUser()]

  expect((await as(early).post(apply(event.id))).json().code).toBe('registration_not_open')
  clock.now = opens
  expect((await as(early).post(apply(event.id))).statusCode).toBe(201)
  clock.now = closes
  expect((await as(late).post(apply(event.id))).json().code).toBe('registration_closed')
})

test('the minimum age counts on the day of the event, and asks for a birth date only then', async () => {
  const { as, db, addUser, addEvent } = await startApp()
  // The event is on 28 November 2026.
  const event = await addEvent({ min_age_requirement: 20 })
  const [onThatDay, dayAfter, unknown] = [
    await addUser({ birth_date: '2006-11-28' }),
    await addUser({ birth_date: '2006-11-29' }),
    await addUser(),
  ]
  await db.pool.query('UPDATE users SET birth_date = NULL WHERE id = $1', [unknown.id])

  expect((await as(onThatDay).post(apply(event.id))).statusCode).toBe(201)
  expect((await as(dayAfter).post(apply(event.id))).json().code).toBe('too_young')
  expect((await as(unknown).post(apply(event.id))).json().code).toBe('birth_date_missing')
})

test('a private event with domains admits exactly those domains, and does not exist for others', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'KU.th, chula.ac.th' })
  const student = await addUser({ email: 'student@ku.TH' })

  expect((await as(student).post(apply(event.id))).statusCode).toBe(201)
  for (const email of ['a@evilku.th', 'b@sub.ku.th', 'c@example.com']) {
    const stranger = await addUser({ email })

    expect((await as(stranger).post(apply(event.id))).json()).toEqual((await as(stranger).post(apply(987_654))).json())
  }
})

test('a domain that is no longer allowed is refused before age or an existing ticket', async () => {
  const { as, db, addUser, addEvent } = await startApp()
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const student = await addUser({ email: 'student@ku.th' })
  await as(student).post(apply(event.id))
  await db.pool.query('UPDATE events SET allowed_email_domains = $1, min_age_requirement = 99', ['chula.ac.th'])

  const again = await as(student).post(apply(event.id))

  expect(again.json()).toMatchObject({ code: 'email_domain_not_allowed' })
  expect(again.statusCode).toBe(403)
})

test('a private event without domains admits anyone with the link', async () => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent({ visibility: 'PRIVATE' })
  const { link_key } = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  const [guest, stranger] = [await addUser(), await addUser()]
  await as(guest).get(`/api/events/${event.id}?link=${link_key}`)

  expect((await as(guest).post(apply(event.id))).statusCode).toBe(201)
  expect((await as(stranger).post(apply(event.id))).json().code).toBe('event_not_found')
})

test('an unknown event is a 404', async () => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  for (const id of ['1', '0', '-1', 'abc', '99999999999999999999', '1.5', '%00']) {
    const reply = await as(person).post(`/api/tickets/event/${id}/register`)

    expect(reply.statusCode).toBe(404)
    expect(reply.json().error).not.toBe('')
  }
})

test('more than sixty applications a minute are refused', async () => {
  const { as, addUser, addEvent } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const event = await addEvent()
  const [hasty, calm] = [await addUser(), await addUser()]

  const replies = await Promise.all(Array.from({ length: 61 }, () => as(hasty).post(apply(event.id))))

  const waiting = replies.filter(({ statusCode }) => statusCode === 429)
  expect(waiting).toHaveLength(1)
  expect(Number(waiting[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await as(calm).post(apply(event.id))).statusCode).toBe(201)
})

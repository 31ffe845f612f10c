import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { calendarIn } from '#server/testing/applications/ticket-mails.ts'
import { readCalendar } from '#server/testing/feeds/calendar.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const url = '/api/tickets/calendar-feed'
const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`

test('nobody has an address until they ask for one, and it stays until they make another or switch it off', async () => {
  const { as, visitor, addUser } = await startApp()
  const person = await addUser()

  const before = await as(person).get(url)
  const made = await as(person).post(url)
  const shown = await as(person).get(url)
  const renewed = await as(person).post(url)

  expect(before.json()).toEqual({ path: '' })
  expect([made.statusCode, made.json().path]).toEqual([
    201,
    expect.stringMatching(/^\/feeds\/tickets\/[\w-]{32}\.ics$/),
  ])
  expect(shown.json()).toEqual(made.json())
  expect(renewed.json().path).not.toBe(made.json().path)
  expect((await visitor.get(made.json().path)).statusCode).toBe(404)
  expect((await visitor.get(renewed.json().path)).statusCode).toBe(200)

  expect((await as(person).delete(url)).json()).toEqual({ path: '' })
  expect((await visitor.get(renewed.json().path)).json()).toEqual((await visitor.get('/feeds/tickets/x.ics')).json())
  expect((await as(person).get(url)).json()).toEqual({ path: '' })
  for (const method of ['get', 'post', 'delete'] as const) expect((await visitor[method](url)).statusCode).toBe(401)
})

test('the calendar has its owner’s tickets except cancelled ones, and is not cached publicly', async () => {
  const product = await startApp({ PUBLIC_URL: 'https://ruam.example' })
  const { as, visitor, addUser, addEvent } = product
  const [person, other] = [await addUser(), await addUser()]
  const [jazz, blues] = [await addEvent({ event_name: 'Jazz' }), await addEvent({ event_name: 'Blues' })]
  const ticket = (await as(person).post(apply(jazz.id))).json()
  const given = (await as(person).post(apply(blues.id))).json()
  await as(other).post(apply(blues.id))
  await as(person).delete(`/api/tickets/${given.id}/cancel`)
  const { path } = (await as(person).post(url)).json()

  const { entries } = await readCalendar(visitor, path)
  const { headers } = await visitor.get(path)

  expect(entries).toEqual([expect.objectContaining({ uid: ticket.ticket_id, name: 'Jazz', status: 'CONFIRMED' })])
  expect(entries[0]?.description).toBe(
    `Ticket ${ticket.ticket_number}: https://ruam.example/virtual-ticket/${ticket.id}`,
  )
  expect(headers).toMatchObject({
    ...{ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' },
    ...{ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
  })
  const again = await product.app.inject({ url: path, headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'private, no-cache'])
})

test('a valid ticket shows the meeting link, and a called-off event is struck out', async () => {
  const { as, visitor, addUser, addEvent, clock } = await startApp()
  const meeting_link = 'https://meet.example/abc'
  const [kept, calledOff] = [await addEvent({ is_online: true, meeting_link }), await addEvent({ event_name: 'Off' })]
  const person = await addUser()
  await as(person).post(apply(kept.id))
  const early = (await as(person).post(apply(calledOff.id))).json()
  await as(person).delete(`/api/tickets/${early.id}/cancel`)
  clock.now = new Date(clock.now.getTime() + 1_000)
  const { ticket_id } = (await as(person).post(apply(calledOff.id))).json()
  const { path } = (await as(person).post(url)).json()
  const { entries: before } = await readCalendar(visitor, path)

  clock.now = new Date(clock.now.getTime() + 1_000)
  await as(calledOff.owner).delete(`/api/organizers/delete-event/${calledOff.id}`)
  const { entries: after } = await readCalendar(visitor, path)
  clock.now = new Date(clock.now.getTime() + 8 * 24 * 3_600_000)
  const { entries: later } = await readCalendar(visitor, path)

  const sequenceOf = (entries: typeof after) => entries.find(({ uid }) => uid === ticket_id)?.sequence ?? Number.NaN
  expect(before.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
  expect(after).toHaveLength(2)
  expect(after).toContainEqual(expect.objectContaining({ uid: ticket_id, name: 'Off', status: 'CANCELLED' }))
  expect(sequenceOf(after)).toBeGreaterThan(sequenceOf(before))
  expect(after).toContainEqual(expect.objectContaining({ location: meeting_link, status: 'CONFIRMED' }))
  expect(JSON.stringify(later)).not.toContain(meeting_link)
})

test('the entry in calendars stays the same when the ticket is passed on or goes to a guest', async () => {
  const { as, mail, visitor, addHolder, addEvent } = await startWithMail()
  const person = await addHolder()
  const { id: eventId } = await addEvent({ max_party: 2 })
  const { id, ticket_id } = (await as(person).post(apply(eventId), { guests: [{ name: 'Somchai' }] })).json()
  const { path } = (await as(person).post(url)).json()
  const uids = async () => (await readCalendar(visitor, path)).entries.map(({ uid }) => uid)

  await as(person).put(`/api/tickets/${id}/name`, { name: 'Mali' })
  const passedOn = await uids()
  await as(person).put(`/api/tickets/${id}/name`, { name: 'Prasit' })
  await as(person).delete(`/api/tickets/${id}/cancel?one_seat=true`)
  const ofGuest = await uids()
  const left = (await as(person).get(`/api/tickets/${id}`)).json()
  await as(person).delete(`/api/tickets/${id}/cancel`)
  // The mails before it are only sent if they come before the cancellation.
  const ending = await eventually(() => {
    const files = mail.mails.filter(({ attachments }) => attachments.length > 0).map(calendarIn)
    return files.find((lines) => lines.includes('METHOD:CANCEL')) ?? Promise.reject(new Error('not cancelled by mail'))
  })

  expect(left).toMatchObject({ fullname: 'Somchai', status: 'ACTIVE' })
  expect([passedOn, ofGuest]).toEqual([[ticket_id], [ticket_id]])
  expect(ending).toContain(`UID:${ticket_id}`)
})

test('deleting the account ends the address', async () => {
  const { as, visitor, addUser } = await startApp()
  const person = await addUser()
  const { path } = (await as(person).post(url)).json()

  await as(person).post('/api/users/deletion', { current_password: 'correct horse battery' })

  expect((await visitor.get(path)).statusCode).toBe(404)
})

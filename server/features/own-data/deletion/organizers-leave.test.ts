import { expect, test } from 'vitest'
import { pictureWidths } from '#contract/pictures.ts'
import { password } from '#server/testing/app.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { picture, startWithPictures } from '#server/testing/pictures.ts'

const url = '/api/users/deletion'
const proof = { current_password: password }

test('an organizer calls off what is still to come first, and is told of it', async () => {
  const { as, addUser, addEvent, db } = await startWithPictures()
  const [coming, other] = [await addEvent(), await addEvent()]
  const past = await addEvent({}, coming.owner)
  await as(await addUser()).post(`/api/tickets/event/${coming.id}/register`)
  await endEvent(db, past.id)

  const preview = (await as(coming.owner).get(url)).json()
  const refused = await as(coming.owner).post(url, proof)
  await as(coming.owner).delete(`/api/organizers/delete-event/${coming.id}`)
  const deleted = await as(coming.owner).post(url, proof)

  expect(preview).toMatchObject({ is_organizer: true, former_events: 1, upcoming_events: 1 })
  expect(preview.events_to_call_off).toEqual([
    { id: coming.id, event_name: coming.event_name, start_date_event: expect.any(String) },
  ])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'events_to_call_off'])
  expect(deleted.statusCode).toBe(200)
  expect((await as(other.owner).get(`/api/events/${other.id}`)).statusCode).toBe(200)
})

test('past events leave every list; whoever held a ticket reads them without the organizer, nobody else does', async () => {
  const { as, visitor, addUser, addEvent, db } = await startWithPictures()
  const contact = { contact_email: 'me@example.com', contact_phone: '0812345678', website_url: 'https://me.example/' }
  const paying = { is_free: false, ticket_price: 100, payment_words: 'PromptPay 0812345678' }
  const account = { promptpay_id: '0812345678', promptpay_name: 'Malee Suksan' }
  const event = await addEvent({ ...contact, ...paying })
  const empty = await addEvent({}, event.owner)
  const [holder, stranger] = [await addUser(), await addUser()]
  const { id: ticketId } = (await as(holder).post(`/api/tickets/event/${event.id}/register`)).json()
  await as(event.owner).patch(`/api/events/${event.id}/edit`, account)
  const { secret } = (await as(event.owner).post(`/api/events/${event.id}/door-links`, { name: 'My phone' })).json()
  for (const { id } of [event, empty]) await endEvent(db, id)

  expect((await as(event.owner).post(url, proof)).statusCode).toBe(200)

  const read = await as(holder).get(`/api/events/${event.id}`)
  const organizer = { id: 0, organizer_name: 'Deleted account', email: '', logo: '', is_verified: false }
  expect(read.json()).toMatchObject({
    user_id: 0,
    event_name: event.event_name,
    contact_email: '',
    contact_phone: '',
    website_url: '',
    payment_words: '',
    organizer,
  })
  const { rows: accounts } = await db.pool.query('SELECT promptpay_id, promptpay_name FROM events')
  expect(accounts).toEqual([{ promptpay_id: '', promptpay_name: '' }])
  expect((await as(holder).get(`/api/tickets/${ticketId}`)).statusCode).toBe(200)
  expect((await visitor.get('/api/events/events')).json()).toEqual([])
  for (const caller of [visitor, as(stranger)]) {
    for (const path of [`/api/events/${event.id}`, `/api/events/${event.id}/comments`, `/api/events/${empty.id}`]) {
      expect((await caller.get(path)).statusCode).toBe(404)
    }
  }
  expect((await as(stranger).post(`/api/tickets/event/${event.id}/register`)).json().code).toBe('event_not_found')
  const { rows } = await db.pool.query(
    'SELECT (SELECT count(*)::int FROM events) events, count(*)::int FROM door_links',
  )
  expect(rows).toEqual([{ events: 1, count: 0 }])
  expect(secret).toBeDefined()
})

test('the name of an organizer is free again, and whom they blocked is blocked no more', async () => {
  const { as, addUser, addOrganizer, db } = await startWithPictures()
  const organizer = await addOrganizer()
  const { organizer_name } = (await as(organizer).get('/api/organizers/view-organizer')).json()

  await as(organizer).post(url, proof)

  const application = { organizer_name, email: 'new@example.com', organization_type: 'COMPANY' }
  expect((await as(await addUser()).post('/api/organizers/apply-organizer', application)).statusCode).toBe(201)
  expect((await db.pool.query('SELECT FROM blocks')).rowCount).toBe(0)
})

test('every picture of the person leaves the store: their own, their logo, and those of their events', async () => {
  const { app, as, addUser, addEvent, upload, files, db } = await startWithPictures()
  const event = await addEvent()
  const empty = await addEvent({}, event.owner)
  const content = await picture(300, 300).png().toBuffer()
  const { id } = (await as(event.owner).get('/api/organizers/view-organizer')).json()
  const send = async (address: string, field: string) => {
    const payload = new FormData()
    payload.set(field, new File([new Uint8Array(content)], 'a.png'))
    const headers = { authorization: `Bearer ${event.owner.access}` }
    expect((await app.inject({ method: 'POST', url: address, headers, payload })).statusCode).toBe(200)
  }
  await upload(event.owner, content)
  await send(`/api/organizers/${id}/upload/logo`, 'logo')
  for (const own of [event, empty]) await send(`/api/events/${own.id}/upload/event-image`, 'file')
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  for (const own of [event, empty]) await endEvent(db, own.id)
  expect(await files()).toHaveLength(4 * pictureWidths.length)

  await as(event.owner).post(url, proof)

  await eventually(async () => expect(await files()).toEqual([]))
})

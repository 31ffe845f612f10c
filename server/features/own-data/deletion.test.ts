import { expect, test } from 'vitest'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'
import { startGoogle } from '#server/testing/google.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const url = '/api/users/deletion'
const proof = { current_password: password }
type Product = Awaited<ReturnType<typeof startApp>>

const applyFor = async ({ as }: Pick<Product, 'as'>, person: Person, eventId: number) =>
  (await as(person).post(`/api/tickets/event/${eventId}/register`)).json()

const seatsOf = async ({ visitor }: Pick<Product, 'visitor'>, eventId: number) =>
  (await visitor.get(`/api/events/${eventId}`)).json().current_attendees

test('deleting an account removes every trace of the person and ends all sessions', async () => {
  const { as, visitor, addUser, db } = await startApp()
  const person = await addUser({ username: 'anan', email: 'anan@example.com' })
  const login = { username: 'anan', password }
  const phone = { ...person, access: (await visitor.post('/api/users/login', login)).json().access_token }

  const deleted = await as(person).post(url, proof)

  expect(deleted.json()).toEqual({ cancelled_tickets: 0, message: 'Your account has been deleted.' })
  for (const device of [person, phone]) {
    expect((await as(device).get('/api/users/profile')).json().code).toBe('session_expired')
  }
  expect((await visitor.post('/api/token/refresh', { refresh: person.refresh })).statusCode).toBe(401)
  expect((await visitor.post('/api/users/login', login)).json().code).toBe('wrong_credentials')
  for (const table of ['users', 'sessions', 'login_networks', 'email_links']) {
    expect((await db.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0)
  }
})

test("a deleted account's username and email are available at once", async () => {
  const { as, addUser } = await startApp()
  const given = { username: 'anan', email: 'anan@example.com' }
  const person = await addUser(given)

  await as(person).post(url, proof)

  expect((await addUser(given)).id).not.toBe(person.id)
})

test.each([
  [{}, 403, 'password_needed'],
  [{ current_password: 'guess' }, 400, 'wrong_password'],
])('with %o the account stays', async (given, status, code) => {
  const { as, addUser } = await startApp()
  const person = await addUser()

  const refused = await as(person).post(url, given)

  expect([refused.statusCode, refused.json().code]).toEqual([status, code])
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
})

test('without a password the proof is a sign-in with Google', async () => {
  const google = await startGoogle()
  const { as, visitor, clock } = await startApp(google.env)
  const token = (iat?: number) =>
    google.tokenFor({ sub: '1001', email: 'malee@example.com', ...(iat ? { iat } : {}) }, clock.now)
  const session = (await visitor.post('/api/users/auth/google', { token: await token() })).json()
  const person = { ...session, access: session.access_token }
  const old = await token(clock.now.getTime() / 1000 - 360)

  expect((await as(person).post(url, {})).json().code).toBe('google_sign_in_needed')
  expect((await as(person).post(url, { google_token: old })).json().code).toBe('google_sign_in_needed')
  expect((await as(person).post(url, { google_token: await token() })).statusCode).toBe(200)
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(401)
})

test('deletion cancels upcoming tickets and removes the name from past ones', async () => {
  const product = await startApp()
  const { as, addUser, addEvent, db } = product
  const person = await addUser()
  const [coming, used, past] = [await addEvent({ max_attendee: 1 }), await addEvent(), await addEvent()]
  for (const event of [coming, used, past]) await applyFor(product, person, event.id)
  await db.pool.query("UPDATE tickets SET status = 'USED', used_at = now() WHERE event_id = $1", [used.id])
  await endEvent(db, past.id)
  const preview = (await as(person).get(url)).json()

  const deleted = await as(person).post(url, proof)

  expect(preview).toMatchObject({ upcoming_tickets: 1, past_tickets: 2 })
  expect(deleted.json().cancelled_tickets).toBe(1)
  const { rows } = await db.pool.query('SELECT event_id, user_id, fullname, status FROM tickets ORDER BY event_id')
  expect(rows).toEqual([
    { event_id: coming.id, user_id: null, fullname: 'Deleted account', status: 'CANCELLED' },
    { event_id: used.id, user_id: null, fullname: 'Deleted account', status: 'USED' },
    { event_id: past.id, user_id: null, fullname: 'Deleted account', status: 'ACTIVE' },
  ])
  expect(await Promise.all([coming, used, past].map(({ id }) => seatsOf(product, id)))).toEqual([0, 1, 1])
  expect(await applyFor(product, await addUser(), coming.id)).toMatchObject({ status: 'ACTIVE' })
})

test('the preview counts drafts, and open applications once each, however many seats they are for', async () => {
  const product = await startApp()
  const { as, addOrganizer, addUser, addEvent } = product
  const person = await addOrganizer()
  const [full, decided] = [await addEvent({ max_attendee: 1 }), await addEvent({ needs_approval: true, max_party: 2 })]
  await applyFor(product, await addUser(), full.id)
  await as(person).post(`/api/tickets/event/${full.id}/register`, { wait: true })
  await as(person).post(`/api/tickets/event/${decided.id}/register`, { guests: [{ name: 'Nok' }] })
  await as(person).post('/api/events/drafts', { event_name: 'Unfinished' })

  const preview = (await as(person).get(url)).json()

  expect(preview).toMatchObject({ upcoming_tickets: 0, open_applications: 2, drafts: 1 })
})

test('owners see "Deleted account" in the list and the CSV, and the same totals', async () => {
  const product = await startApp()
  const { as, addUser, addEvent, db } = product
  const event = await addEvent()
  const leaving = [await addUser({ first_name: 'Malee' }), await addUser({ first_name: 'Malee' })]
  const staying = await addUser()
  for (const person of [...leaving, staying]) await applyFor(product, person, event.id)
  await endEvent(db, event.id)

  for (const person of leaving) await as(person).post(url, proof)

  const list = `/api/events/${event.id}/attendee-list`
  const all = await as(event.owner).get(list)
  expect(all.headers['x-total-count']).toBe('3')
  const gone = all.json().filter(({ username }: { username: string }) => username === 'Deleted account')
  const nothing = { first_name: '', last_name: '', email: '', phone_number: '', address: '', birth_date: null }
  expect(gone).toMatchObject([nothing, nothing])
  expect(new Set(gone.map(({ id }: { id: number }) => id)).size).toBe(2)
  expect((await as(event.owner).get(`${list}?search=deleted%20acc`)).json()).toHaveLength(2)
  const csv = (await as(event.owner).get(`${list}.csv`)).body
  expect(csv).toContain('Deleted account')
  expect(csv).not.toContain('Malee')
  expect((await as(event.owner).get(`/th${list}`)).json()).toMatchObject([
    {},
    { username: 'บัญชีที่ลบแล้ว' },
    { username: 'บัญชีที่ลบแล้ว' },
  ])
  expect((await as(staying).get(list)).json()).toHaveLength(1)
  expect(await seatsOf(product, event.id)).toBe(3)
})

test('deletion removes comments with replies, likes, bookmarks, follows, reports and blocks', async () => {
  const { as, addUser, addEvent, visitor, db } = await startApp()
  const [person, other] = [await addUser(), await addUser()]
  const event = await addEvent()
  const own = await addComment(as(person), event.id, 'Mine')
  await addComment(as(other), event.id, 'An answer', own.id)
  const thread = await addComment(as(other), event.id, 'Somebody else’s')
  await addComment(as(person), event.id, 'Mine too', thread.id)
  await as(person).post(`/api/comments/${thread.id}/report`, { reason: 'Rude' })
  const organizer = `/api/organizers/${(await as(event.owner).get('/api/organizers/view-organizer')).json().id}`
  for (const one of [person, other]) {
    await as(one).put(`/api/likes/${event.id}/toggle-like`)
    await as(one).put(`/api/bookmarks/${event.id}/toggle-bookmark`)
    await as(one).put(`${organizer}/toggle-follow`)
  }
  await as(event.owner).put(`/api/organizers/blocked/${person.id}`)
  const preview = (await as(person).get(url)).json()

  await as(person).post(url, proof)

  expect(preview).toMatchObject({
    comments: 2,
    replies_of_others: 1,
    likes: 1,
    bookmarks: 1,
    follows: 1,
    is_organizer: false,
  })
  expect((await readComments(visitor, event.id)).map(({ content, replies }) => [content, replies])).toEqual([
    ['Somebody else’s', []],
  ])
  const { engagement } = (await visitor.get(`/api/events/${event.id}`)).json()
  expect(engagement).toEqual({ total_likes: 1, total_bookmarks: 1 })
  expect((await as(event.owner).get(organizer)).json().followers).toBe(1)
  expect((await as(event.owner).get('/api/organizers/blocked')).json()).toEqual([])
  expect((await db.pool.query('SELECT FROM comment_reports')).rowCount).toBe(0)
})

test('waiting mails are dropped, and one last mail confirms the deletion', async () => {
  const product = await startWithMail()
  const { as, addHolder, addEvent, mail, allSent } = product
  const person = await addHolder({ email: 'anan@example.com' })
  const other = await addHolder({ email: 'malee@example.com' })
  const event = await addEvent()
  await applyFor(product, person, event.id)
  await mail.mailTo('anan@example.com')
  await mail.close()
  await as(person).post('/api/users/change-password', {
    current_password: password,
    new_password: 'a new horse battery',
    confirm_password: 'a new horse battery',
  })
  await applyFor(product, other, event.id)

  const deleted = await as(person).post(url, { current_password: 'a new horse battery' })
  await mail.open()

  expect(deleted.statusCode).toBe(200)
  await allSent()
  const subjects = mail.mails.filter(({ to }) => to?.[0]?.address === 'anan@example.com').map(({ subject }) => subject)
  expect(subjects).toEqual(['Your ticket for Bangkok JavaScript Night', 'Your Ruam account was deleted'])
  const last = await mail.mailTo('anan@example.com', 2)
  expect(last.text).toContain('Your ticket for an upcoming event was cancelled')
  await mail.mailTo('malee@example.com')
})

test('without a mail server, stored mails except the last one are removed', async () => {
  const { as, visitor, addUser } = await startApp({}, { worker: true })
  const person = await addUser({ email: 'anan@example.com' })
  await visitor.post('/api/users/forgot-password', { email: 'anan@example.com' })
  const mails = async () => (await visitor.get('/operator/mails')).body
  await eventually(async () => expect(await mails()).toContain('Reset your Ruam password'))

  await as(person).post(url, proof)

  await eventually(async () => {
    expect(await mails()).toContain('Your Ruam account was deleted')
    expect(await mails()).not.toContain('Reset your Ruam password')
  })
})

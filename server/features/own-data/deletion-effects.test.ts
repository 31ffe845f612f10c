import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { pictureWidths } from '#contract/pictures.ts'
import { password, startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { startDoor } from '#server/testing/door.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'
import { picture, startWithPictures } from '#server/testing/pictures.ts'

const url = '/api/users/deletion'
const proof = { current_password: password }

test('an organizer must call off upcoming events first', async () => {
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

test('past events leave every list, and only former ticket holders can still open them', async () => {
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

test('a deleted organizer frees the name and unblocks the people they blocked', async () => {
  const { as, addUser, addOrganizer, db } = await startWithPictures()
  const organizer = await addOrganizer()
  const { organizer_name } = (await as(organizer).get('/api/organizers/view-organizer')).json()

  await as(organizer).post(url, proof)

  const application = { organizer_name, email: 'new@example.com', organization_type: 'COMPANY' }
  expect((await as(await addUser()).post('/api/organizers/apply-organizer', application)).statusCode).toBe(201)
  expect((await db.pool.query('SELECT FROM blocks')).rowCount).toBe(0)
})

test('deletion removes profile picture, logo and event pictures from the store', async () => {
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

const fresh = 'a new horse battery'
const change = { current_password: password, new_password: fresh, confirm_password: fresh }

type Product = Awaited<ReturnType<typeof startApp>>

/** Every row of every table of the product, as texts. */
async function allRows({ db }: Pick<Product, 'db'>): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

test('no row of any table has the name, email or phone number of a deleted account', async () => {
  const { as, visitor, addUser, addEvent, db } = await startApp({ RATE_LIMIT_SCALE: '1' }, { worker: true })
  const given = { username: 'anan.traces', email: 'anan.traces@example.com', first_name: 'Ananchai' }
  const [person, event] = [await addUser(given), await addEvent()]
  await visitor.post('/api/users/forgot-password', { email: given.email })
  await eventually(async () => expect((await db.pool.query('SELECT FROM email_links')).rowCount).toBe(1))
  await as(person).post(`/api/tickets/event/${event.id}/register`)
  const hidden = await addComment(as(person), event.id)
  await as(event.owner).put(`/api/comments/${hidden.id}/hidden`, { hidden: true })
  const about = (row: string) =>
    /anan\.traces|Ananchai/.test(row) || new RegExp(`"(user|owner)_id": ${person.id}\\b`).test(row)
  expect((await allRows({ db })).filter(about)).not.toEqual([])

  await as(person).post(url, proof)

  expect((await allRows({ db })).filter(about)).toEqual([])
})

test('deletion neither mails an unverified address nor touches mails to it', async () => {
  const { as, addHolder, mail, db } = await startWithMail()
  const [victim, mallory] = [await addHolder({ email: 'malee@example.com' }), await addHolder()]
  await mail.close()
  await as(victim).post('/api/users/change-password', change)
  await as(victim).patch(`/api/users/edit-profile/${victim.id}`, { email: 'new@example.com', current_password: fresh })
  const typed = { email: 'malee@example.com', current_password: password }
  expect((await as(mallory).patch(`/api/users/edit-profile/${mallory.id}`, typed)).statusCode).toBe(200)
  await as(mallory).post('/api/users/change-password', change)
  const waiting = async () =>
    (
      await db.pool.query<{ subject: string; text: string }>(
        `SELECT payload ->> 'subject' AS subject, payload ->> 'text' AS text FROM graphile_worker._private_jobs
         WHERE payload ->> 'to' = 'malee@example.com' ORDER BY id`,
      )
    ).rows
  const before = await waiting()

  const exported = (await as(mallory).get('/api/users/export')).rawPayload
  const deleted = await as(mallory).post(url, { current_password: fresh })

  expect(deleted.statusCode).toBe(200)
  expect(before.map(({ text }) => text.includes(`Hello ${victim.username},`))).toEqual([true])
  expect(await waiting()).toEqual(before)
  const zip = await fromBufferPromise(exported, { lazyEntries: true })
  const texts: string[] = []
  for await (const entry of zip.eachEntry()) texts.push(await text(await zip.openReadStreamPromise(entry)))
  expect(texts.join('')).not.toContain(`Hello ${victim.username},`)
})

test('undoing the check-in of a deleted account frees the seat', async () => {
  const { as, addHolder, scanOf, send, undo, visitor, event, db } = await startDoor()
  const { person, code } = await addHolder()
  const scan = scanOf(code)
  await send([scan])
  await as(person).post(url, proof)

  const undone = await undo(scan.scan_id)

  expect(undone.json()).toMatchObject({ checked_in: 0, held: 0, ticket: { status: 'CANCELLED' } })
  expect((await visitor.get(`/api/events/${event.id}`)).json().current_attendees).toBe(0)
  expect((await db.pool.query("SELECT FROM tickets WHERE status <> 'CANCELLED'")).rowCount).toBe(0)
})

test("undoing a check-in during its account's deletion loses no seat", async () => {
  const { as, addHolder, send, scanOf, event, db } = await startDoor()
  const { person, code } = await addHolder()
  await send([scanOf(code)])
  const undoing = await db.pool.connect()
  await undoing.query("BEGIN; UPDATE tickets SET status = 'ACTIVE', used_at = NULL")
  const isWaited = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

  const deletion = as(person).post(url, proof)
  await eventually(async () => expect((await db.pool.query(isWaited)).rowCount).toBe(1))
  await undoing.query('COMMIT')
  undoing.release()

  expect((await deletion).statusCode).toBe(200)
  expect((await db.pool.query('SELECT status, user_id FROM tickets')).rows).toEqual([
    { status: 'CANCELLED', user_id: null },
  ])
  expect((await db.pool.query('SELECT taken FROM event_seats WHERE event_id = $1', [event.id])).rows).toEqual([
    { taken: 0 },
  ])
})

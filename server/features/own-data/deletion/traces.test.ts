import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { password, startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { startDoor } from '#server/testing/door.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const url = '/api/users/deletion'
const proof = { current_password: password }
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

test('no row of any table names whoever is gone, by name, email or number', async () => {
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

test('an address that somebody only typed is sent nothing, and its owner’s mails are neither read nor dropped', async () => {
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
  expect(before.map(({ text }) => text.includes(`Hello ${victim.username},`))).toEqual([true, true])
  expect(await waiting()).toEqual(before)
  const zip = await fromBufferPromise(exported, { lazyEntries: true })
  const texts: string[] = []
  for await (const entry of zip.eachEntry()) texts.push(await text(await zip.openReadStreamPromise(entry)))
  expect(texts.join('')).not.toContain(`Hello ${victim.username},`)
})

test('an entry that is undone after its holder’s account is deleted gives the seat back', async () => {
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

test('an entry that is undone while its holder’s account is being deleted leaves no seat to nobody', async () => {
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

import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { selectMailsTo } from '#server/lib/mail/outbox.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { sendOpeningReminders } from './opening-reminders.ts'

const hour = 3_600_000
const wishUrl = (eventId: number) => `/api/events/${eventId}/opening-wish`

/** An event whose registration opens in ten hours, on an app without a worker. */
async function startWaiting(given = {}) {
  const started = await startApp()
  const { ctx, db, clock, visitor, as } = started
  const began = clock.now.getTime()
  const at = (hours: number) => new Date(began + hours * hour).toISOString()
  const event = await started.addEvent({ start_date_register: at(10), end_date_register: at(100), ...given })

  /** Calls with a new token, because moving the clock expires the old one. */
  async function later(person: Person) {
    const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
    return as({ ...person, access })
  }

  /** Sends due reminders that many hours after the start, and returns the recipients. */
  async function mailedAt(hours: number): Promise<string[]> {
    clock.now = new Date(began + hours * hour)
    await Promise.all([sendOpeningReminders(ctx), sendOpeningReminders(ctx), sendOpeningReminders(ctx)])
    const { rows } = await db.pool.query(`
      WITH taken AS (DELETE FROM graphile_worker._private_jobs RETURNING payload)
      SELECT payload ->> 'to' AS address FROM taken WHERE payload ->> 'subject' LIKE 'Registration is open: %' ORDER BY 1`)
    return rows.map(({ address }) => address)
  }

  async function addWaiting(): Promise<Person & { email: string }> {
    const person = await started.addUser()
    expect((await as(person).put(wishUrl(event.id))).json()).toEqual({ is_wished: true })
    return { ...person, email: `${person.username}@example.com` }
  }

  return { ...started, event, at, later, mailedAt, addWaiting }
}

test('a reminder is mailed once when registration opens, by one process', async () => {
  const { as, event, addWaiting, mailedAt } = await startWaiting()
  const person = await addWaiting()

  expect((await as(person).get(wishUrl(event.id))).json()).toEqual({ is_wished: true })
  expect(await mailedAt(9.9)).toEqual([])
  expect(await mailedAt(10)).toEqual([person.email])
  expect(await mailedAt(11)).toEqual([])
})

test('the mailed link opens the event, whose registration is open by then', async () => {
  const { ctx, db, clock, event, at, visitor, later, addWaiting } = await startWaiting()
  const person = await addWaiting()
  clock.now = new Date(at(10))

  await sendOpeningReminders(ctx)
  const [mail] = await selectMailsTo(db, person.email)
  const link = /https?:\S+\/events\/\d+/.exec(mail?.text ?? '')?.[0] ?? ''

  expect(new URL(link).pathname).toBe(paths.event(event.id))
  const page = await visitor.get(`/api${new URL(link).pathname}`)
  expect([page.statusCode, page.json().event_name]).toEqual([200, event.event_name])
  const applied = await (await later(person)).post(`/api/tickets/event/${event.id}/register`)
  expect(applied.statusCode).toBe(201)
})

test('a cancelled reminder is not mailed', async () => {
  const { as, event, addWaiting, mailedAt } = await startWaiting()
  const [undecided, sure] = [await addWaiting(), await addWaiting()]

  expect((await as(undecided).delete(wishUrl(event.id))).json()).toEqual({ is_wished: false })
  expect((await as(undecided).get(wishUrl(event.id))).json()).toEqual({ is_wished: false })
  expect(await mailedAt(10)).toEqual([sure.email])
})

test.each([
  ['later', 30],
  ['earlier', 5],
])('a reminder for an opening moved %s is mailed once, at the new time', async (_, hours) => {
  const { event, at, later, addWaiting, mailedAt } = await startWaiting()
  const person = await addWaiting()

  const edit = { start_date_register: at(hours) }
  expect((await (await later(event.owner)).patch(`/api/events/${event.id}/edit`, edit)).statusCode).toBe(200)

  expect(await mailedAt(hours - 0.1)).toEqual([])
  expect(await mailedAt(hours)).toEqual([person.email])
  expect(await mailedAt(101)).toEqual([])
})

test('no reminder for an event that is called off or no longer visible', async () => {
  const { db, event, addWaiting, later, mailedAt } = await startWaiting()
  await addWaiting()
  await (await later(event.owner)).patch(`/api/events/${event.id}/edit`, {
    visibility: 'PRIVATE',
    allowed_email_domains: 'ku.th',
  })
  expect(await mailedAt(10)).toEqual([])

  const other = await startWaiting()
  const person = await other.addWaiting()
  await other.as(other.event.owner).delete(`/api/organizers/delete-event/${other.event.id}`)
  expect(await other.mailedAt(10)).toEqual([])
  for (const { pool } of [db, other.db]) expect((await pool.query('SELECT FROM opening_wishes')).rowCount).toBe(0)
  expect((await (await other.later(person)).put(wishUrl(other.event.id))).statusCode).toBe(404)
})

test('no reminder once registration is open, or for an invisible event', async () => {
  const { as, visitor, addUser, addEvent, event } = await startWaiting({ visibility: 'PRIVATE' })
  const person = await addUser()
  const open = await addEvent()

  const refused = await as(person).put(wishUrl(open.id))

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'registration_already_open'])
  expect((await as(person).put(wishUrl(event.id))).statusCode).toBe(404)
  expect((await visitor.put(wishUrl(open.id))).statusCode).toBe(401)
})

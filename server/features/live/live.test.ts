import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { openPage } from '#server/testing/live.ts'

test('an open page gets the number of taken seats at once and after every change', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 2 })
  const applicant = await addUser()
  const page = await openPage(app, event.id)

  const first = await page.sees(() => true)
  const { id } = (await as(applicant).post(`/api/tickets/event/${event.id}/register`)).json()
  await page.sees(({ current_attendees }) => current_attendees === 1)
  await as(applicant).delete(`/api/tickets/${id}/cancel`)

  expect(first).toEqual({
    version: 1,
    max_attendee: 2,
    current_attendees: 0,
    seats_left: 2,
    waiting: 0,
    ticket_types: [],
    comments_version: 0,
    ticket: null,
    position: null,
    slip: null,
    checked_in: null,
    reported: null,
    to_approve: null,
    to_pay: null,
    invited: null,
    slips: null,
  })
  await expect.poll(() => page.messages.at(-1)?.current_attendees).toBe(0)
})

test('an edit raises the announced version, which the event has too', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 50 })
  const page = await openPage(app, event.id, await addUser())
  const { version } = await page.sees(() => true)

  await as(event.owner).patch(`/api/events/${event.id}/edit`, { event_name: 'Another name', max_attendee: 60 })

  const message = await page.sees((now) => now.version > version)
  expect(message.max_attendee).toBe(60)
  expect((await as(event.owner).get(`/api/events/${event.id}`)).json().version).toBe(message.version)
})

test('a rush causes few messages, and the last one is right', async () => {
  const messages = 700
  const { app, db, ctx, addEvent } = await startApp({}, { liveIntervals: { messages } })
  const event = await addEvent({ max_attendee: 500 })
  const page = await openPage(app, event.id)
  await page.sees(() => true)
  const started = performance.now()

  for (let taken = 1; taken <= 100; taken++) {
    await db.run(sql`UPDATE event_seats SET taken = ${taken} WHERE event_id = ${event.id}`)
    ctx.announcer.announce(event.id)
    await sleep(10)
  }
  await page.sees(({ current_attendees }) => current_attendees === 100)

  const intervals = (performance.now() - started) / messages
  expect(page.messages.length).toBeGreaterThan(2)
  expect(page.messages.length).toBeLessThanOrEqual(intervals + 2)
})

test('a page opened late gets the same numbers as others', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const early = await openPage(app, event.id)
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  const message = await early.sees(({ current_attendees }) => current_attendees === 1)

  const late = await openPage(app, event.id)

  expect(await late.sees(() => true)).toEqual(message)
})

test('changes in one server process reach pages of another', async () => {
  const { app, as, addUser, addEvent, addServer } = await startApp()
  const event = await addEvent()
  const other = await addServer()
  const [here, there] = [await openPage(app, event.id), await openPage(other.app, event.id)]

  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await other.as(await addUser()).post(`/api/tickets/event/${event.id}/register`)

  await here.sees(({ current_attendees }) => current_attendees === 2)
  await there.sees(({ current_attendees }) => current_attendees === 2)
})

test('changes during a broken database connection are sent once it is back', async () => {
  const { app, db, addEvent } = await startApp()
  const event = await addEvent()
  const page = await openPage(app, event.id)
  await page.sees(() => true)

  const breakListening = sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE 'LISTEN %' AND datname = current_database()`
  await expect.poll(() => db.many(breakListening)).toHaveLength(1)
  await db.run(sql`UPDATE event_seats SET taken = 7 WHERE event_id = ${event.id}`)

  await page.sees(({ current_attendees }) => current_attendees === 7)
})

test('the regular check finds changes whose announcement was lost', async () => {
  const { app, db, addEvent } = await startApp({}, { liveIntervals: { everything: 100 } })
  const event = await addEvent()
  const page = await openPage(app, event.id)
  await page.sees(() => true)

  await db.run(sql`UPDATE event_seats SET taken = 7 WHERE event_id = ${event.id}`)

  await page.sees(({ current_attendees }) => current_attendees === 7)
})

test('all pages share one database connection', async () => {
  const { app, ctx, db, addEvent } = await startApp()
  const { id } = await addEvent()
  const { id: otherId } = await addEvent()
  const pages = [await openPage(app, id), await openPage(app, id), await openPage(app, otherId)]
  for (const page of pages) await page.sees(() => true)
  await db.run(sql`UPDATE event_seats SET taken = 7`)
  for (const event of [id, otherId]) ctx.announcer.announce(event)
  // All of them get changes by now.
  for (const page of pages) await page.sees(({ current_attendees }) => current_attendees === 7)

  const listening = sql`
    SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()`
  await expect.poll(() => db.many(listening)).toHaveLength(1)
})

test('without streams the same numbers can be polled', async () => {
  const { app, visitor, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 3 })
  const message = await (await openPage(app, event.id)).sees(() => true)

  const reply = await visitor.get(`/api/events/${event.id}/live/now`)

  expect(reply.json()).toEqual(message)
})

test('a server that stops ends its streams', async () => {
  const { app, addEvent } = await startApp()
  const page = await openPage(app, (await addEvent()).id)

  await app.close()

  await page.ended
})

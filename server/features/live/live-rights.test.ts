import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { startDoor } from '#server/testing/door.ts'
import { openPage } from '#server/testing/live.ts'
import { usualIntervals } from './hub.ts'

const closedCircle = { visibility: 'PRIVATE', allowed_email_domains: 'ku.th' } as const

test.each(['/live', '/live/now'])('%s of a private event refuses strangers as its page does', async (path) => {
  const { visitor, as, addUser, addEvent } = await startApp()
  const { id } = await addEvent(closedCircle)
  const stranger = as(await addUser())

  for (const caller of [visitor, stranger]) {
    const [page, live, missing] = [
      await caller.get(`/api/events/${id}`),
      await caller.get(`/api/events/${id}${path}`),
      await caller.get(`/api/events/999${path}`),
    ]
    expect([live.statusCode, live.body]).toEqual([404, page.body])
    expect(missing.body).toBe(page.body)
  }
})

test('an allowed domain can follow a private event until the address changes', async () => {
  const { app, db, addUser, addEvent } = await startApp()
  const { id } = await addEvent(closedCircle)
  const student = await addUser({ email: 'somchai@KU.th' })
  const page = await openPage(app, id, student)
  await page.sees(() => true)

  await db.pool.query("UPDATE users SET email = 'somchai@example.com' WHERE id = $1", [student.id])

  await page.ended
})

test('making an event private ends only the streams of strangers', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const holder = await addUser()
  await as(holder).post(`/api/tickets/event/${id}/register`)
  const strangers = [await openPage(app, id), await openPage(app, id, await addUser())]
  const others = [await openPage(app, id, holder), await openPage(app, id, owner)]
  for (const page of [...strangers, ...others]) await page.sees(() => true)

  await as(owner).patch(`/api/events/${id}/edit`, closedCircle)

  for (const page of others) await page.sees(({ version }) => version === 2)
  for (const page of strangers) {
    await page.ended
    expect(page.messages.map(({ version }) => version)).toEqual([1])
    expect(page.farewells).toEqual([{ is_called_off: false }])
  }
})

test('calling off an event is announced to every open page', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const holder = await addUser()
  await as(holder).post(`/api/tickets/event/${id}/register`)
  const theirs = await openPage(app, id, holder)
  const strangers = [await openPage(app, id), await openPage(app, id, await addUser())]
  for (const page of [theirs, ...strangers]) await page.sees(() => true)

  await as(owner).delete(`/api/organizers/delete-event/${id}`)

  await theirs.sees(({ version, current_attendees }) => version === 2 && current_attendees === 0)
  for (const stranger of strangers) {
    await stranger.ended
    expect(stranger.messages).toHaveLength(1)
    expect(stranger.farewells).toEqual([{ is_called_off: true }])
  }
  expect(theirs.farewells).toEqual([])
})

test('calling off a private event is announced to its audience only', async () => {
  // Slow, so that making it private and calling it off fall into one round.
  const { app, as, addUser, addEvent } = await startApp({}, { liveIntervals: { messages: 1_500 } })
  const { id, owner } = await addEvent(closedCircle)
  const open = await addEvent()
  const holder = await addUser({ email: 'malee@ku.th' })
  for (const event of [id, open.id]) await as(holder).post(`/api/tickets/event/${event}/register`)
  const student = await openPage(app, id, await addUser({ email: 'somchai@ku.th' }))
  const stranger = await openPage(app, open.id)
  for (const page of [student, stranger]) await page.sees(() => true)

  await as(open.owner).patch(`/api/events/${open.id}/edit`, closedCircle)
  await as(open.owner).delete(`/api/organizers/delete-event/${open.id}`)
  await as(owner).delete(`/api/organizers/delete-event/${id}`)

  for (const page of [student, stranger]) await page.ended
  expect(student.farewells).toEqual([{ is_called_off: true }])
  expect(stranger.farewells).toEqual([{ is_called_off: false }])
})

test('deleting a past event does not call it off, and ends the streams of strangers', async () => {
  const { app, as, db, addUser, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  await as(await addUser()).post(`/api/tickets/event/${id}/register`)
  await db.pool.query(`UPDATE events SET start_date_register = '2026-11-17', end_date_register = '2026-11-18',
    start_date_event = '2026-11-19', end_date_event = '2026-11-20'`)
  const page = await openPage(app, id)
  await page.sees(() => true)

  await as(owner).delete(`/api/organizers/delete-event/${id}`)

  await page.ended
  expect(page.farewells).toEqual([{ is_called_off: false }])
})

test('removing an event ends every stream', async () => {
  const { app, as, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const pages = [await openPage(app, id), await openPage(app, id, owner)]

  await as(owner).delete(`/api/organizers/delete-event/${id}`)

  for (const page of pages) {
    await page.ended
    expect(page.farewells).toEqual([{ is_called_off: false }])
  }
})

test('a stream ends when its viewer signs out', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const [leaving, staying] = [await addUser(), await addUser()]
  const [ending, open] = [await openPage(app, id, leaving), await openPage(app, id, staying)]
  for (const page of [ending, open]) await page.sees(() => true)

  await as(leaving).post('/api/users/logout')
  await ending.ended
  expect(ending.farewells).toEqual([])
  await as(owner).patch(`/api/events/${id}/edit`, { event_name: 'Another name' })

  await open.sees(({ version }) => version === 2)
})

test('at the usual intervals a stream ends within a second of its session', async () => {
  const { app, as, addUser, addEvent } = await startApp({}, { liveIntervals: { sessions: usualIntervals.sessions } })
  const { id } = await addEvent()
  const waits: number[] = []

  for (let round = 0; round < 3; round++) {
    const person = await addUser()
    const page = await openPage(app, id, person)
    await page.sees(() => true)
    await as(person).post('/api/users/logout')
    const before = performance.now()
    await page.ended
    waits.push(performance.now() - before)
  }

  expect(Math.max(...waits)).toBeLessThan(1_000)
})

test('a stream ends with its token, and opens again with a fresh one', async () => {
  const { app, clock, visitor, addUser, addEvent } = await startApp()
  const { id } = await addEvent()
  const person = await addUser()
  const page = await openPage(app, id, person)
  await page.sees(() => true)

  clock.now = new Date(clock.now.getTime() + 15 * 60_000)
  await page.ended

  expect((await openPage(app, id, person)).status).toBe(401)
  const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
  await (await openPage(app, id, { ...person, access })).sees(() => true)
})

test('changes of a ticket are sent to its holder only', async () => {
  const { app, as, event, addHolder, show, undo } = await startDoor()
  const { person, ticket, code } = await addHolder()
  const [holder, other] = [await openPage(app, event.id, person), await openPage(app, event.id)]
  for (const page of [holder, other]) await page.sees(() => true)
  expect(holder.messages.at(-1)?.ticket).toBe('ACTIVE')

  const { scan_id } = await show(code)
  await holder.sees((message) => message.ticket === 'USED')
  expect((await as(person).get(`/api/events/${event.id}/live/now`)).json().ticket).toBe('USED')
  await undo(scan_id)
  await expect.poll(() => holder.messages.at(-1)?.ticket).toBe('ACTIVE')
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)

  await expect.poll(() => holder.messages.at(-1)?.ticket).toBeNull()
  expect(other.messages.every((message) => message.ticket === null)).toBe(true)
})

test('the number of check-ins is sent to the owner only', async () => {
  const { app, event, addHolder, show } = await startDoor()
  const { person, code } = await addHolder()
  const [owner, holder, visitor] = [
    await openPage(app, event.id, event.owner),
    await openPage(app, event.id, person),
    await openPage(app, event.id),
  ]
  for (const page of [owner, holder, visitor]) await page.sees(() => true)

  await show(code)

  await owner.sees(({ checked_in }) => checked_in === 1)
  const sent = [...holder.messages, ...visitor.messages].map(({ checked_in }) => checked_in)
  expect(new Set(sent)).toEqual(new Set([null]))
})

test('one user can have twenty open streams', async () => {
  const { app, as, addUser, addEvent } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const { id } = await addEvent()
  const [spender, other] = [await addUser(), await addUser()]
  const pages = await Promise.all(Array.from({ length: 20 }, () => openPage(app, id, spender)))
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))

  const refused = await as(spender).get(`/api/events/${id}/live`)

  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await openPage(app, id, other)).status).toBe(200)
  pages[0]?.leave()
  await expect.poll(async () => (await openPage(app, id, spender)).status).toBe(200)
})

test('addresses that open all their streams still leave one for the next address', async () => {
  // 32 streams, and 4 for each address.
  const { app, addEvent } = await startApp({ RATE_LIMIT_SCALE: '0.004', TRUST_PROXY: '1' })
  const { id } = await addEvent()
  const statusFrom = async (address: number) =>
    (await openPage(app, id, undefined, '', { 'x-forwarded-for': `203.0.113.${address}` })).status
  const opened: number[] = []

  for (let address = 1; address <= 8; address++) {
    const statuses = []
    for (let page = 0; page < 5; page++) statuses.push(await statusFrom(address))
    opened.push(statuses.filter((status) => status === 200).length)
  }

  expect(opened.slice(0, 4)).toEqual([4, 4, 4, 4])
  expect(opened.at(-1)).toBeLessThan(4)
  expect(await statusFrom(9)).toBe(200)
})

test('an unlisted event can be followed with its current link', async () => {
  const { app, as, visitor, db, addEvent, addUser } = await startApp()
  const { id, owner } = await addEvent({ visibility: 'PRIVATE' })
  const { rows } = await db.pool.query('SELECT link_key FROM events')
  const link = `?link=${rows[0].link_key}`
  const page = await openPage(app, id, undefined, link)

  await page.sees(({ comments_version }) => comments_version === 0)
  await addComment(as(owner), id)
  await page.sees(({ comments_version }) => comments_version === 1)
  expect((await visitor.get(`/api/events/${id}/live/now${link}`)).json()).toEqual(page.messages.at(-1))
  for (const wrong of ['', `${link}x`, '?link=', `?link=${'x'.repeat(200)}`]) {
    for (const path of ['live', 'live/now']) {
      expect((await visitor.get(`/api/events/${id}/${path}${wrong}`)).statusCode, wrong).toBe(404)
    }
    expect((await openPage(app, id, await addUser(), wrong)).status, wrong).toBe(404)
  }

  await as(owner).patch(`/api/events/${id}/edit`, { allowed_email_domains: 'ku.th' })
  await page.ended
  expect(page.messages.map(({ version }) => version)).toEqual([1, 1])
})

test('somebody who was removed from the team gets the numbers of everybody from the next message on', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const { id, owner } = await addEvent()
  const [nok, guest, other] = [await addUser(), await addUser(), await addUser()]
  const member = (await as(owner).post(`/api/events/${id}/team`, { role: 'desk' })).json()
  await as(nok).post(`/api/team-invitations/${member.secret}`)
  const page = await openPage(app, id, nok)
  await as(guest).post(`/api/tickets/event/${id}/register`)
  const before = await page.sees(({ current_attendees }) => current_attendees === 1)

  await as(owner).delete(`/api/events/${id}/team/${member.id}`)
  await as(other).post(`/api/tickets/event/${id}/register`)

  expect(before).toMatchObject({ checked_in: 0, to_approve: 0, reported: null })
  expect(await page.sees(({ current_attendees }) => current_attendees === 2)).toMatchObject({
    checked_in: null,
    to_approve: null,
  })
})

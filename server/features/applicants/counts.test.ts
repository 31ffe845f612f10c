import { expect, test } from 'vitest'
import { type Person, startApp } from '#server/testing/app.ts'
import { slipPicture, startPaying } from '#server/testing/applications/slips.ts'
import { startWaitingList } from '#server/testing/applications/waiting-list.ts'
import { openPage } from '#server/testing/live.ts'

const deciding = { needs_approval: true }
const priced = { is_free: false, ticket_price: 250, promptpay_id: '0812345678' }
const countsUrl = (id: number) => `/api/events/${id}/applications/counts`

test('the owner reads the number of people in each state, by their last application', async () => {
  const stage = await startWaitingList({ seats: null, waiting: 5, event: { max_attendee: 4, ...deciding, ...priced } })
  const { as, owner, event, url, line, decide } = stage
  const [first, second, third] = line
  await decide('approve', line.slice(0, 2))
  await decide('paid', line.slice(0, 1))
  await decide('refuse', line.slice(2, 4))
  if (third) await as(third).post(url)

  expect((await owner.get(`/api/events/${event.id}/dates`)).json()).toMatchObject([{ has_prices: true }])
  expect((await owner.get(countsUrl(event.id))).json()).toEqual({
    all: 5,
    to_approve: 2,
    to_pay: 1,
    slips_to_check: 0,
    invited: 0,
    waiting: 0,
    approved: 1,
    cancelled: 1,
    refunds_due: 0,
    has_prices: true,
    seats_held: 2,
    set_aside: 0,
    seats_left: 2,
  })
  const found = async (query: string) =>
    ((await owner.get(`/api/events/${event.id}/attendee-list?${query}`)).json() as { id: number }[]).map(({ id }) => id)
  expect(await found('state=UNPAID')).toEqual([second?.id])
  expect(await found('status=approved')).toEqual([first?.id])
  expect(await found('status=cancelled')).toHaveLength(1)
})

test('only the owner can filter the list and the export by slips to check', async () => {
  const { as, owner, event, holders, ids, send, decide } = await startPaying(3)
  const [checked, paid] = holders as [Person, Person]
  await owner.post(`/api/events/${event.id}/applications/paid`, { applications: [ids[1]] })
  const slips = async (viewer = owner) =>
    ((await viewer.get(`/api/events/${event.id}/attendee-list?slip=in_review`)).json() as { id: number }[]).map(
      ({ id }) => id,
    )
  expect(await slips()).toEqual([])

  await send(await slipPicture(null))

  expect(await slips()).toEqual([checked.id])
  expect((await owner.get(countsUrl(event.id))).json()).toMatchObject({ to_pay: 2, slips_to_check: 1 })
  const table = (await owner.get(`/api/events/${event.id}/attendee-list.csv?slip=in_review`)).body
  expect(table.trim().split('\r\n')).toHaveLength(2)
  expect(await slips(as(paid))).toEqual([paid.id])
  await decide('confirm')
  expect(await slips()).toEqual([])
})

test('the waiting list is counted, and reading the counts does not mark the list as seen', async () => {
  const { owner, event } = await startWaitingList({ seats: 1, waiting: 2 })

  expect((await owner.get(countsUrl(event.id))).json()).toMatchObject({
    all: 3,
    waiting: 2,
    approved: 1,
    has_prices: false,
  })
  const fresh = await owner.get(`/api/events/my-events/new-applicants?events=${event.id}`)
  expect(fresh.json()).toMatchObject([{ new_applicants: 3 }])
})

test('the counts are owner only, and do not reveal that a private event exists', async () => {
  const { as, addUser, addOrganizer, addEvent, visitor, event, line } = await startWaitingList()
  const unlisted = await addEvent({ visibility: 'PRIVATE' })
  const [waiting] = line

  expect((await visitor.get(countsUrl(event.id))).statusCode).toBe(401)
  for (const person of [await addUser(), await addOrganizer(), waiting]) {
    if (person) expect((await as(person).get(countsUrl(event.id))).json()).toMatchObject({ code: 'not_your_event' })
  }
  expect((await as(await addUser()).get(countsUrl(unlisted.id))).json()).toMatchObject({ code: 'event_not_found' })
})

test('the live stream sends the numbers to approve and to pay to the owner only', async () => {
  const { app, event, line, decide } = await startWaitingList({
    seats: null,
    waiting: 2,
    event: { max_attendee: 4, ...deciding, ...priced },
  })
  const [page, other] = [await openPage(app, event.id, event.owner), await openPage(app, event.id, line[0])]
  await page.sees(({ to_approve, to_pay }) => to_approve === 2 && to_pay === 0)

  await decide('approve', line.slice(0, 1))

  await page.sees(({ to_approve, to_pay }) => to_approve === 1 && to_pay === 1)
  expect(await other.sees(({ ticket }) => ticket === 'UNPAID')).toMatchObject({ to_approve: null, to_pay: null })
})

const newUrl = (...ids: number[]) => `/api/events/my-events/new-applicants?events=${ids.join(',')}`
const apply = (id: number) => `/api/tickets/event/${id}/register`

test('people who applied since the owner last saw the list are new, unless they cancelled', async () => {
  const { as, addEvent, addUser, clock } = await startApp()
  const event = await addEvent()
  const quiet = await addEvent({}, event.owner)
  const [first, second, quitter] = [await addUser(), await addUser(), await addUser()]
  const readNew = async () => (await as(event.owner).get(newUrl(event.id, quiet.id))).json()

  await as(first).post(apply(event.id))
  expect(await readNew()).toMatchObject([{ event_id: event.id, new_applicants: 1, to_approve: 0 }])

  clock.now = new Date(clock.now.getTime() + 60_000)
  await as(event.owner).get(`/api/events/${event.id}/attendee-list`)
  expect(await readNew()).toEqual([])

  clock.now = new Date(clock.now.getTime() + 60_000)
  await as(second).post(apply(event.id))
  const ticket = (await as(quitter).post(apply(event.id))).json()
  await as(quitter).delete(`/api/tickets/${ticket.id}/cancel`)
  await as(second).get(`/api/events/${event.id}/attendee-list`)
  expect(await readNew()).toMatchObject([{ event_id: event.id, new_applicants: 1, to_approve: 0 }])
})

test('reported comments are counted until they are looked at, for those who moderate them', async () => {
  const { as, addEvent, addUser, db } = await startApp()
  const event = await addEvent()
  const [author, reporter, helper] = [await addUser(), await addUser(), await addUser()]
  await db.pool.query(
    `INSERT INTO event_members (event_id, user_id, role, created_at, joined_at) VALUES ($1, $2, 'desk', now(), now())`,
    [event.id, helper.id],
  )
  const { id } = (await as(author).post(`/api/comments/write-comment/${event.id}`, { content: 'Buy here!' })).json()
  const read = async (person = event.owner) => (await as(person).get(newUrl(event.id))).json()

  await as(reporter).post(`/api/comments/${id}/report`, { reason: 'Spam' })

  expect(await read()).toEqual([
    { event_id: event.id, new_applicants: 0, to_approve: 0, slips_to_check: 0, reported_comments: 1 },
  ])
  expect(await read(helper)).toEqual([])
  await as(event.owner).delete(`/api/comments/${id}/reports`)
  expect(await read()).toEqual([])
})

test('applications to approve are counted until the owner decides, also after the list was seen', async () => {
  const { owner, event, line, decide } = await startWaitingList({
    seats: null,
    waiting: 2,
    event: { needs_approval: true },
  })
  const readNew = async () => (await owner.get(newUrl(event.id))).json()
  expect(await readNew()).toMatchObject([{ event_id: event.id, new_applicants: 2, to_approve: 2 }])

  await owner.get(`/api/events/${event.id}/attendee-list`)
  await decide('refuse', line.slice(0, 1))
  expect(await readNew()).toMatchObject([{ event_id: event.id, new_applicants: 0, to_approve: 1 }])
  await decide('approve', line.slice(1))
  expect(await readNew()).toEqual([])
})

test("another organizer's applicants are not counted, and seeing the list changes no page", async () => {
  const { as, addEvent, addOrganizer, addUser } = await startApp()
  const event = await addEvent()
  await as(await addUser()).post(apply(event.id))
  const read = async () => (await as(event.owner).get(`/api/events/${event.id}`)).json()
  const before = await read()

  expect((await as(await addOrganizer()).get(newUrl(event.id))).json()).toEqual([])
  await as(event.owner).get(`/api/events/${event.id}/attendee-list`)
  expect(await read()).toEqual(before)
})

test('an invalid event ID is refused', async () => {
  const { as, addOrganizer } = await startApp()
  const organizer = await addOrganizer()

  expect((await as(organizer).get('/api/events/my-events/new-applicants?events=1,x')).statusCode).toBe(422)
  expect((await as(organizer).get('/api/events/my-events/new-applicants')).statusCode).toBe(422)
})

import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { startLine } from '#server/testing/applications/line.ts'

const newUrl = (...ids: number[]) => `/api/events/my-events/new-applicants?events=${ids.join(',')}`
const apply = (id: number) => `/api/tickets/event/${id}/register`

test('whoever applied since the owner last looked at the list is new, and whoever cancelled is not', async () => {
  const { as, addEvent, addUser, clock } = await startApp()
  const event = await addEvent()
  const quiet = await addEvent({}, event.owner)
  const [first, second, quitter] = [await addUser(), await addUser(), await addUser()]
  const told = async () => (await as(event.owner).get(newUrl(event.id, quiet.id))).json()

  await as(first).post(apply(event.id))
  expect(await told()).toEqual([{ event_id: event.id, new_applicants: 1, to_approve: 0, slips_to_check: 0 }])

  clock.now = new Date(clock.now.getTime() + 60_000)
  await as(event.owner).get(`/api/events/${event.id}/attendee-list`)
  expect(await told()).toEqual([])

  clock.now = new Date(clock.now.getTime() + 60_000)
  await as(second).post(apply(event.id))
  const ticket = (await as(quitter).post(apply(event.id))).json()
  await as(quitter).delete(`/api/tickets/${ticket.id}/cancel`)
  await as(second).get(`/api/events/${event.id}/attendee-list`)
  expect(await told()).toEqual([{ event_id: event.id, new_applicants: 1, to_approve: 0, slips_to_check: 0 }])
})

test('whoever waits for approval is told until the owner decides, also after a look at the list', async () => {
  const { owner, event, line, decide } = await startLine({ seats: null, waiting: 2, event: { needs_approval: true } })
  const told = async () => (await owner.get(newUrl(event.id))).json()
  expect(await told()).toEqual([{ event_id: event.id, new_applicants: 2, to_approve: 2, slips_to_check: 0 }])

  await owner.get(`/api/events/${event.id}/attendee-list`)
  await decide('refuse', line.slice(0, 1))
  expect(await told()).toEqual([{ event_id: event.id, new_applicants: 0, to_approve: 1, slips_to_check: 0 }])
  await decide('approve', line.slice(1))
  expect(await told()).toEqual([])
})

test("nobody hears of the applicants of another organizer's events, and looking changes nothing that pages show", async () => {
  const { as, addEvent, addOrganizer, addUser } = await startApp()
  const event = await addEvent()
  await as(await addUser()).post(apply(event.id))
  const read = async () => (await as(event.owner).get(`/api/events/${event.id}`)).json()
  const before = await read()

  expect((await as(await addOrganizer()).get(newUrl(event.id))).json()).toEqual([])
  await as(event.owner).get(`/api/events/${event.id}/attendee-list`)
  expect(await read()).toEqual(before)
})

test('what is no number of an event is refused', async () => {
  const { as, addOrganizer } = await startApp()
  const organizer = await addOrganizer()

  expect((await as(organizer).get('/api/events/my-events/new-applicants?events=1,x')).statusCode).toBe(422)
  expect((await as(organizer).get('/api/events/my-events/new-applicants')).statusCode).toBe(422)
})

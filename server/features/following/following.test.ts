import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { stopLinkOf } from './following.service.ts'

const page = (id: number) => `/api/organizers/${id}`
const toggle = (id: number) => `/api/organizers/${id}/toggle-follow`

/** The app with one organizer: their account, and the id of their organizer profile. */
async function startWithOrganizer() {
  const started = await startApp()
  const owner = await started.addOrganizer()
  const { id } = (await started.as(owner).get('/api/organizers/view-organizer')).json()
  return { ...started, owner, id: id as number }
}

test("an organizer's public page shows neither their email nor their account", async () => {
  const { as, visitor, owner, id, addUser } = await startWithOrganizer()
  const follower = await addUser()
  await as(follower).put(toggle(id))

  const shown = {
    id,
    organizer_name: `Organizer ${owner.id}`,
    logo: '',
    organization_type: 'COMPANY',
    is_verified: false,
    current_events: 0,
    past_events: 0,
    is_following: false,
    is_own: false,
    followers: null,
  }
  expect((await visitor.get(page(id))).json()).toEqual(shown)
  expect((await as(follower).get(page(id))).json()).toEqual({ ...shown, is_following: true })
  expect((await as(owner).get(page(id))).json()).toEqual({ ...shown, is_own: true, followers: 1 })
})

test('only organizers have a public page', async () => {
  const { as, visitor, id, addUser } = await startWithOrganizer()
  const attendee = await addUser()

  for (const other of [attendee.id + 1_000, 2_000_000]) {
    for (const reply of [await visitor.get(page(other)), await as(attendee).put(toggle(other))]) {
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'organizer_not_found'])
    }
  }
  expect((await visitor.get('/api/organizers/nobody')).statusCode).toBe(404)
  expect((await visitor.get(page(id))).statusCode).toBe(200)
})

test('the page lists the events the viewer may find, past ones separately', async () => {
  const { as, db, visitor, owner, id, addUser, addEvent } = await startWithOrganizer()
  const member = await addUser({ email: 'member@ku.th' })
  const add = async (event_name: string, given = {}) => (await addEvent({ event_name, ...given }, owner)).id
  await add('Later', { end_date_event: '2026-12-20T03:00:00Z', start_date_event: '2026-12-19T03:00:00Z' })
  await add('Sooner')
  await endEvent(db, await add('Over'))
  await add('For members', { visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  await add('Unlisted', { visibility: 'PRIVATE' })
  await addEvent({ event_name: "Somebody else's" })
  const names = async (viewer: typeof visitor, rest: string) =>
    (await viewer.get(`/api/events/events?organizer=${id}&${rest}`))
      .json()
      .map((event: { event_name: string }) => event.event_name)
  const counts = async (viewer: typeof visitor) => {
    const { current_events, past_events } = (await viewer.get(page(id))).json()
    return [current_events, past_events]
  }

  const current = 'current=true&sort=soonest'
  expect(await names(visitor, current)).toEqual(['Sooner', 'Later'])
  expect(await names(visitor, 'status=COMPLETED&sort=latest')).toEqual(['Over'])
  expect((await names(as(member), current)).sort()).toEqual(['For members', 'Later', 'Sooner'])
  expect((await names(as(owner), current)).sort()).toEqual(['For members', 'Later', 'Sooner', 'Unlisted'])
  expect([await counts(visitor), await counts(as(member)), await counts(as(owner))]).toEqual([
    [2, 1],
    [3, 1],
    [4, 1],
  ])
  expect((await visitor.get('/api/events/events?organizer=2000000')).json()).toEqual([])
  expect((await visitor.get('/api/events/events?organizer=0')).statusCode).toBe(422)
})

test("pages of an organizer's events stay stable when events are added before", async () => {
  const { visitor, owner, id, addEvent } = await startWithOrganizer()
  const on = (day: number) => ({
    start_date_event: `2026-12-${day}T03:00:00Z`,
    end_date_event: `2026-12-${day}T05:00:00Z`,
    event_name: `Day ${day}`,
  })
  for (const day of [12, 11, 14, 13]) await addEvent(on(day), owner)
  const names = (reply: { json(): { event_name: string }[] }) => reply.json().map(({ event_name }) => event_name)

  const first = await visitor.get(`/api/events/events?organizer=${id}&current=true&sort=soonest&limit=2`)
  await addEvent(on(10), owner)
  const next = await visitor.get(/<(.*)>/.exec(String(first.headers.link))?.[1] ?? '')

  expect([names(first), names(next), next.headers.link]).toEqual([
    ['Day 11', 'Day 12'],
    ['Day 13', 'Day 14'],
    undefined,
  ])
  expect(first.headers['x-total-count']).toBe('4')
})

test('a user follows and unfollows an organizer by one call, but not themselves', async () => {
  const { as, visitor, owner, id, addUser, clock } = await startWithOrganizer()
  const person = await addUser()
  const followed = async () => (await as(person).get('/api/organizers/following')).json()

  expect((await as(person).put(toggle(id))).json()).toEqual({
    is_following: true,
    message: 'You follow this organizer.',
  })
  expect(await followed()).toEqual([
    {
      id,
      organizer_name: `Organizer ${owner.id}`,
      logo: '',
      organization_type: 'COMPANY',
      is_verified: false,
      followed_at: clock.now.toISOString(),
    },
  ])
  expect((await as(person).put(toggle(id))).json().is_following).toBe(false)
  expect(await followed()).toEqual([])
  expect((await visitor.put(toggle(id))).statusCode).toBe(401)
  expect((await as(owner).put(toggle(id))).json().code).toBe('own_follow')
})

test('simultaneous toggles all count', async () => {
  const { as, id, addUser } = await startWithOrganizer()
  const person = await addUser()

  const replies = await Promise.all(Array.from({ length: 7 }, () => as(person).put(toggle(id))))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  expect((await as(person).get(page(id))).json().is_following).toBe(true)
})

test('an unsubscribe link works without login, only by POST', async () => {
  const { app, as, ctx, visitor, owner, id, addUser } = await startWithOrganizer()
  const person = await addUser()
  await as(person).put(toggle(id))
  const link = stopLinkOf(ctx.tokenSecret, { organizerId: id, userId: person.id })
  const url = `/api/organizers/following/${link}`
  const isFollowing = async () => (await as(person).get(page(id))).json().is_following

  const read = (await visitor.get(url)).json()
  expect([read, await isFollowing()]).toEqual([{ organizer_name: `Organizer ${owner.id}`, is_following: true }, true])

  const stopped = [await visitor.post(url), await visitor.post(url)]
  expect(stopped.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect([await isFollowing(), (await visitor.get(url)).json().is_following]).toEqual([false, false])

  // A mail program's own button (RFC 8058), after the user has followed again.
  await as(person).put(toggle(id))
  const oneClick = await app.inject({
    method: 'POST',
    url: `/stop-following/${link}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([oneClick.statusCode, await isFollowing()]).toEqual([200, false])
})

test('an altered link stops nothing', async () => {
  const { as, ctx, visitor, id, addUser } = await startWithOrganizer()
  const [person, other] = [await addUser(), await addUser()]
  for (const one of [person, other]) await as(one).put(toggle(id))
  const link = stopLinkOf(ctx.tokenSecret, { organizerId: id, userId: person.id })

  const forged = [link.replace(`-${person.id}-`, `-${other.id}-`), link.slice(0, -1), 'nonsense', `${id}-${other.id}-`]
  for (const one of forged) {
    for (const reply of [
      await visitor.post(`/api/organizers/following/${one}`),
      await visitor.post(`/stop-following/${one}`),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'stop_link_invalid'])
    }
  }
  expect((await as(other).get(page(id))).json().is_following).toBe(true)
})

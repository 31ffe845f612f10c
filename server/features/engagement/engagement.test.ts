import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

test.each([
  ['like', 'likes', 'is_liked', 'total_likes'],
  ['bookmark', 'bookmarks', 'is_bookmarked', 'total_bookmarks'],
])('fifty-one simultaneous %s toggles leave it on and counted once', async (verb, noun, state, total) => {
  const { as, addUser, addEvent } = await startApp()
  const event = await addEvent()
  const person = await addUser()
  const url = `/api/${noun}/${event.id}/toggle-${verb}`

  const replies = await Promise.all(Array.from({ length: 51 }, () => as(person).put(url)))
  const seen = (await as(person).get(`/api/events/${event.id}`)).json()

  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
  expect(replies.filter((reply) => reply.json()[state])).toHaveLength(26)
  expect(seen.user_engaged[state]).toBe(true)
  expect(seen.engagement[total]).toBe(1)
})

test('bookmarks are listed latest first, without events the user may no longer see', async () => {
  const { as, db, clock, addUser, addEvent } = await startApp()
  const [first, second] = [await addEvent(), await addEvent()]
  const person = await addUser()
  await as(person).put(`/api/bookmarks/${first.id}/toggle-bookmark`)
  clock.now = new Date(clock.now.getTime() + 1000)
  await as(person).put(`/api/bookmarks/${second.id}/toggle-bookmark`)
  const listed = async () =>
    (await as(person).get('/api/bookmarks/my-favorite/')).json().map((e: { id: number }) => e.id)

  expect(await listed()).toEqual([second.id, first.id])
  await db.pool.query(`UPDATE events SET visibility = 'PRIVATE', allowed_email_domains = 'ku.th' WHERE id = $1`, [
    second.id,
  ])
  expect(await listed()).toEqual([first.id])
})

test('an event the user may not see can be neither liked nor bookmarked', async () => {
  const { as, visitor, addUser, addEvent } = await startApp()
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const stranger = await addUser()

  expect((await as(stranger).put(`/api/likes/${event.id}/toggle-like`)).statusCode).toBe(404)
  expect((await as(stranger).put(`/api/bookmarks/${event.id}/toggle-bookmark`)).statusCode).toBe(404)
  expect((await visitor.put(`/api/likes/${event.id}/toggle-like`)).statusCode).toBe(401)
})

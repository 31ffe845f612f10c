import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'

const blockUrl = (userId: number) => `/api/organizers/blocked/${userId}`
const applyUrl = (eventId: number) => `/api/tickets/event/${eventId}/register`
const writeUrl = (eventId: number) => `/api/comments/write-comment/${eventId}`

test('blocked people can neither comment nor apply until they are unblocked', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [next, elsewhere] = [await addEvent({}, event.owner), await addEvent()]
  const [person, other] = [await addUser({ first_name: 'Anan' }), await addUser()]
  const comment = await addComment(as(person), event.id)

  const blocked = await as(event.owner).put(blockUrl(person.id))

  expect(blocked.json()).toEqual({
    id: person.id,
    username: person.username,
    name: `Anan Jaidee ${person.id}`,
    profile_picture: '',
    blocked_at: '2026-11-21T03:00:00.000Z',
  })
  expect((await as(event.owner).get('/api/organizers/blocked')).json()).toEqual([blocked.json()])
  for (const { id } of [event, next]) {
    for (const reply of [
      await as(person).post(writeUrl(id), { content: 'Hello' }),
      await as(person).post(applyUrl(id)),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'blocked_by_organizer'])
    }
    expect((await as(person).get(`/api/events/${id}`)).statusCode).toBe(200)
  }
  expect((await as(person).put(`/api/comments/${comment.id}/edit`, { content: 'x' })).json().code).toBe(
    'blocked_by_organizer',
  )
  expect((await readComments(as(person), event.id)).map(({ id }) => id)).toEqual([comment.id])
  expect((await as(person).post(applyUrl(elsewhere.id))).statusCode).toBe(201)
  expect((await as(other).post(applyUrl(event.id))).statusCode).toBe(201)

  expect((await as(event.owner).delete(blockUrl(person.id))).statusCode).toBe(204)
  expect((await as(person).post(writeUrl(event.id), { content: 'Hello' })).statusCode).toBe(201)
  expect((await as(person).post(applyUrl(event.id))).statusCode).toBe(201)
})

test('a blocked person can keep or cancel a ticket, but not get another', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const holder = await addUser()
  const ticket = (await as(holder).post(applyUrl(event.id))).json()

  await as(event.owner).put(blockUrl(holder.id))
  await as(event.owner).put(blockUrl(holder.id))

  expect((await as(holder).get(`/api/tickets/${ticket.id}`)).json().status).toBe('ACTIVE')
  expect((await as(holder).delete(`/api/tickets/${ticket.id}/cancel`)).statusCode).toBe(200)
  expect((await as(holder).post(applyUrl(event.id))).json().code).toBe('blocked_by_organizer')
})

test('in a rush blocked people are refused, and everybody else gets a seat', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const people = await Promise.all(Array.from({ length: 10 }, () => addUser()))
  const banned = people.filter((_, at) => at % 3 === 0)
  for (const person of banned) {
    await addComment(as(person), event.id)
    await as(event.owner).put(blockUrl(person.id))
  }

  const replies = await Promise.all(people.map((person) => as(person).post(applyUrl(event.id))))

  expect(replies.map((reply) => reply.statusCode)).toEqual(
    people.map((person) => (banned.includes(person) ? 403 : 201)),
  )
})

test('organizers can block only people from their events, and not themselves', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const stranger = await addUser()

  for (const id of [stranger.id, 999_999]) {
    const reply = await as(event.owner).put(blockUrl(id))
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'person_not_found'])
  }
  expect((await as(event.owner).put(blockUrl(event.owner.id))).json().code).toBe('own_block')
  expect((await as(stranger).put(blockUrl(event.owner.id))).json().code).toBe('organizers_only')
  expect((await as(stranger).get('/api/organizers/blocked')).json().code).toBe('organizers_only')
})

import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

const editUrl = (id: number) => `/api/events/${id}/edit`
const apply = (id: number) => `/api/tickets/event/${id}/register`

test('a limit below the tickets held is refused and changes nothing; one at that number is taken', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent({ max_attendee: 5 })
  for (const person of [await addUser(), await addUser()]) await as(person).post(apply(event.id))
  const seen = async () => (await as(event.owner).get(`/api/events/${event.id}`)).json()

  const below = await as(event.owner).patch(editUrl(event.id), { max_attendee: 1, event_name: 'Smaller' })
  expect(below.statusCode).toBe(409)
  expect(below.json().code).toBe('capacity_below_held')
  expect(await seen()).toMatchObject({ max_attendee: 5, event_name: 'Bangkok JavaScript Night' })

  expect((await as(event.owner).patch(editUrl(event.id), { max_attendee: 2 })).statusCode).toBe(200)
  expect((await as(await addUser()).post(apply(event.id))).json().code).toBe('event_full')
  expect((await as(event.owner).patch(editUrl(event.id), { max_attendee: 0 })).json().max_attendee).toBeNull()
  expect((await as(await addUser()).post(apply(event.id))).statusCode).toBe(201)
})

test('30 edits of the capacity mixed with 200 applications never end above the last accepted capacity', async () => {
  const { as, addEvent, addUser, db } = await startApp()
  const event = await addEvent({ max_attendee: 40 })
  const people = await Promise.all(Array.from({ length: 200 }, () => addUser()))
  const accepted: { at: string; capacity: number }[] = []
  const edit = async (capacity: number) => {
    const reply = await as(event.owner).patch(editUrl(event.id), { max_attendee: capacity })
    if (reply.statusCode === 200) accepted.push({ at: reply.json().updated_at, capacity })
    return reply
  }

  const edits: Promise<unknown>[] = []
  const replies = await Promise.all(
    people.map(async (person, n) => {
      if (n % 7 === 0) edits.push(edit(20 + ((n * 13) % 41)))
      return as(person).post(apply(event.id))
    }),
  )
  const answers = await Promise.all(edits)
  await edit(60)
  const last = await edit(20 + ((answers.length * 13) % 41))

  const seen = (await as(event.owner).get(`/api/events/${event.id}`)).json()
  const { rows } = await db.pool.query(`SELECT count(*)::int AS held FROM tickets WHERE status <> 'CANCELLED'`)
  expect(answers).toHaveLength(29)
  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(rows[0].held)
  expect(replies.every((reply) => [201, 409].includes(reply.statusCode))).toBe(true)
  expect(seen.current_attendees).toBe(rows[0].held)
  expect(seen.current_attendees).toBeLessThanOrEqual(seen.max_attendee)
  expect(seen.max_attendee).toBe(last.statusCode === 200 ? last.json().max_attendee : 60)
  expect([200, 409]).toContain(last.statusCode)
})

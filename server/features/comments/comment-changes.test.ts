import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'
import { endEvent } from '#server/testing/insert-events.ts'

const writeUrl = (eventId: number) => `/api/comments/write-comment/${eventId}`
const editUrl = (id: number) => `/api/comments/${id}/edit/`
const deleteUrl = (id: number) => `/api/comments/${id}/delete/`
const ids = (comments: { id: number }[]) => comments.map(({ id }) => id)

test('an edited comment is marked as edited and keeps its place and replies', async () => {
  const { as, clock, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const comment = await addComment(author, event.id, 'See you thare')
  const reply = await addComment(as(event.owner), event.id, 'Where?', comment.id)
  clock.now = new Date(clock.now.getTime() + 60_000)

  const edited = await author.put(editUrl(comment.id), { ...comment, id: 5, content: 'See you there', user: { id: 1 } })

  expect(edited.statusCode).toBe(200)
  expect(edited.json()).toEqual({
    ...comment,
    content: 'See you there',
    edited_at: '2026-11-21T03:01:00.000Z',
    total_replies: 1,
    replies: [reply],
  })
  expect(await readComments(author, event.id)).toEqual([edited.json()])
})

test('deleting a comment deletes its replies; deleting a reply leaves the thread', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const thread = await addComment(author, event.id)
  const [one, two] = [
    await addComment(author, event.id, 'one', thread.id),
    await addComment(author, event.id, 'two', thread.id),
  ]

  const deleted = await author.delete(deleteUrl(one.id))

  expect([deleted.statusCode, deleted.body]).toEqual([204, ''])
  expect(ids((await readComments(visitor, event.id))[0]?.replies ?? [])).toEqual([two.id])
  expect((await author.delete(deleteUrl(one.id))).json().code).toBe('comment_not_found')
  expect((await author.delete(deleteUrl(thread.id))).statusCode).toBe(204)
  expect(await readComments(visitor, event.id)).toEqual([])
  expect((await author.put(editUrl(two.id), { content: 'still here?' })).statusCode).toBe(404)
})

test('a comment edited during its deletion is gone, and each edit is accepted or refused', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())

  for (let round = 0; round < 10; round++) {
    const { id } = await addComment(author, event.id)
    const replies = await Promise.all([
      author.put(editUrl(id), { content: 'one' }),
      author.delete(deleteUrl(id)),
      author.put(editUrl(id), { content: 'two' }),
      author.post(writeUrl(event.id), { content: 'reply', parent_id: id }),
      author.delete(deleteUrl(id)),
    ])

    const statuses = replies.map((reply) => reply.statusCode)
    expect(
      statuses.every((status) => [200, 201, 204, 404].includes(status)),
      String(statuses),
    ).toBe(true)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(await readComments(visitor, event.id)).toEqual([])
  }
})

test('replies to and reports of a comment that is being deleted get a 404', async () => {
  const { as, addEvent, addUser, db } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const thread = await addComment(author, event.id)
  const reply = await addComment(author, event.id, 'a reply', thread.id)
  const gate = await db.pool.connect()
  await gate.query('BEGIN')
  await gate.query('DELETE FROM comments WHERE id = $1', [thread.id])

  const other = as(await addUser())
  const late = [
    other.post(writeUrl(event.id), { content: 'late', parent_id: thread.id }),
    other.post(writeUrl(event.id), { content: 'late', parent_id: reply.id }),
    other.post(`/api/comments/${thread.id}/report`, { reason: '' }),
    other.post(`/api/comments/${reply.id}/report`, { reason: '' }),
  ]
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(4)
  await gate.query('COMMIT')
  gate.release()

  const answers = (await Promise.all(late)).map((answer) => answer.json().code)
  expect(answers).toEqual(Array(4).fill('comment_not_found'))
})

test('nothing can be commented on a past event that was deleted', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await endEvent(db, event.id)
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await as(event.owner).post(writeUrl(event.id), { content: 'Why?' })).json().code).toBe('event_deleted')
})

test('comments on a called-off event can be read and deleted, but not written', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [holder, stranger] = [await addUser(), await addUser()]
  await as(holder).post(`/api/tickets/event/${event.id}/register`)
  const comment = await addComment(as(holder), event.id)
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect(ids(await readComments(as(holder), event.id))).toEqual([comment.id])
  for (const person of [holder, event.owner]) {
    const reply = await as(person).post(writeUrl(event.id), { content: 'Why?' })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'event_called_off'])
  }
  expect((await as(holder).put(editUrl(comment.id), { content: 'Why?' })).json().code).toBe('event_called_off')
  expect((await as(stranger).post(writeUrl(event.id), { content: 'Why?' })).statusCode).toBe(404)
  expect((await visitor.get(`/api/events/${event.id}/comments`)).statusCode).toBe(404)
  expect((await as(holder).delete(deleteUrl(comment.id))).statusCode).toBe(204)
})

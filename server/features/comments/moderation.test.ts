import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'

const hideUrl = (id: number) => `/api/comments/${id}/hidden`
const reportUrl = (id: number) => `/api/comments/${id}/report`
const reportsUrl = (eventId: number) => `/api/events/${eventId}/comment-reports`
const writeUrl = (eventId: number) => `/api/comments/write-comment/${eventId}`
const ids = (comments: { id: number }[]) => comments.map(({ id }) => id)

test('only its author and the organizer see a hidden comment and its replies', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, other] = [await addUser(), await addUser()]
  const thread = await addComment(as(author), event.id, 'rude')
  const reply = await addComment(as(other), event.id, 'now, now', thread.id)

  const hidden = await as(event.owner).put(hideUrl(thread.id), { hidden: true })

  expect(hidden.json()).toMatchObject({ id: thread.id, hidden_by: 'organizer', replies: [{ id: reply.id }] })
  for (const viewer of [visitor, as(other)]) {
    expect(await readComments(viewer, event.id)).toEqual([])
    expect((await viewer.get(`/api/events/${event.id}/comments`)).headers['x-total-count']).toBe('0')
    expect((await viewer.get(`/api/comments/${thread.id}/replies`)).statusCode).toBe(404)
  }
  for (const viewer of [author, event.owner]) {
    const [seen] = await readComments(as(viewer), event.id)
    expect(seen).toMatchObject({ id: thread.id, hidden_by: 'organizer', total_replies: 1 })
  }
  expect((await as(other).post(writeUrl(event.id), { content: 'hm', parent_id: thread.id })).statusCode).toBe(404)
  expect((await as(other).post(writeUrl(event.id), { content: 'hm', parent_id: reply.id })).statusCode).toBe(404)

  await as(event.owner).put(hideUrl(thread.id), { hidden: false })
  expect(ids(await readComments(visitor, event.id))).toEqual([thread.id])
})

test('a hidden reply is only counted for those who can see it', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, other] = [await addUser(), await addUser()]
  const thread = await addComment(as(other), event.id)
  const reply = await addComment(as(author), event.id, 'rude', thread.id)
  await as(event.owner).put(hideUrl(reply.id), { hidden: true })

  for (const viewer of [visitor, as(other)]) {
    expect((await readComments(viewer, event.id))[0]).toMatchObject({ total_replies: 0, replies: [] })
    expect((await viewer.get(`/api/comments/${thread.id}/replies`)).json()).toEqual([])
  }
  for (const viewer of [author, event.owner]) {
    const [seen] = await readComments(as(viewer), event.id)
    expect(seen).toMatchObject({ total_replies: 1, replies: [{ id: reply.id, hidden_by: 'organizer' }] })
  }
})

test('the author can edit and delete a hidden comment, which stays hidden', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const comment = await addComment(author, event.id, 'rude')
  await as(event.owner).put(hideUrl(comment.id), { hidden: true })

  expect((await author.put(`/api/comments/${comment.id}/edit`, { content: 'kind' })).json()).toMatchObject({
    content: 'kind',
    hidden_by: 'organizer',
  })
  expect(await readComments(visitor, event.id)).toEqual([])
  expect((await author.delete(`/api/comments/${comment.id}/delete`)).statusCode).toBe(204)
})

test('closed comments can be read and deleted, but not written or edited, even by the organizer', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = await addUser()
  const comment = await addComment(as(author), event.id)
  const close = (closed: boolean) => as(event.owner).put(`/api/events/${event.id}/comments/closed`, { closed })

  expect((await close(true)).json()).toEqual({ closed: true, message: 'Comments are closed.' })

  expect((await visitor.get(`/api/events/${event.id}`)).json().comments_closed).toBe(true)
  for (const person of [author, event.owner]) {
    const reply = await as(person).post(writeUrl(event.id), { content: 'Hello' })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'comments_closed'])
  }
  expect((await as(author).put(`/api/comments/${comment.id}/edit`, { content: 'x' })).json().code).toBe(
    'comments_closed',
  )
  expect(ids(await readComments(visitor, event.id))).toEqual([comment.id])
  expect((await as(author).delete(`/api/comments/${comment.id}/delete`)).statusCode).toBe(204)

  await close(false)
  expect((await as(author).post(writeUrl(event.id), { content: 'Hello' })).statusCode).toBe(201)
})

test('comments are not closed without an entry in the log', async () => {
  // The constraint must not reach other tests.
  const { as, db, visitor, addEvent } = await startApp({}, { forOnceOnly: true })
  const event = await addEvent()
  await db.pool.query("ALTER TABLE event_log ADD CONSTRAINT broken CHECK (action <> 'moderated')")

  const reply = await as(event.owner).put(`/api/events/${event.id}/comments/closed`, { closed: true })

  expect(reply.statusCode).toBe(500)
  expect((await visitor.get(`/api/events/${event.id}`)).json().comments_closed).toBe(false)
})

test('each person reports a comment once; the organizer sees how often and why, but not who', async () => {
  const { as, clock, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, one, two] = [await addUser(), await addUser(), await addUser()]
  const [bad, worse] = [await addComment(as(author), event.id, 'bad'), await addComment(as(author), event.id, 'worse')]

  expect((await as(one).post(reportUrl(worse.id), { reason: ' an insult\u001b ' })).statusCode).toBe(201)
  clock.now = new Date(clock.now.getTime() + 1_000)
  expect((await as(two).post(reportUrl(worse.id))).json()).toEqual({ message: 'The comment was reported.' })
  await as(one).post(reportUrl(bad.id), { reason: 'spam' })
  const again = await as(one).post(reportUrl(worse.id), { reason: 'again' })

  expect([again.statusCode, again.json().code]).toEqual([409, 'already_reported'])
  expect((await as(author).post(reportUrl(bad.id))).json().code).toBe('own_comment')
  expect((await as(one).post(reportUrl(bad.id), { reason: 'x'.repeat(501) })).statusCode).toBe(422)
  const reports = await as(event.owner).get(reportsUrl(event.id))
  expect(reports.json()).toEqual(
    [
      { comment: bad, total: 1, reported_at: '2026-11-21T03:00:01.000Z', reasons: ['spam'] },
      { comment: worse, total: 2, reported_at: '2026-11-21T03:00:01.000Z', reasons: ['an insult'] },
    ].sort((a, b) => b.comment.id - a.comment.id),
  )
  for (const person of [one, two]) expect(reports.body).not.toContain(person.username)
})

test('dismissing reports or hiding the comment settles them, and nobody reports again', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, one] = [await addUser(), await addUser()]
  const [fine, rude] = [await addComment(as(author), event.id, 'fine'), await addComment(as(author), event.id, 'rude')]
  for (const { id } of [fine, rude]) await as(one).post(reportUrl(id))
  const open = async () =>
    (await as(event.owner).get(reportsUrl(event.id)))
      .json()
      .map((report: { comment: { id: number } }) => report.comment.id)
  expect(await open()).toHaveLength(2)

  expect((await as(event.owner).delete(`/api/comments/${fine.id}/reports`)).statusCode).toBe(204)
  expect(await open()).toEqual([rude.id])

  await as(event.owner).put(hideUrl(rude.id), { hidden: true })
  expect(await open()).toEqual([])
  await as(event.owner).put(hideUrl(rude.id), { hidden: false })
  expect(await open()).toEqual([])
  expect((await as(one).post(reportUrl(fine.id))).json().code).toBe('already_reported')
})

test('an author sees a comment that was hidden before comments had versions', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const comment = await addComment(author, event.id, 'rude')
  await as(event.owner).put(hideUrl(comment.id), { hidden: true })
  await db.pool.query('DELETE FROM comment_versions')

  const migration = new URL('../../migrations/064-readers-of-hidden-comments.sql', import.meta.url)
  await db.pool.query(readFileSync(migration, 'utf8'))

  expect(ids(await readComments(author, event.id))).toEqual([comment.id])
})

test('a comment hidden by the operator stays hidden if the organizer shows it meanwhile', async () => {
  const { as, db, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const comment = await addComment(as(await addUser()), event.id, 'rude')
  await as(event.owner).put(hideUrl(comment.id), { hidden: true })
  const operator = await db.pool.connect()
  await operator.query('BEGIN')
  await operator.query("UPDATE comments SET hidden_by = 'operator' WHERE id = $1", [comment.id])

  const showing = as(event.owner).put(hideUrl(comment.id), { hidden: false })
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1)
  await operator.query('COMMIT')
  operator.release()

  expect((await showing).json().code).toBe('hidden_by_operator')
  expect(await readComments(visitor, event.id)).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import { type Caller, startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'

const writeUrl = (eventId: number) => `/api/comments/write-comment/${eventId}`
const editUrl = (id: number) => `/api/comments/${id}/edit/`
const ids = (comments: { id: number }[]) => comments.map(({ id }) => id)

test('everybody who may see the event sees each comment with its author and time', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = await addUser({ first_name: 'สมหญิง', last_name: 'รักไทย' })

  const written = await as(author).post(writeUrl(event.id), { content: '  ไปด้วยกันไหม\r\nanyone?  ', parent_id: null })

  expect(written.statusCode).toBe(201)
  expect(written.json()).toEqual({
    id: expect.any(Number),
    content: 'ไปด้วยกันไหม\nanyone?',
    created_at: '2026-11-21T03:00:00.000Z',
    edited_at: null,
    parent_id: null,
    hidden_by: null,
    user: { id: author.id, username: author.username, name: 'สมหญิง รักไทย', profile_picture: '' },
    total_replies: 0,
    replies: [],
  })
  for (const viewer of [visitor, as(author), as(event.owner)]) {
    expect(await readComments(viewer, event.id)).toEqual([written.json()])
  }
})

test('comments and replies are sorted newest first', async () => {
  const { as, visitor, clock, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 1_000)
  }
  const old = await addComment(person, event.id, 'old')
  later()
  const young = await addComment(person, event.id, 'young')
  const twin = await addComment(person, event.id, 'of the same moment')
  const first = await addComment(person, event.id, 'first', old.id)
  later()
  const second = await addComment(person, event.id, 'second', old.id)

  const comments = await readComments(visitor, event.id)

  expect(ids(comments)).toEqual([twin.id, young.id, old.id])
  expect(ids(comments[2]?.replies ?? [])).toEqual([second.id, first.id])
  expect(comments.map(({ replies, total_replies }) => [replies.length, total_replies])).toEqual([
    [0, 0],
    [0, 0],
    [2, 2],
  ])
})

test('a reply to a reply joins the thread, which stays two levels deep', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const person = as(await addUser())

  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.nat({ max: 30 })), { minLength: 1, maxLength: 15 }), async (answers) => {
      const event = await addEvent()
      const made: Comment[] = []
      const threadOf = new Map<number, number>()
      for (const answer of answers) {
        const parent = answer === null ? undefined : made[answer % Math.max(1, made.length)]
        const comment = await addComment(person, event.id, 'Yes', parent?.id ?? null)
        made.push(comment)
        threadOf.set(comment.id, parent === undefined ? comment.id : (threadOf.get(parent.id) ?? 0))
      }

      const comments = await readComments(visitor, event.id, '?replies=50')

      for (const thread of comments) {
        expect(thread.parent_id).toBeNull()
        for (const reply of thread.replies) {
          expect(reply).toMatchObject({ parent_id: thread.id, replies: [], total_replies: 0 })
          expect(threadOf.get(reply.id)).toBe(thread.id)
        }
      }
      expect(comments.flatMap((thread) => [thread.id, ...ids(thread.replies)]).sort()).toEqual(ids(made).sort())
    }),
    { numRuns: 15 },
  )
})

test.each([
  ['nothing', undefined, 'A comment is required.'],
  ['blanks', '  \n ', 'A comment is required.'],
  ['signs that show nothing', '\u200b\u2060\u3164\u202e', 'A comment is required.'],
  ['2,001 letters', 'ก'.repeat(2_001), 'A comment may have at most 2,000 characters.'],
])('a comment of %s is refused', async (_, content, message) => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())
  const kept = await addComment(person, event.id, 'kept')

  for (const reply of [
    await person.post(writeUrl(event.id), { content }),
    await person.put(editUrl(kept.id), { content }),
  ]) {
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'invalid_fields', error: message })
  }
})

test('a comment has up to 2,000 letters; control characters and extra line breaks are removed', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())

  expect((await addComment(person, event.id, ` ${'ก'.repeat(2_000)} `)).content).toHaveLength(2_000)
  expect((await addComment(person, event.id, 'a\u001b[31m\u202eb\tc\n\n\n\n\nd 👩‍👧')).content).toBe(
    'a[31mb\tc\n\nd 👩‍👧',
  )
  expect((await addComment(person, event.id, '<b>x</b> & <script>')).content).toBe('<b>x</b> & <script>')
})

test('comments are accepted as forms; a parent must be a comment of this event', async () => {
  const { app, as, addEvent, addUser } = await startApp()
  const [event, other] = [await addEvent(), await addEvent()]
  const author = await addUser()
  const elsewhere = await addComment(as(author), other.id)

  const form = await app.inject({
    method: 'POST',
    url: writeUrl(event.id),
    headers: { authorization: `Bearer ${author.access}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'content=Hello&parent_id=null',
  })

  expect(form.json()).toMatchObject({ content: 'Hello', parent_id: null })
  for (const parent_id of [elsewhere.id, 999_999]) {
    const reply = await as(author).post(writeUrl(event.id), { content: 'Hello', parent_id })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'comment_not_found'])
  }
  for (const parent_id of [-1, 1.5, 'x']) {
    expect((await as(author).post(writeUrl(event.id), { content: 'Hello', parent_id })).statusCode).toBe(422)
  }
})

test('the limit of thirty comments a minute holds across processes', async () => {
  const { as, addEvent, addUser, addServer } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const other = await addServer()
  const event = await addEvent()
  const [person, neighbour] = [await addUser(), await addUser()]
  const write = (caller: { post: (url: string, body: object) => Promise<{ statusCode: number; headers: object }> }) =>
    caller.post(writeUrl(event.id), { content: 'Hello' })

  for (let count = 0; count < 30; count++) {
    expect((await write(count % 2 ? as(person) : other.as(person))).statusCode).toBe(201)
  }

  const refused = await write(as(person))
  expect(refused.statusCode).toBe(429)
  expect(refused.headers).toHaveProperty('retry-after')
  expect((await write(as(neighbour))).statusCode).toBe(201)
})

test('a body over the limit is refused as too large', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()

  const reply = await as(await addUser()).post(writeUrl(event.id), { content: 'x'.repeat(1024 * 1024) })

  expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
})

test('deleting an account deletes its comments and the replies to them', async () => {
  const { as, db, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [leaver, stayer] = [await addUser(), await addUser()]
  const thread = await addComment(as(leaver), event.id)
  await addComment(as(stayer), event.id, 'a reply', thread.id)
  const kept = await addComment(as(stayer), event.id)
  await addComment(as(leaver), event.id, 'a reply', kept.id)

  await db.pool.query('DELETE FROM users WHERE id = $1', [leaver.id])

  expect(await readComments(visitor, event.id)).toEqual([kept])
})

test('a comment sent again with the same key, after a lost response, is stored once', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const [event, other] = [await addEvent(), await addEvent()]
  const [author, neighbour] = [as(await addUser()), as(await addUser())]
  const client_key = '0b8f1d3a-5c0e-4a7e-9f5d-2f1f6f0c9a11'
  const send = (caller: Caller, eventId = event.id) => caller.post(writeUrl(eventId), { content: 'Hello', client_key })

  const answers = await Promise.all([send(author), send(author), send(author)])
  const later = await send(author)

  expect([...answers, later].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  for (const answer of answers) expect(answer.json()).toEqual(later.json())
  expect(await readComments(visitor, event.id)).toEqual([later.json()])
  // The key belongs to its author and to this event.
  expect((await send(neighbour)).json().id).not.toBe(later.json().id)
  expect((await send(author, other.id)).statusCode).toBe(404)
  for (const nothing of ['', 'null', null, undefined]) {
    const reply = await author.post(writeUrl(event.id), { content: 'Hello', client_key: nothing })
    expect(reply.statusCode).toBe(201)
  }
  expect(await readComments(visitor, event.id)).toHaveLength(6)
  expect((await author.post(writeUrl(event.id), { content: 'Hello', client_key: 'x' })).statusCode).toBe(422)
})

test('a stored comment sent again is returned, even if comments are closed by then', async () => {
  const { as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const thread = await addComment(as(event.owner), event.id)
  const fields = { content: 'Hello', parent_id: thread.id, client_key: '0b8f1d3a-5c0e-4a7e-9f5d-2f1f6f0c9a11' }
  const stored = await author.post(writeUrl(event.id), fields)
  await as(event.owner).put(`/api/events/${event.id}/comments/closed`, { closed: true })
  await as(event.owner).put(`/api/comments/${thread.id}/hidden`, { hidden: true })

  const again = await author.post(writeUrl(event.id), fields)
  const another = await author.post(writeUrl(event.id), {
    ...fields,
    client_key: fields.client_key.replace('0b', '0c'),
  })

  expect([again.statusCode, again.json()]).toEqual([201, stored.json()])
  expect(another.json().code).toBe('comments_closed')
})

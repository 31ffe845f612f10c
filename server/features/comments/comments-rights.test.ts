import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'

interface Target {
  eventId: number
  commentId: number
  authorId: number
}

type Make = (caller: Caller, target: Target) => ReturnType<Caller['get']>

/** In an order in which no call prevents the next one: the comment is deleted last. */
const calls: Record<string, Make> = {
  list: (caller, { eventId }) => caller.get(`/api/events/${eventId}/comments/`),
  replies: (caller, { commentId }) => caller.get(`/api/comments/${commentId}/replies`),
  write: (caller, { eventId }) => caller.post(`/api/comments/write-comment/${eventId}/`, { content: 'Hello' }),
  reply: (caller, { eventId, commentId }) =>
    caller.post(`/api/comments/write-comment/${eventId}`, { content: 'Hello', parent_id: commentId }),
  edit: (caller, { commentId }) => caller.put(`/api/comments/${commentId}/edit/`, { content: 'Changed' }),
  report: (caller, { commentId }) => caller.post(`/api/comments/${commentId}/report`, { reason: 'spam' }),
  reports: (caller, { eventId }) => caller.get(`/api/events/${eventId}/comment-reports`),
  dismiss: (caller, { commentId }) => caller.delete(`/api/comments/${commentId}/reports`),
  hide: (caller, { commentId }) => caller.put(`/api/comments/${commentId}/hidden`, { hidden: true }),
  show: (caller, { commentId }) => caller.put(`/api/comments/${commentId}/hidden`, { hidden: false }),
  close: (caller, { eventId }) => caller.put(`/api/events/${eventId}/comments/closed`, { closed: true }),
  open: (caller, { eventId }) => caller.put(`/api/events/${eventId}/comments/closed`, { closed: false }),
  block: (caller, { authorId }) => caller.put(`/api/organizers/blocked/${authorId}`),
  blocked: (caller) => caller.get('/api/organizers/blocked'),
  unblock: (caller, { authorId }) => caller.delete(`/api/organizers/blocked/${authorId}`),
  delete: (caller, { commentId }) => caller.delete(`/api/comments/${commentId}/delete/`),
}

const names = Object.keys(calls)
const all = (status: number, but: Record<string, number> = {}) => ({
  ...Object.fromEntries(names.map((name) => [name, status])),
  ...but,
})
const reading = { list: 200, replies: 200 }
const writing = { ...reading, write: 201, reply: 201 }

/** Expected statuses on a public event. */
const expected: Record<string, Record<string, number>> = {
  visitor: all(401, reading),
  'a token that expired': all(401),
  'Bearer undefined': all(401, reading),
  stranger: all(403, { ...writing, report: 201 }),
  author: all(403, { ...writing, edit: 200, delete: 204 }),
  // Their own list of blocked people is empty, and the author has not met them.
  'other organizer': all(403, { ...writing, report: 201, block: 404, blocked: 200, unblock: 204 }),
  owner: all(200, { ...writing, edit: 403, report: 201, dismiss: 204, unblock: 204, delete: 403 }),
}

/** Calls that do not concern the event. */
const ofOrganizers = ['block', 'blocked', 'unblock']

test.each(['PUBLIC', 'PRIVATE'] as const)(
  'comment calls on a %s event respond to each role as the table says',
  async (visibility) => {
    const { app, as, visitor, db, addEvent, addUser, addOrganizer } = await startApp()
    const isPrivate = visibility === 'PRIVATE'
    const event = await addEvent({ visibility, ...(isPrivate ? { allowed_email_domains: 'ku.th' } : {}) })
    const author = await addUser({ email: 'author@ku.th' })
    const people = { stranger: await addUser(), author, 'other organizer': await addOrganizer(), owner: event.owner }
    await db.pool.query('UPDATE users SET email_verified_at = now()')
    const withBearer = (token: string): Caller => {
      const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload: object = {}) =>
        app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${token}` },
          ...(method === 'GET' ? {} : { payload }),
        })
      return {
        get: (url) => send('GET', url),
        post: (url, body) => send('POST', url, body),
        put: (url, body) => send('PUT', url, body),
        patch: (url, body) => send('PATCH', url, body),
        delete: (url) => send('DELETE', url),
      }
    }
    const callers: Record<string, Caller> = {
      visitor,
      'a token that expired': withBearer(`${author.access.slice(0, -2)}xx`),
      'Bearer undefined': withBearer('undefined'),
      ...Object.fromEntries(Object.entries(people).map(([role, person]) => [role, as(person)])),
    }
    const seesEvent = (role: string) => !isPrivate || role === 'author' || role === 'owner'

    const answered: Record<string, Record<string, number>> = {}
    const wanted: Record<string, Record<string, number>> = {}
    for (const [role, caller] of Object.entries(callers)) {
      const comment = await addComment(as(author), event.id)
      const target = { eventId: event.id, commentId: comment.id, authorId: author.id }
      answered[role] = {}
      wanted[role] = { ...expected[role] }
      for (const [name, make] of Object.entries(calls)) {
        answered[role][name] = (await make(caller, target)).statusCode
        const hidden = !seesEvent(role) && !ofOrganizers.includes(name) && wanted[role][name] !== 401
        if (hidden) wanted[role][name] = 404
      }
    }

    expect(answered).toEqual(wanted)
  },
)

test('comments on an event that is no longer visible to their author cannot be changed', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const { id } = await addComment(author, event.id)
  await db.pool.query(`UPDATE events SET visibility = 'PRIVATE', allowed_email_domains = 'ku.th'`)

  for (const reply of [
    await author.put(`/api/comments/${id}/edit`, { content: 'x' }),
    await author.delete(`/api/comments/${id}/delete`),
    await author.post(`/api/comments/${id}/report`),
  ]) {
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'comment_not_found'])
  }
})

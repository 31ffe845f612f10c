import { expect, test } from 'vitest'
import { runCommand } from '#server/admin/commands.ts'
import { updateHidden } from '#server/features/comments/comments.repository.ts'
import { type Caller, startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { openPage } from '#server/testing/live.ts'

const hideUrl = (id: number) => `/api/comments/${id}/hidden`

async function versionRead(caller: Caller, eventId: number): Promise<number> {
  return Number((await caller.get(`/api/events/${eventId}/comments`)).headers['x-version'])
}

test('every change of comments is announced, and the list has its version', async () => {
  const { app, as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, viewer] = [await addUser(), await addUser()]
  const pages = [await openPage(app, event.id), await openPage(app, event.id, viewer)]
  let thread = { id: 0 }
  let reply = { id: 0 }
  const actions: (() => Promise<unknown>)[] = [
    async () => (thread = await addComment(as(author), event.id)),
    async () => (reply = await addComment(as(author), event.id, 'a reply', thread.id)),
    () => as(author).put(`/api/comments/${reply.id}/edit`, { content: 'another reply' }),
    () => as(event.owner).put(hideUrl(reply.id), { hidden: true }),
    () => as(event.owner).put(hideUrl(reply.id), { hidden: false }),
    () => as(author).delete(`/api/comments/${reply.id}/delete`),
    () => as(author).delete(`/api/comments/${thread.id}/delete`),
  ]

  let before = await versionRead(visitor, event.id)
  for (const action of actions) {
    await action()

    const now = await versionRead(visitor, event.id)
    expect(now).toBeGreaterThan(before)
    for (const page of pages) await page.sees(({ comments_version }) => comments_version === now)
    before = now
  }
})

test('a message contains only numbers', async () => {
  const { app, as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const page = await openPage(app, event.id)

  await addComment(as(await addUser()), event.id, 'See you there!')

  const message = await page.sees(({ comments_version }) => comments_version === 1)
  expect(message).toEqual({
    version: 1,
    max_attendee: null,
    current_attendees: 0,
    seats_left: null,
    waiting: 0,
    ticket_types: [],
    comments_version: 1,
    ticket: null,
    position: null,
    slip: null,
    checked_in: null,
    reported: null,
    to_approve: null,
    to_pay: null,
    invited: null,
    slips: null,
  })
})

test('changes of hidden comments are announced to their author and the owner only', async () => {
  const { app, as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, other, stranger] = [await addUser(), await addUser(), await addUser()]
  const thread = await addComment(as(author), event.id, 'rude')
  const reply = await addComment(as(other), event.id, 'now, now', thread.id)
  const [kept, hidden] = [await addComment(as(other), event.id), await addComment(as(other), event.id, 'rude too')]
  for (const { id } of [thread, hidden]) await as(event.owner).put(hideUrl(id), { hidden: true })
  const outside = [await openPage(app, event.id), await openPage(app, event.id, stranger)]
  const [theirs, owners, others] = [
    await openPage(app, event.id, author),
    await openPage(app, event.id, event.owner),
    await openPage(app, event.id, other),
  ]
  for (const page of [...outside, theirs, owners, others]) await page.sees(() => true)
  const others0 = await versionRead(as(other), event.id)

  const inside: (() => Promise<unknown>)[] = [
    () => as(author).put(`/api/comments/${thread.id}/edit`, { content: 'kinder' }),
    () => addComment(as(author), event.id, 'sorry', thread.id),
    () => as(event.owner).put(hideUrl(thread.id), { hidden: true }),
    () => as(other).delete(`/api/comments/${reply.id}/delete`),
    () => as(author).delete(`/api/comments/${thread.id}/delete`),
  ]
  for (const action of inside) {
    const before = [await versionRead(as(author), event.id), await versionRead(as(event.owner), event.id)]
    await action()
    const now = [await versionRead(as(author), event.id), await versionRead(as(event.owner), event.id)]
    expect(now.map((version, n) => version > (before[n] ?? 0))).toEqual([true, true])
    await theirs.sees(({ comments_version }) => comments_version === now[0])
    await owners.sees(({ comments_version }) => comments_version === now[1])
  }
  // Nor is the other person told about someone else's hidden comments.
  expect(await versionRead(as(other), event.id)).toBe(others0)
  await as(other).put(`/api/comments/${hidden.id}/edit`, { content: 'kinder too' })
  expect(await versionRead(as(other), event.id)).toBeGreaterThan(others0)

  await as(other).put(`/api/comments/${kept.id}/edit`, { content: 'for all to see' })
  const last = await versionRead(visitor, event.id)
  for (const page of outside) {
    await page.sees(({ comments_version }) => comments_version === last)
    expect(page.messages).toHaveLength(2)
  }
})

test('comments hidden by the operator are announced', async () => {
  const { app, as, visitor, ctx, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const { id } = await addComment(as(await addUser()), event.id)
  const page = await openPage(app, event.id)
  await page.sees(() => true)

  await runCommand(['hide-comment', String(id)], {
    TOKEN_SECRET: ctx.tokenSecret,
    DATABASE_URL: String(db.pool.options.connectionString),
    DATA_DIR: ctx.settings.DATA_DIR,
  })

  const now = await versionRead(visitor, event.id)
  expect(now).toBeGreaterThan(1)
  await page.sees(({ comments_version }) => comments_version === now)
})

test('deleting an account changes the comments of every event it commented on', async () => {
  const { app, as, db, visitor, addEvent, addUser } = await startApp({}, { liveIntervals: { everything: 100 } })
  const [one, two, untouched] = [await addEvent(), await addEvent(), await addEvent()]
  const [leaver, stayer] = [await addUser(), await addUser()]
  const thread = await addComment(as(leaver), one.id)
  await addComment(as(stayer), one.id, 'a reply', thread.id)
  await addComment(as(leaver), two.id, 'a reply', (await addComment(as(stayer), two.id)).id)
  await addComment(as(stayer), untouched.id)
  const read = () => Promise.all([one, two, untouched].map(({ id }) => versionRead(visitor, id)))
  const before = await read()
  const page = await openPage(app, one.id)

  await db.pool.query('DELETE FROM users WHERE id = $1', [leaver.id])

  const now = await read()
  expect(now.map((version, n) => version > (before[n] ?? 0))).toEqual([true, true, false])
  await page.sees(({ comments_version }) => comments_version === now[0])
})

test('removing an event removes its comments', async () => {
  const { as, db, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const author = as(await addUser())
  const thread = await addComment(author, event.id)
  await addComment(author, event.id, 'a reply', thread.id)
  await as(event.owner).put(hideUrl(thread.id), { hidden: true })

  expect((await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)).statusCode).toBe(200)

  expect((await db.pool.query('SELECT FROM comment_versions')).rowCount).toBe(0)
})

test('the number of reports is announced to the owner only', async () => {
  const { app, as, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const [author, viewer] = [await addUser(), await addUser()]
  const comment = await addComment(as(author), event.id)
  const owner = await openPage(app, event.id, event.owner)
  const others = [await openPage(app, event.id), await openPage(app, event.id, author)]
  for (const page of [owner, ...others]) await page.sees(() => true)

  await as(viewer).post(`/api/comments/${comment.id}/report`)
  await owner.sees(({ reported }) => reported === 1)
  await as(event.owner).delete(`/api/comments/${comment.id}/reports`)

  await expect.poll(() => owner.messages.at(-1)?.reported).toBe(0)
  for (const { messages } of others) expect(messages.map(({ reported }) => reported)).toEqual([null])
})

test('closing and opening comments is announced as a change of the event', async () => {
  const { app, as, visitor, addEvent } = await startApp()
  const event = await addEvent()
  const page = await openPage(app, event.id)
  await page.sees(({ version }) => version === 1)

  for (const [closed, version] of [
    [true, 2],
    [false, 3],
  ] as const) {
    await as(event.owner).put(`/api/events/${event.id}/comments/closed`, { closed })

    await page.sees((message) => message.version === version)
    expect((await visitor.get(`/api/events/${event.id}`)).json()).toMatchObject({ version, comments_closed: closed })
  }
})

test("hiding and showing a person's comments at the same time does not deadlock", async () => {
  const { as, db, addEvent, addUser } = await startApp({ DATABASE_POOL: '12' })
  const event = await addEvent()
  const author = as(await addUser())
  const comments = await Promise.all(Array.from({ length: 10 }, () => addComment(author, event.id)))

  for (let round = 0; round < 20; round++) {
    // Outside of transactions, which would retry after a deadlock.
    const changes = comments.map(({ id }, n) => updateHidden(db, id, (n + round) % 2 === 0 ? 'operator' : null))

    expect(await Promise.all(changes)).toEqual(comments.map(() => event.id))
  }
})

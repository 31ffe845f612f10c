import { expect, test } from 'vitest'
import type { Comment, Reply } from '#contract/comments/comments.ts'
import { type Caller, startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'

const ids = (comments: { id: number }[]) => comments.map(({ id }) => id)

/** Follows `Link` from the first page to the last. */
async function readPages<Item extends Comment | Reply>(
  caller: Caller,
  url: string,
): Promise<{ pages: Item[][]; totals: Set<unknown> }> {
  const pages: Item[][] = []
  const totals = new Set<unknown>()
  for (let next: string | undefined = url; next !== undefined && pages.length < 20; ) {
    const reply = await caller.get(next)
    expect(reply.statusCode).toBe(200)
    pages.push(reply.json())
    totals.add(reply.headers['x-total-count'])
    next = /<(.+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return { pages, totals }
}

test('paging shows each thread once, even if several were written at the same time', async () => {
  const { as, visitor, clock, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())
  const written: number[] = []
  for (let count = 0; count < 7; count++) {
    if (count % 3 === 0) clock.now = new Date(clock.now.getTime() + 1_000)
    written.unshift((await addComment(person, event.id)).id)
  }

  const { pages, totals } = await readPages(visitor, `/api/events/${event.id}/comments?limit=3`)

  expect(pages.map(ids)).toEqual([written.slice(0, 3), written.slice(3, 6), written.slice(6)])
  expect([...totals]).toEqual(['7'])
})

test('comments written or deleted between requests do not shift pages', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())
  const written: number[] = []
  for (let count = 0; count < 4; count++) written.unshift((await addComment(person, event.id)).id)
  const first = await visitor.get(`/api/events/${event.id}/comments?limit=2`)

  await addComment(person, event.id, 'new')
  await person.delete(`/api/comments/${written[1]}/delete/`)

  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  expect(ids((await visitor.get(next)).json())).toEqual(written.slice(2))
})

test('a thread includes the requested number of newest replies; the others are paged', async () => {
  const { as, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())
  const thread = await addComment(person, event.id)
  const written: number[] = []
  for (let count = 0; count < 8; count++) written.unshift((await addComment(person, event.id, 'reply', thread.id)).id)

  const [seen] = await readComments(visitor, event.id, '?replies=5')
  const { pages, totals } = await readPages(visitor, `/api/comments/${thread.id}/replies?limit=4`)

  expect(seen?.total_replies).toBe(8)
  expect(ids(seen?.replies ?? [])).toEqual(written.slice(0, 5))
  expect((await readComments(visitor, event.id, '?replies=0'))[0]?.replies).toEqual([])
  expect(pages.flatMap(ids)).toEqual(written)
  expect([...totals]).toEqual(['8'])
})

test('without a query a thread includes every reply, up to the limit of one response', async () => {
  const { as, db, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const person = as(await addUser())
  const [older, newer] = [await addComment(person, event.id), await addComment(person, event.id)]
  await db.pool.query(
    `INSERT INTO comments (event_id, user_id, parent_id, content, created_at)
     SELECT event_id, user_id, id, content, created_at + n * interval '1 second' FROM comments, generate_series(1, 3500) n`,
  )

  const { pages, totals } = await readPages<Comment>(visitor, `/api/events/${event.id}/comments`)

  expect(pages.map(ids)).toEqual([[newer.id], [older.id]])
  expect(pages.flat().map(({ replies }) => replies.length)).toEqual([3_500, 3_500])
  expect([...totals]).toEqual(['2'])
})

test('invalid pages are refused', async () => {
  const { visitor, addEvent } = await startApp()
  const event = await addEvent()

  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'cursor=5',
    'cursor=1-0',
    'cursor=1-9999999999',
    'replies=51',
  ]) {
    expect((await visitor.get(`/api/events/${event.id}/comments?${query}`)).statusCode, query).toBe(422)
  }
  for (const id of ['0', 'x', '99999999999', '1']) {
    expect((await visitor.get(`/api/comments/${id}/replies`)).statusCode, id).toBe(404)
  }
})

test('one response has a limited number of comments; the rest is on further pages', async () => {
  const { as, db, visitor, addEvent, addUser } = await startApp()
  const event = await addEvent()
  const { id } = await addComment(as(await addUser()), event.id)
  await db.pool.query(
    `INSERT INTO comments (event_id, user_id, content, created_at)
     SELECT event_id, user_id, content, created_at - n * interval '1 second' FROM comments, generate_series(1, 117) n WHERE id = $1`,
    [id],
  )

  const { pages, totals } = await readPages(visitor, `/api/events/${event.id}/comments?limit=1000&replies=50`)

  expect(pages.map(({ length }) => length)).toEqual([117, 1])
  expect([...totals]).toEqual(['118'])
})

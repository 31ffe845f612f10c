import { expect, test } from 'vitest'
import type { Comment, Reply } from '#contract/comments/comments.ts'
import type { Fetched } from './fetch-threads.ts'
import { refreshed, withoutGone } from './refreshed-list.ts'
import type { ThreadList } from './thread-list.ts'

const reply = (id: number, parent_id: number): Reply => ({ ...comment(id), parent_id, replies: [] })

function comment(id: number, replies: number[] = []): Comment {
  return {
    id,
    content: `comment ${id}`,
    created_at: new Date(Date.parse('2026-11-21T03:00:00Z') + id * 1_000).toISOString(),
    edited_at: null,
    parent_id: null,
    hidden_by: null,
    user: { id: 1, username: 'anan', name: '', profile_picture: '' },
    total_replies: replies.length,
    replies: replies.map((each) => reply(each, id)),
  }
}

const shown: ThreadList = {
  threads: [comment(30), comment(20, [22, 21]), comment(10)],
  total: 3,
  version: 1,
  gone: [],
}
const fetched = (...threads: Comment[]): Fetched => ({ threads, total: threads.length, version: 2 })
const ids = ({ threads }: ThreadList) => threads.map(({ id, replies }) => [id, ...replies.map((each) => each.id)])
const among =
  (...some: number[]) =>
  (id: number) =>
    some.includes(id)
const none = among()

test('what is shown is what the server has', () => {
  const now = refreshed(shown, fetched(comment(40), comment(20, [23, 22]), comment(10)), none, none)

  expect(ids(now)).toEqual([[40], [20, 23, 22], [10]])
  expect(now).toMatchObject({ total: 3, version: 2, gone: [] })
})

test('what was taken out here a moment ago does not come back, nor is it counted', () => {
  const now = refreshed(shown, fetched(comment(30), comment(20, [22, 21]), comment(10)), none, among(30, 21))

  expect(ids(now)).toEqual([[20, 22], [10]])
  expect([now.total, now.threads[0]?.total_replies]).toEqual([2, 1])
})

test('a thread that somebody replies to stays in its place without its words when it is gone, until they are done', () => {
  const now = refreshed(shown, fetched(comment(40), comment(10)), among(20), none)

  expect(ids(now)).toEqual([[40], [20], [10]])
  expect(now).toMatchObject({ total: 2, gone: [20] })
  expect(now.threads[1]).toMatchObject({ content: '', total_replies: 0 })
  expect(ids(refreshed(now, fetched(comment(10)), among(20), none))).toEqual([[20], [10]])
  expect(ids(withoutGone(now, none))).toEqual([[40], [10]])
})

test('a reply that is being edited stays too, in its thread or with it', () => {
  const inThread = refreshed(shown, fetched(comment(20, [23]), comment(10)), among(22), none)
  expect([ids(inThread), inThread.gone]).toEqual([[[20, 23, 22], [10]], [22]])
  expect(ids(withoutGone(inThread, none))).toEqual([[20, 23], [10]])

  const withThread = refreshed(shown, fetched(comment(10)), among(22), none)
  expect([ids(withThread), withThread.gone]).toEqual([
    [[20, 22], [10]],
    [22, 20],
  ])
  expect(withoutGone(withThread, among(22))).toMatchObject({ gone: [22, 20] })
  expect(ids(withoutGone(withThread, none))).toEqual([[10]])
})

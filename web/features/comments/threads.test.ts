import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import {
  type Fetched,
  neighbourOf,
  refreshed,
  type ThreadList,
  withAdded,
  withChanged,
  withoutGone,
  withRemoved,
  withReplies,
  withThreads,
} from './threads.ts'

function comment(id: number, parent_id: number | null = null, given: Partial<Comment> = {}): Comment {
  return {
    id,
    content: `comment ${id}`,
    created_at: new Date(Date.parse('2026-11-21T03:00:00Z') + id * 1_000).toISOString(),
    edited_at: null,
    parent_id,
    hidden_by: null,
    user: { id: 1, username: 'anan', name: '', profile_picture: '' },
    total_replies: 0,
    replies: [],
    ...given,
  }
}

const reply = (id: number, parent_id: number) => ({ ...comment(id, parent_id), replies: [] })
/** A thread with replies of these ids. */
const thread = (id: number, replies: number[]) =>
  comment(id, null, { replies: replies.map((each) => reply(each, id)), total_replies: replies.length })

const list: ThreadList = {
  threads: [comment(30), comment(10, null, { replies: [reply(12, 10), reply(11, 10)], total_replies: 4 })],
  total: 7,
  version: 1,
  gone: [],
}
const ids = ({ threads }: ThreadList) => threads.map(({ id, replies }) => [id, ...replies.map((each) => each.id)])

test('a new comment is listed first and counted once', () => {
  const added = withAdded(withAdded(list, comment(31)), reply(13, 10))

  expect(ids(added)).toEqual([[31], [30], [10, 13, 12, 11]])
  expect([added.total, added.threads[2]?.total_replies]).toEqual([8, 5])
  expect(withAdded(withAdded(added, comment(31)), reply(13, 10))).toEqual(added)
})

test('a comment that arrives late is listed by its date', () => {
  expect(ids(withAdded(list, comment(20)))).toEqual([[30], [20], [10, 12, 11]])
  expect(ids(withAdded(list, reply(9, 99)))).toEqual(ids(list))
})

test('a changed comment keeps the replies that are shown', () => {
  const changed = withChanged(withChanged(list, comment(10, null, { content: 'new' })), {
    ...reply(11, 10),
    content: 'new too',
  })

  expect(ids(changed)).toEqual(ids(list))
  expect(changed.threads[1]).toMatchObject({ content: 'new', total_replies: 4 })
  expect(changed.threads[1]?.replies[1]?.content).toBe('new too')
})

test('a removed comment takes its replies along and is subtracted once', () => {
  const removed = withRemoved(withRemoved(withRemoved(list, 30), 12), 12)

  expect(ids(removed)).toEqual([[10, 11]])
  expect([removed.total, removed.threads[0]?.total_replies]).toEqual([6, 3])
})

test('pages are joined without duplicates, and an empty page ends the list', () => {
  const more = withThreads(list, [comment(10), comment(5)], 7)
  expect([ids(more), more.total]).toEqual([[[30], [10, 12, 11], [5]], 7])
  expect(withThreads(more, [], 7).total).toBe(3)

  const deeper = withReplies(list, 10, [reply(11, 10), reply(8, 10)], 4)
  expect(ids(deeper)[1]).toEqual([10, 12, 11, 8])
  expect(withReplies(deeper, 10, [], 4).threads[1]?.total_replies).toBe(3)
})

test('after a removal the focus goes to the next comment, the previous one, or the thread', () => {
  expect([neighbourOf(list, 30), neighbourOf(list, 10), neighbourOf(list, 12), neighbourOf(list, 11)]).toEqual([
    10, 30, 11, 12,
  ])
  const last = withRemoved(list, 30)
  expect([neighbourOf(withRemoved(list, 12), 11), neighbourOf(last, 10)]).toEqual([10, null])
})

const shown: ThreadList = {
  threads: [comment(30), thread(20, [22, 21]), comment(10)],
  total: 3,
  version: 1,
  gone: [],
}
const fetched = (...threads: Comment[]): Fetched => ({ threads, total: threads.length, version: 2 })
const among =
  (...some: number[]) =>
  (id: number) =>
    some.includes(id)
const none = among()

test('a refresh shows what the server has', () => {
  const now = refreshed(shown, fetched(comment(40), thread(20, [23, 22]), comment(10)), none, none)

  expect(ids(now)).toEqual([[40], [20, 23, 22], [10]])
  expect(now).toMatchObject({ total: 3, version: 2, gone: [] })
})

test('a comment just removed here is neither listed nor counted again', () => {
  const now = refreshed(shown, fetched(comment(30), thread(20, [22, 21]), comment(10)), none, among(30, 21))

  expect(ids(now)).toEqual([[20, 22], [10]])
  expect([now.total, now.threads[0]?.total_replies]).toEqual([2, 1])
})

test('a deleted thread stays without its text while a reply is being written', () => {
  const now = refreshed(shown, fetched(comment(40), comment(10)), among(20), none)

  expect(ids(now)).toEqual([[40], [20], [10]])
  expect(now).toMatchObject({ total: 2, gone: [20] })
  expect(now.threads[1]).toMatchObject({ content: '', total_replies: 0 })
  expect(ids(refreshed(now, fetched(comment(10)), among(20), none))).toEqual([[20], [10]])
  expect(ids(withoutGone(now, none))).toEqual([[40], [10]])
})

test('a deleted reply stays while it is being edited, even if its thread is deleted too', () => {
  const inThread = refreshed(shown, fetched(thread(20, [23]), comment(10)), among(22), none)
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

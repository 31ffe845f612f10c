import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import {
  neighbourOf,
  type ThreadList,
  withAdded,
  withChanged,
  withRemoved,
  withReplies,
  withThreads,
} from './thread-list.ts'

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
const list: ThreadList = {
  threads: [comment(30), comment(10, null, { replies: [reply(12, 10), reply(11, 10)], total_replies: 4 })],
  total: 7,
  version: 1,
  gone: [],
}
const ids = ({ threads }: ThreadList) => threads.map(({ id, replies }) => [id, ...replies.map((each) => each.id)])

test('what is new stands in front, once, and is counted once', () => {
  const added = withAdded(withAdded(list, comment(31)), reply(13, 10))

  expect(ids(added)).toEqual([[31], [30], [10, 13, 12, 11]])
  expect([added.total, added.threads[2]?.total_replies]).toEqual([8, 5])
  expect(withAdded(withAdded(added, comment(31)), reply(13, 10))).toEqual(added)
})

test('what arrives late stands where it was written', () => {
  expect(ids(withAdded(list, comment(20)))).toEqual([[30], [20], [10, 12, 11]])
  expect(ids(withAdded(list, reply(9, 99)))).toEqual(ids(list))
})

test('a change keeps the replies that are shown', () => {
  const changed = withChanged(withChanged(list, comment(10, null, { content: 'new' })), {
    ...reply(11, 10),
    content: 'new too',
  })

  expect(ids(changed)).toEqual(ids(list))
  expect(changed.threads[1]).toMatchObject({ content: 'new', total_replies: 4 })
  expect(changed.threads[1]?.replies[1]?.content).toBe('new too')
})

test('what is removed takes its replies along, and is counted off once', () => {
  const removed = withRemoved(withRemoved(withRemoved(list, 30), 12), 12)

  expect(ids(removed)).toEqual([[10, 11]])
  expect([removed.total, removed.threads[0]?.total_replies]).toEqual([6, 3])
})

test('pages are joined without doubles, and an empty page was the last', () => {
  const more = withThreads(list, [comment(10), comment(5)], 7)
  expect([ids(more), more.total]).toEqual([[[30], [10, 12, 11], [5]], 7])
  expect(withThreads(more, [], 7).total).toBe(3)

  const deeper = withReplies(list, 10, [reply(11, 10), reply(8, 10)], 4)
  expect(ids(deeper)[1]).toEqual([10, 12, 11, 8])
  expect(withReplies(deeper, 10, [], 4).threads[1]?.total_replies).toBe(3)
})

test('after a comment is gone one reads on with the next, the one before, or the thread', () => {
  expect([neighbourOf(list, 30), neighbourOf(list, 10), neighbourOf(list, 12), neighbourOf(list, 11)]).toEqual([
    10, 30, 11, 12,
  ])
  const last = withRemoved(list, 30)
  expect([neighbourOf(withRemoved(list, 12), 11), neighbourOf(last, 10)]).toEqual([10, null])
})

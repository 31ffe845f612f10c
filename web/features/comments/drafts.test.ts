import { expect, test, vi } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import { keepDraft, lostReplies, readDrafts } from './drafts.ts'
import type { ThreadList } from './threads.ts'

const { readSaved, saveValue } = vi.hoisted(() => ({ readSaved: vi.fn(), saveValue: vi.fn() }))
vi.mock('#web/lib/storage/saved-values.ts', () => ({ readSaved, saveValue }))

const comment = (id: number): Comment => ({
  id,
  content: `comment ${id}`,
  created_at: '2026-11-21T03:00:00Z',
  edited_at: null,
  parent_id: null,
  hidden_by: null,
  user: { id: 1, username: 'anan', name: '', profile_picture: '' },
  total_replies: 0,
  replies: [],
})
const listOf = (total: number, ...ids: number[]): ThreadList => ({
  threads: ids.map(comment),
  total,
  version: 1,
  gone: [],
})
const drafts = { new: 'a', 'edit 25': 'b', 'reply 30': 'c', 'reply 25': 'd', 'reply 5': 'e' }

test('a saved reply is lost if the list reaches past its thread without containing it', () => {
  expect(lostReplies(drafts, listOf(2, 30, 20))).toEqual(['reply 25', 'reply 5'])
  expect(lostReplies(drafts, listOf(0))).toEqual(['reply 30', 'reply 25', 'reply 5'])
})

test('a saved reply is not lost while its thread may be further down', () => {
  expect(lostReplies(drafts, listOf(40, 30, 20))).toEqual(['reply 25'])
})

test('what is typed while saved texts are being read does not replace the others', async () => {
  const texts = { new: 'saved', 'reply 7': 'a reply' }
  let answer = (_: unknown) => {}
  readSaved.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const reading = readDrafts(1)
  keepDraft(1, 'new', 'typed')
  answer({ personId: null, texts })
  expect(await reading).toEqual({ new: 'typed', 'reply 7': 'a reply' })
  await vi.waitFor(() =>
    expect(saveValue).toHaveBeenLastCalledWith('comment-drafts/1', {
      personId: null,
      texts: { new: 'typed', 'reply 7': 'a reply' },
    }),
  )
})

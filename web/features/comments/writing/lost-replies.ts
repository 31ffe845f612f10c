import { hasMore, type ThreadList } from '#web/features/comments/list/thread-list.ts'
import { type Drafts, replySlot } from './drafts.ts'

/** The slots of kept replies whose thread no longer exists: it is not listed, though the list goes further back. */
export function lostReplies(drafts: Drafts, list: ThreadList): string[] {
  const oldest = hasMore(list) ? (list.threads.at(-1)?.id ?? Number.POSITIVE_INFINITY) : 0
  const listed = new Set(list.threads.map(({ id }) => replySlot(id)))
  return Object.keys(drafts).filter((slot) => {
    const threadId = Number(/^reply (\d+)$/.exec(slot)?.[1] ?? 0)
    return threadId > oldest && !listed.has(slot)
  })
}

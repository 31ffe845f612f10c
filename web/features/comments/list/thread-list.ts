import type { Comment, Reply } from '#contract/comments.ts'

/** The event's threads that are shown, newest first, and how many there are on the server. */
export interface ThreadList {
  threads: Comment[]
  total: number
  /** The `comments_version` (contract/events/live.ts) of which they are, at least. */
  version: number
  /** Comments and replies that are no longer there, and stay without their words while somebody types into them. */
  gone: readonly number[]
}

/** Whether there are threads on the server that are older than those that are shown. */
export const hasMore = ({ threads, total, gone }: ThreadList) =>
  threads.filter(({ id }) => !gone.includes(id)).length < total

/** Puts a comment or reply in its place; one that is there already is not counted twice. */
export function withAdded(list: ThreadList, comment: Comment): ThreadList {
  if (has(list, comment.id)) return withChanged(list, comment)
  if (comment.parent_id === null) {
    return { ...list, threads: inOrder([comment, ...list.threads]), total: list.total + 1 }
  }
  return mapThread(list, comment.parent_id, (thread) => ({
    ...thread,
    replies: inOrder([asReply(comment), ...thread.replies]),
    total_replies: thread.total_replies + 1,
  }))
}

/** Takes over what a comment says now; the replies that are shown of it stay. */
export function withChanged(list: ThreadList, comment: Comment): ThreadList {
  if (comment.parent_id === null) {
    return mapThread(list, comment.id, ({ replies, total_replies }) => ({ ...comment, replies, total_replies }))
  }
  return mapThread(list, comment.parent_id, (thread) => ({
    ...thread,
    replies: thread.replies.map((reply) => (reply.id === comment.id ? asReply(comment) : reply)),
  }))
}

/** Takes a comment and its replies, or a reply, out. */
export function withRemoved({ threads, total, ...list }: ThreadList, id: number): ThreadList {
  const left = threads.filter((thread) => thread.id !== id)
  return {
    ...list,
    threads: left.map((thread) => {
      const replies = thread.replies.filter((reply) => reply.id !== id)
      return { ...thread, replies, total_replies: thread.total_replies - (thread.replies.length - replies.length) }
    }),
    total: total - (threads.length - left.length),
  }
}

/** The next page of threads. An empty one was the last, whatever was counted before. */
export function withThreads(list: ThreadList, page: Comment[], total: number): ThreadList {
  const threads = inOrder([...list.threads, ...page.filter(({ id }) => !has(list, id))])
  return { ...list, threads, total: page.length === 0 ? threads.length : total }
}

/** The next page of a thread's replies; the same of an empty one. */
export function withReplies(list: ThreadList, threadId: number, page: Reply[], total: number): ThreadList {
  return mapThread(list, threadId, (thread) => {
    const known = new Set(thread.replies.map(({ id }) => id))
    const replies = inOrder([...thread.replies, ...page.filter(({ id }) => !known.has(id))])
    return { ...thread, replies, total_replies: page.length === 0 ? replies.length : total }
  })
}

/** Which comment one reads on with where this one is gone: the next, else the one before, else the thread; null for none. */
export function neighbourOf({ threads }: ThreadList, id: number): number | null {
  const thread = threads.find(({ replies }) => replies.some((reply) => reply.id === id))
  const row: { id: number }[] = thread ? thread.replies : threads
  const at = row.findIndex((each) => each.id === id)
  return (row[at + 1] ?? row[at - 1] ?? thread)?.id ?? null
}

const has = ({ threads }: ThreadList, id: number) =>
  threads.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id))

const asReply = (comment: Comment): Reply => ({ ...comment, replies: [] })

function mapThread(list: ThreadList, id: number, change: (thread: Comment) => Comment): ThreadList {
  return { ...list, threads: list.threads.map((thread) => (thread.id === id ? change(thread) : thread)) }
}

/** Newest first, as the server has them: of one moment the larger id. */
export function inOrder<Written extends { id: number; created_at: string }>(comments: Written[]): Written[] {
  return comments.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
}

type Placed = Pick<Comment, 'id' | 'created_at'>

/** Whether one was written before the other, and so stands behind it. */
export function isBefore(one: Placed, other: Placed): boolean {
  return (Date.parse(one.created_at) - Date.parse(other.created_at) || one.id - other.id) < 0
}

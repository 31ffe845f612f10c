import type { Comment, Reply } from '#contract/comments/comments.ts'

/** The event's threads that are shown, newest first, and how many there are on the server. */
export interface ThreadList {
  threads: Comment[]
  total: number
  /** The list contains all changes up to this `comments_version` (contract/events/live.ts). */
  version: number
  /** Ids of comments and replies that no longer exist but stay, without their words, while somebody types into them. */
  gone: readonly number[]
}

/** Whether the server has older threads than those that are shown. */
export const hasMore = ({ threads, total, gone }: ThreadList) =>
  threads.filter(({ id }) => !gone.includes(id)).length < total

/** Inserts a comment or reply by its date; one that is listed already is not counted twice. */
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

/** Replaces a comment by its new version; the replies that are shown stay. */
export function withChanged(list: ThreadList, comment: Comment): ThreadList {
  if (comment.parent_id === null) {
    return mapThread(list, comment.id, ({ replies, total_replies }) => ({ ...comment, replies, total_replies }))
  }
  return mapThread(list, comment.parent_id, (thread) => ({
    ...thread,
    replies: thread.replies.map((reply) => (reply.id === comment.id ? asReply(comment) : reply)),
  }))
}

/** Removes a comment and its replies, or a single reply. */
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

/** Appends the next page of threads. An empty page was the last one, whatever was counted before. */
export function withThreads(list: ThreadList, page: Comment[], total: number): ThreadList {
  const threads = inOrder([...list.threads, ...page.filter(({ id }) => !has(list, id))])
  return { ...list, threads, total: page.length === 0 ? threads.length : total }
}

/** Appends the next page of a thread's replies. An empty page was the last one. */
export function withReplies(list: ThreadList, threadId: number, page: Reply[], total: number): ThreadList {
  return mapThread(list, threadId, (thread) => {
    const known = new Set(thread.replies.map(({ id }) => id))
    const replies = inOrder([...thread.replies, ...page.filter(({ id }) => !known.has(id))])
    return { ...thread, replies, total_replies: page.length === 0 ? replies.length : total }
  })
}

/** The comment that gets the focus when this one is removed: the next one, else the one before, else its thread;
 *  null where there is none. */
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

/** Newest first, in the server's order: of the same moment the larger id comes first. */
export function inOrder<Written extends { id: number; created_at: string }>(comments: Written[]): Written[] {
  return comments.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
}

type Placed = Pick<Comment, 'id' | 'created_at'>

/** Whether `one` was written before `other`, and so comes after it in the list. */
export function isBefore(one: Placed, other: Placed): boolean {
  return (Date.parse(one.created_at) - Date.parse(other.created_at) || one.id - other.id) < 0
}

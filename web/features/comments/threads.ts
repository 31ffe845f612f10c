import type { Comment, Reply } from '#contract/comments/comments.ts'

/** The event's threads that are shown, newest first, and how many there are on the server. */
export interface ThreadList {
  threads: Comment[]
  total: number
  /** The list contains all changes up to this `comments_version` (contract/events/live.ts). */
  version: number
  /** Ids of deleted comments and replies that stay, without their text, while the viewer types into them. */
  gone: readonly number[]
}

/** A part of the list from the server. */
export type Fetched = Pick<ThreadList, 'threads' | 'total' | 'version'>

type Test = (id: number) => boolean

/** Whether the server has older threads than those that are shown. */
export const hasMore = ({ threads, total, gone }: ThreadList) =>
  threads.filter(({ id }) => !gone.includes(id)).length < total

/** Inserts a comment or reply by its date, unless it is already in the list. */
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
export function withRemoved(list: ThreadList, id: number): ThreadList {
  return without(list, (each) => each === id)
}

function without<List extends Fetched>(list: List, isRemoved: Test): List {
  const left = list.threads.filter(({ id }) => !isRemoved(id))
  const threads = left.map((thread) => {
    const replies = thread.replies.filter(({ id }) => !isRemoved(id))
    return { ...thread, replies, total_replies: thread.total_replies - (thread.replies.length - replies.length) }
  })
  return { ...list, threads, total: list.total - (list.threads.length - left.length) }
}

/** Appends the next page of threads. An empty page is the end of the list, even if the total was higher. */
export function withThreads(list: ThreadList, page: Comment[], total: number): ThreadList {
  const threads = inOrder([...list.threads, ...page.filter(({ id }) => !has(list, id))])
  return { ...list, threads, total: page.length === 0 ? threads.length : total }
}

/** Appends the next page of a thread's replies. An empty page is the end. */
export function withReplies(list: ThreadList, threadId: number, page: Reply[], total: number): ThreadList {
  return mapThread(list, threadId, (thread) => {
    const known = new Set(thread.replies.map(({ id }) => id))
    const replies = inOrder([...thread.replies, ...page.filter(({ id }) => !known.has(id))])
    return { ...thread, replies, total_replies: page.length === 0 ? replies.length : total }
  })
}

/** The comment that gets the focus when this one is removed: the next, else the previous, else its thread; null
 *  without any. */
export function neighbourOf({ threads }: ThreadList, id: number): number | null {
  const thread = threads.find(({ replies }) => replies.some((reply) => reply.id === id))
  const row: { id: number }[] = thread ? thread.replies : threads
  const at = row.findIndex((each) => each.id === id)
  return (row[at + 1] ?? row[at - 1] ?? thread)?.id ?? null
}

/** The list after part of it was fetched again. A deleted comment stays, without its text, while the viewer types
 *  into it. `isRemoved` is true for comments that the viewer has removed, which the server's answer may still
 *  contain. */
export function refreshed(shown: ThreadList, fetched: Fetched, isHeld: Test, isRemoved: Test): ThreadList {
  return withHeld(shown, { ...without(fetched, isRemoved), gone: [] }, isHeld)
}

function withHeld(shown: ThreadList, now: ThreadList, isHeld: Test): ThreadList {
  const found = new Map(now.threads.map((thread) => [thread.id, thread]))
  const gone: number[] = []
  const keep = <Written extends Comment | Reply>(written: Written): Written => {
    gone.push(written.id)
    return { ...written, content: '' }
  }
  for (const before of shown.threads) {
    const thread = found.get(before.id)
    const present = new Set(thread?.replies.map(({ id }) => id))
    const replies = before.replies.filter(({ id }) => isHeld(id) && !present.has(id)).map(keep)
    if (thread && replies.length > 0) {
      found.set(before.id, { ...thread, replies: inOrder([...thread.replies, ...replies]) })
    }
    if (!thread && (isHeld(before.id) || replies.length > 0)) {
      found.set(before.id, { ...keep(before), replies, total_replies: replies.length })
    }
  }
  return { ...now, threads: inOrder([...found.values()]), gone }
}

/** Removes deleted comments that are no longer being typed into. */
export function withoutGone(list: ThreadList, isHeld: Test): ThreadList {
  if (list.gone.every(isHeld)) return list
  const isLeft = ({ id }: Comment | Reply) => !list.gone.includes(id) || isHeld(id)
  const threads = list.threads
    .map((thread) => ({ ...thread, replies: thread.replies.filter(isLeft) }))
    .filter((thread) => isLeft(thread) || thread.replies.length > 0)
  const left = new Set(threads.flatMap(({ id, replies }) => [id, ...replies.map((reply) => reply.id)]))
  return { ...list, threads, gone: list.gone.filter((id) => left.has(id)) }
}

const has = ({ threads }: ThreadList, id: number) =>
  threads.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id))

const asReply = (comment: Comment): Reply => ({ ...comment, replies: [] })

function mapThread(list: ThreadList, id: number, change: (thread: Comment) => Comment): ThreadList {
  return { ...list, threads: list.threads.map((thread) => (thread.id === id ? change(thread) : thread)) }
}

/** Newest first, as the server orders them; at the same time, the larger id first. */
function inOrder<Written extends { id: number; created_at: string }>(comments: Written[]): Written[] {
  return comments.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
}

type Placed = Pick<Comment, 'id' | 'created_at'>

/** Whether `one` is older than `other`, and therefore after it in the list. */
export function isBefore(one: Placed, other: Placed): boolean {
  return (Date.parse(one.created_at) - Date.parse(other.created_at) || one.id - other.id) < 0
}

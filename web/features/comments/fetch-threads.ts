import {
  type Comment,
  cursorOf,
  listComments,
  listReplies,
  type Reply,
  repliesShown,
} from '#contract/comments/comments.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { type Fetched, hasMore, isBefore, type ThreadList } from './threads.ts'

export const perPage = 20
export const mostAtOnce = 1_000
/** New threads come first, so a refresh requests more threads than are shown. Rounded up, so that most pages send
 *  the same request. */
const [extra, roundTo] = [5, 10]

/** The event whose comments are fetched. */
export interface Source {
  eventId: number
  /** The key in the address of an unlisted event. */
  link: string | undefined
}

export async function fetchThreads(
  { eventId, link }: Source,
  query: { limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<Fetched> {
  const { items, ...rest } = await callCounted(
    listComments,
    { params: { eventId }, query: { ...query, replies: repliesShown, link } },
    { signal },
  )
  return { threads: items, ...rest }
}

export async function fetchReplies(
  { link }: Source,
  thread: Comment,
  query: { limit: number; cursor?: string },
  signal: AbortSignal,
) {
  const { items, total } = await callCounted(
    listReplies,
    { params: { commentId: thread.id }, query: { ...query, link } },
    { signal },
  )
  return { replies: items, total }
}

/** Fetches the shown threads again, down to the oldest one; for threads in `opened` also the shown replies, down to
 *  the oldest one. */
export async function fetchShown(
  source: Source,
  list: ThreadList,
  opened: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Fetched> {
  const shown = list.threads.length + extra
  const limit = Math.min(mostAtOnce, Math.max(perPage + roundTo, Math.ceil(shown / roundTo) * roundTo))
  const first = await fetchThreads(source, { limit }, signal)
  const oldest = list.threads.at(-1)
  const all = await downTo(first.threads, oldest, limit, async (cursor) => {
    const page = await fetchThreads(source, { limit, cursor }, signal)
    return page.threads
  })
  const threads = oldest && hasMore(list) ? all.filter((thread) => !isBefore(thread, oldest)) : all
  const before = new Map(list.threads.map((thread) => [thread.id, thread]))
  const whole = threads.map((thread) =>
    opened.has(thread.id) ? withShownReplies(source, thread, before.get(thread.id), signal) : thread,
  )
  return { threads: await Promise.all(whole), total: first.total, version: first.version }
}

async function withShownReplies(
  source: Source,
  thread: Comment,
  before: Comment | undefined,
  signal: AbortSignal,
): Promise<Comment> {
  const oldest = before?.replies.at(-1)
  const last = thread.replies.at(-1)
  const isWhole = thread.replies.length >= thread.total_replies
  if (!oldest || !last || isWhole || !isBefore(oldest, last)) return thread
  const limit = Math.min(mostAtOnce, (before?.replies.length ?? 0) + extra)
  const older = async (cursor: string) => {
    try {
      return (await fetchReplies(source, thread, { limit, cursor }, signal)).replies
    } catch (error) {
      // The thread has just been hidden or deleted; the next version will say so.
      if (error instanceof ApiError && error.status === 404) return []
      throw error
    }
  }
  const replies = await downTo<Reply>(thread.replies, oldest, thread.replies.length, older)
  return { ...thread, replies: replies.filter((reply) => !isBefore(reply, oldest)) }
}

/** Fetches page after page until `oldest` or the end is reached. */
async function downTo<Written extends Comment | Reply>(
  first: Written[],
  oldest: Written | undefined,
  limit: number,
  next: (cursor: string) => Promise<Written[]>,
): Promise<Written[]> {
  const all = [...first]
  let isFull = first.length >= limit
  for (let last = all.at(-1); isFull && last && oldest && isBefore(oldest, last); last = all.at(-1)) {
    const page = await next(cursorOf(last))
    all.push(...page)
    isFull = page.length > 0
  }
  return all
}

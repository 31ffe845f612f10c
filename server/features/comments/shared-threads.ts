import { LRUCache } from 'lru-cache'
import type { Comment, CommentQuery, Reply } from '#contract/comments/comments.ts'

/** One page of an event's threads, their total, and the cursor of the next page, if any. */
export interface Threads {
  comments: Comment[]
  total: number
  next: string | null
}

/** In milliseconds: for this long it may show someone's former name. */
const lifetime = 2_000
const maxEntries = 200
const maxLength = 8 * 1024 * 1024
/** A comment's approximate size in characters besides its text and author. */
const frame = 500
const mostThreads = 100

/** Thousands of pages ask for the same threads after a comment. Each version of an event's threads is read once and shared.
 *  The number of lists and characters is bounded. */
export function shareThreads() {
  const shared = new LRUCache<string, Threads, () => Promise<Threads>>({
    max: maxEntries,
    maxSize: maxLength,
    sizeCalculation: ({ comments }, key) => key.length + lengthOf(comments),
    ttl: lifetime,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  })

  return (eventId: number, version: number, query: CommentQuery, load: () => Promise<Threads>): Promise<Threads> => {
    const { limit, replies, cursor } = query
    if (cursor !== undefined || limit > mostThreads) return load()
    return shared.forceFetch(`${eventId} ${version} ${limit} ${replies}`, { context: load })
  }
}

function lengthOf(comments: (Comment | Reply)[]): number {
  return comments.reduce((sum, { content, replies }) => sum + frame + content.length + lengthOf(replies), 0)
}

export type SharedThreads = ReturnType<typeof shareThreads>

import { LRUCache } from 'lru-cache'
import type { Comment, CommentQuery } from '#contract/comments.ts'

/** One page of an event's threads, and how many there are on all pages together. */
export interface Threads {
  comments: Comment[]
  total: number
}

/** In milliseconds, as long as a rendered page is shared: within that time it may show somebody's former name. */
const lifetime = 2_000
const [mostPages, mostThreads] = [200, 100]

/** Thousands of pages ask for the same threads once a comment was written. All who read the same are given the same, read
 *  once for each version of the event's comments. */
export function shareThreads() {
  const pages = new LRUCache<string, Promise<Threads>>({ max: mostPages, ttl: lifetime })

  return (eventId: number, version: number, query: CommentQuery, load: () => Promise<Threads>): Promise<Threads> => {
    const { limit, replies, cursor } = query
    if (cursor !== undefined || limit > mostThreads) return load()
    const key = `${eventId} ${version} ${limit} ${replies}`
    const known = pages.get(key)
    if (known) return known
    const loaded = load()
    pages.set(key, loaded)
    // A failure is not for those who come after it has passed.
    loaded.catch(() => {
      if (pages.peek(key) === loaded) pages.delete(key)
    })
    return loaded
  }
}

export type SharedThreads = ReturnType<typeof shareThreads>

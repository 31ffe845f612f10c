import { LRUCache } from 'lru-cache'
import type { Comment, CommentQuery, Reply } from '#contract/comments/comments.ts'

/** One page of an event's threads, their total, and the cursor of the next page, if any. */
export interface Threads {
  comments: Comment[]
  total: number
  next: string | null
}

interface Entry {
  threads: Promise<Threads>
  /** The length of all comments in characters; 0 until they are loaded. */
  length: number
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
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxLength,
    sizeCalculation: ({ length }, key) => key.length + length,
    ttl: lifetime,
  })

  return (eventId: number, version: number, query: CommentQuery, load: () => Promise<Threads>): Promise<Threads> => {
    const { limit, replies, cursor } = query
    if (cursor !== undefined || limit > mostThreads) return load()
    const key = `${eventId} ${version} ${limit} ${replies}`
    const known = entries.get(key)
    if (known) return known.threads
    const entry: Entry = { threads: load(), length: 0 }
    entries.set(key, entry)
    const isHeld = () => entries.peek(key) === entry
    entry.threads.then(
      ({ comments }) => {
        if (isHeld()) entries.set(key, { ...entry, length: lengthOf(comments) }, { noUpdateTTL: true })
      },
      () => {
        // A failure is not shared with later requests.
        if (isHeld()) entries.delete(key)
      },
    )
    return entry.threads
  }
}

function lengthOf(comments: (Comment | Reply)[]): number {
  return comments.reduce((sum, { content, replies }) => sum + frame + content.length + lengthOf(replies), 0)
}

export type SharedThreads = ReturnType<typeof shareThreads>

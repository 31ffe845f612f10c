import { LRUCache } from 'lru-cache'
import type { Comment, CommentQuery, Reply } from '#contract/comments/comments.ts'

/** One page of an event's threads, how many there are on all pages together, and the cursor of the next page, if any. */
export interface Threads {
  comments: Comment[]
  total: number
  next: string | null
}

interface Entry {
  threads: Promise<Threads>
  /** Characters of all comments; 0 until they are read. */
  length: number
}

/** In milliseconds: within that time it may show somebody's former name. */
const lifetime = 2_000
const maxEntries = 200
const maxLength = 8 * 1024 * 1024
/** About how many characters a comment takes beside its text and its author's. */
const frame = 500
const mostThreads = 100

/** Thousands of pages ask for the same threads once a comment was written. All who read the same are given the same, read
 *  once for each version of the event's comments. Holds a bounded number of lists and characters. */
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
        // A failure is not for those who come after it has passed.
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

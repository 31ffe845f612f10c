import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'

/** In milliseconds. */
const lifetime = 30_000

interface Options<Result> {
  /** Entries per database. */
  maxEntries: number
  /** Whether a result was slow enough to find that it may be half a minute old. */
  isSlow: (known: Result) => boolean
}

/** Caches slow results of a database by key. Concurrent callers each run the query: one that began earlier may not
 *  include what they have just written. */
export function cacheSlow<Result extends NonNullable<unknown>>({ maxEntries, isSlow }: Options<Result>) {
  const cache = new WeakMap<Db, LRUCache<string, Result>>()

  return async (db: Db, key: string, query: () => Promise<Result>): Promise<Result> => {
    const known = cache.get(db) ?? new LRUCache<string, Result>({ max: maxEntries, ttl: lifetime })
    cache.set(db, known)
    const before = known.get(key)
    if (before !== undefined) return before
    const found = await query()
    if (isSlow(found)) known.set(key, found)
    return found
  }
}

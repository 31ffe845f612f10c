import { LRUCache } from 'lru-cache'
import type { Db } from '#server/lib/postgres/database.ts'

/** How long lists go by what was found out before, in milliseconds. */
const lifetime = 30_000

interface Keeping<Known> {
  /** How many are kept of one database; what nobody asked for longest leaves first. */
  most: number
  /** Whether it took so long to find out that it may be half a minute old. */
  isKept: (known: Known) => boolean
}

/** Finds something out about a database's events, or says what was found out lately by the same key. Whoever asks meanwhile
 *  finds out for themselves, because what began earlier may not know yet what they have just written. */
export function keptLately<Known extends NonNullable<unknown>>({ most, isKept }: Keeping<Known>) {
  const kept = new WeakMap<Db, LRUCache<string, Known>>()

  return async (db: Db, key: string, findOut: () => Promise<Known>): Promise<Known> => {
    const known = kept.get(db) ?? new LRUCache<string, Known>({ max: most, ttl: lifetime })
    kept.set(db, known)
    const before = known.get(key)
    if (before !== undefined) return before
    const found = await findOut()
    if (isKept(found)) known.set(key, found)
    return found
  }
}

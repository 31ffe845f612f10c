import { LRUCache } from 'lru-cache'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, poolForLibrary, sql } from '#server/lib/postgres/database.ts'

/** A key's count in its window, and the milliseconds until the window ends. */
export interface Counted {
  points: number
  msLeft: number
}

/** Counts by key in windows of fixed length, which start with the first count. */
export interface Counter {
  add(key: string, amount: number): Promise<Counted>
  read(key: string): Promise<Counted | null>
  forget(key: string): Promise<void>
}

interface Options {
  /** A prefix that keeps the keys of different counters apart. */
  name: string
  /** A key that reaches this count is not counted further in the database until its window ends. */
  enough: number
  seconds: number
}

/** A flood of different keys costs at most this many: about 15 MB in the database or in a process. */
const mostCounts = 100_000
const mostSpentKeys = 10_000
/** How far the processes' clocks may be apart, in milliseconds. */
const clocksApart = 5_000

/** Limited by size, since a limit by number would reserve the memory in advance. */
const atMost = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 })

/** Keeps at most `mostCounts` keys, dropping the least recently counted. */
export function countInMemory({ seconds }: Pick<Options, 'seconds'>): Counter {
  const counts = new LRUCache<string, { points: number }>({ ...atMost(mostCounts), ttl: seconds * 1000 })
  const read = (key: string): Counted | null => {
    const found = counts.get(key)
    return found ? { points: found.points, msLeft: counts.getRemainingTTL(key) } : null
  }
  return {
    async add(key, amount) {
      const found = counts.get(key)
      if (found) found.points += amount
      else counts.set(key, { points: amount })
      return read(key) ?? { points: amount, msLeft: seconds * 1000 }
    },
    read: async (key) => read(key),
    async forget(key) {
      counts.delete(key)
    },
  }
}

/** Counts for all server processes. A key over its limit is refused without a statement until its window ends. */
export function countInDatabase(db: Database, { name, enough, seconds }: Options): Counter {
  const spent = new LRUCache<string, number>({ ...atMost(mostSpentKeys), ttl: seconds * 1000 })
  const limiter = new RateLimiterPostgres({
    keyPrefix: name,
    points: enough,
    duration: seconds,
    storeClient: poolForLibrary(db),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // `sweepCounts` deletes them.
    clearExpiredByTimeout: false,
  })
  const counted = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted => ({
    points: consumedPoints,
    msLeft: msBeforeNext,
  })
  const count = async (key: string, amount: number) => counted(await limiter.penalty(key, amount))
  // If a clock ran ahead and was corrected, its windows would end far in the future.
  const isImpossible = ({ msLeft }: Counted) => msLeft > seconds * 1000 + clocksApart
  return {
    async add(key, amount) {
      const known = spent.get(key)
      if (known) return { points: known, msLeft: spent.getRemainingTTL(key) }
      let now = await count(key, amount)
      if (isImpossible(now)) {
        await limiter.delete(key)
        now = await count(key, amount)
      }
      if (now.points > enough) spent.set(key, now.points, { ttl: Math.max(1, now.msLeft) })
      return now
    },
    async read(key) {
      const found = await limiter.get(key)
      return found === null || isImpossible(counted(found)) ? null : counted(found)
    },
    async forget(key) {
      spent.delete(key)
      await limiter.delete(key)
    },
  }
}

/** Deletes the database's counts whose window is over, and of the others those that end first, down to `mostCounts`.
 *  Concurrent processes delete the same ones. */
export async function sweepCounts(db: Database): Promise<void> {
  await db.run(sql`DELETE FROM rate_limits WHERE expire <= ${Date.now()}`)
  await db.run(sql`
    DELETE FROM rate_limits
    WHERE expire <= (SELECT expire FROM rate_limits ORDER BY expire DESC OFFSET ${mostCounts} LIMIT 1)`)
}

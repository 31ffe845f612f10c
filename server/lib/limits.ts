import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitName } from '#contract/endpoint.ts'
import { AppError } from './app-error.ts'
import type { Database } from './database.ts'

type Rule = 'login_account' | `${LimitName}_address` | `${LimitName}_user`

/** How many in how many seconds. Per address they are wide enough for a lecture hall behind one address. */
const rules: Partial<Record<Rule, { points: number; seconds: number }>> = {
  login_account: { points: 10, seconds: 15 * 60 },
  login_address: { points: 600, seconds: 5 * 60 },
  register_address: { points: 300, seconds: 5 * 60 },
  refresh_address: { points: 3_000, seconds: 60 },
  apply_user: { points: 60, seconds: 60 },
  toggle_user: { points: 120, seconds: 60 },
  write_user: { points: 240, seconds: 60 },
}

/** Counts requests in PostgreSQL, so that a limit holds over all server processes. */
export interface Limits {
  /** Counts one for `key` (at most 200 characters) and throws `too_many_requests` when it is over the rule; a rule that is not listed never refuses. */
  consume(rule: Rule, key: string): Promise<void>
  /** Forgets what was counted for `key`. */
  forget(rule: Rule, key: string): Promise<void>
}

/** `scale` multiplies every limit; 0 turns them off. */
export function openLimits(db: Database, scale: number): Limits {
  if (scale === 0) return { consume: async () => {}, forget: async () => {} }
  const limiters = new Map(
    Object.entries(rules).map(([rule, { points, seconds }]) => [
      rule,
      new RateLimiterPostgres({
        storeClient: db.pool,
        storeType: 'pool',
        clearExpiredByTimeout: rule === 'login_address',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: rule,
        points: Math.ceil(points * scale),
        duration: seconds,
        inMemoryBlockOnConsumed: Math.ceil(points * scale) + 1,
      }),
    ]),
  )

  return {
    async consume(rule, key) {
      try {
        await limiters.get(rule)?.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
      }
    },
    async forget(rule, key) {
      await limiters.get(rule)?.delete(key)
    },
  }
}

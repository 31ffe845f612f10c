import type { LimitName } from '#contract/endpoint.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { networkOf } from './addresses.ts'
import { type Counted, countInDatabase, countInMemory } from './counters.ts'

type Rule =
  | 'login_account'
  | 'login_failures'
  | 'refresh_session'
  | 'taken_address'
  | 'mail_recipient'
  | 'door_link_address'
  | 'uploads'
  | 'upload_bytes'
  | `${LimitName}_address`
  | `${LimitName}_user`

const megabyte = 1024 * 1024

/** How many in how many seconds. Per address they are wide enough for a lecture hall behind one address. */
const rules: Partial<Record<Rule, { points: number; seconds: number; inMemory?: true }>> = {
  // Wrong passwords for one account from one network, and from everywhere since the last right one.
  login_account: { points: 10, seconds: 15 * 60 },
  login_failures: { points: 100, seconds: 30 * 24 * 3600 },
  login_address: { points: 600, seconds: 5 * 60 },
  register_address: { points: 300, seconds: 5 * 60 },
  // Registrations and profiles whose email another account had: each tells that there is one.
  taken_address: { points: 20, seconds: 60 },
  google_address: { points: 600, seconds: 5 * 60 },
  refresh_address: { points: 3_000, seconds: 60 },
  refresh_session: { points: 120, seconds: 60 },
  resend_address: { points: 300, seconds: 5 * 60 },
  forgot_address: { points: 300, seconds: 5 * 60 },
  link_address: { points: 600, seconds: 5 * 60 },
  // Links that are mailed to one address.
  mail_recipient: { points: 3, seconds: 3600 },
  // Pictures of one user, by whichever call they come.
  uploads: { points: 30, seconds: 3600 },
  upload_bytes: { points: 50 * megabyte, seconds: 24 * 3600 },
  // Counted in each process: thousands come in one second, and a statement for each would cost more than it spares.
  apply_user: { points: 60, seconds: 60, inMemory: true },
  places_user: { points: 60, seconds: 60 },
  toggle_user: { points: 120, seconds: 60 },
  comment_user: { points: 30, seconds: 60 },
  write_user: { points: 240, seconds: 60 },
  preview_user: { points: 60, seconds: 60 },
  door_address: { points: 3_000, seconds: 60 },
  // Door links that do not work.
  door_link_address: { points: 120, seconds: 60 },
}

/** Counts in PostgreSQL, so that a limit holds over all server processes, unless its rule says otherwise. A key may have at
 *  most 200 characters; keys of rules per address are IP addresses. A rule that is not listed never refuses. */
export interface Limits {
  /** Counts one, or `amount`, and throws `too_many_requests` when that is over the rule. */
  consume(rule: Rule, key: string, amount?: number): Promise<void>
  /** Counts one and says whether that is still within the rule. */
  allows(rule: Rule, key: string): Promise<boolean>
  /** Throws `too_many_requests` when nothing is left; counts nothing. */
  refuseSpent(rule: Rule, key: string): Promise<void>
  /** Forgets what was counted. */
  forget(rule: Rule, key: string): Promise<void>
}

const noLimits: Limits = {
  consume: async () => {},
  allows: async () => true,
  refuseSpent: async () => {},
  forget: async () => {},
}

/** `scale` multiplies every limit; 0 turns them off. */
export function openLimits(db: Database, scale: number): Limits {
  if (scale === 0) return noLimits
  const scaled = new Map(
    Object.entries(rules).map(([name, { points, seconds, inMemory }]) => {
      const enough = Math.ceil(points * scale)
      const options = { name, enough, seconds }
      return [name, { enough, counter: inMemory ? countInMemory(options) : countInDatabase(db, options) }]
    }),
  )
  const keyOf = (rule: Rule, key: string) => (rule.endsWith('_address') ? networkOf(key) : key)

  /** What was counted when that is over the rule, else null. */
  async function count(name: Rule, key: string, amount = 1): Promise<Counted | null> {
    const rule = scaled.get(name)
    if (rule === undefined) return null
    const counted = await rule.counter.add(keyOf(name, key), amount)
    return counted.points > rule.enough ? counted : null
  }

  return {
    async consume(rule, key, amount) {
      const over = await count(rule, key, amount)
      if (over !== null) throw tooMany(over)
    },
    async allows(rule, key) {
      return (await count(rule, key)) === null
    },
    async refuseSpent(name, key) {
      const rule = scaled.get(name)
      const counted = await rule?.counter.read(keyOf(name, key))
      if (rule && counted && counted.points >= rule.enough) throw tooMany(counted)
    },
    async forget(rule, key) {
      await scaled.get(rule)?.counter.forget(keyOf(rule, key))
    },
  }
}

function tooMany({ msLeft }: Counted): AppError {
  return new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(msLeft / 1000)) })
}

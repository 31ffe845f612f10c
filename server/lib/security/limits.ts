import type { LimitName } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/answers.json'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { networkOf } from './addresses.ts'
import { type Counted, countInDatabase, countInMemory } from './counters.ts'

interface Figures {
  points: number
  seconds: number
  /** Counted in each process separately. */
  inMemory?: true
}

/** A limit counts calls by IP address, by user, or by both. */
type Counting = { address: Figures; user?: Figures } | { address?: Figures; user: Figures }

/** Does not compile unless every limit that the contract names has its figures. */
export type CallLimits<Name extends string> = Record<Name, Counting>

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const megabyte = 1024 * 1024

/** `points` calls in `seconds`. Limits per address allow for a lecture hall behind one address. */
export const callLimits = {
  login: { address: { points: 600, seconds: 5 * minute } },
  register: { address: { points: 300, seconds: 5 * minute } },
  // People try several usernames while they register.
  check: { address: { points: 900, seconds: 5 * minute } },
  google: { address: { points: 600, seconds: 5 * minute } },
  sign_in_code: { address: { points: 600, seconds: 5 * minute } },
  // Once for each view of the login page.
  passkey: { address: { points: 1_200, seconds: 5 * minute } },
  line: { address: { points: 600, seconds: 5 * minute } },
  refresh: { address: { points: 3_000, seconds: minute } },
  resend: { address: { points: 300, seconds: 5 * minute } },
  forgot: { address: { points: 300, seconds: 5 * minute } },
  link: { address: { points: 600, seconds: 5 * minute } },
  // Thousands come in one second, and a statement for each would cost more than it saves.
  apply: { user: { points: 60, seconds: minute, inMemory: true } },
  code: {
    address: { points: 3_000, seconds: minute, inMemory: true },
    user: { points: 60, seconds: minute, inMemory: true },
  },
  places: { user: { points: 60, seconds: minute } },
  toggle: { user: { points: 120, seconds: minute } },
  comment: { user: { points: 30, seconds: minute } },
  write: { user: { points: 240, seconds: minute } },
  // A large file, which a person rarely needs.
  export: { user: { points: 10, seconds: hour } },
  // The server reads a page that the user names.
  import: { user: { points: 30, seconds: hour } },
  preview: { user: { points: 60, seconds: minute } },
  // Messages to attendees, and test mails of them.
  message: { user: { points: 30, seconds: hour } },
  door: { address: { points: 3_000, seconds: minute } },
  // Mails to any address: enough for every guest of some parties.
  guest_mail: { user: { points: 30, seconds: hour } },
  invite: { user: { points: 60, seconds: hour } },
  // A pass is signed, or written at Google.
  wallet: { user: { points: 30, seconds: minute } },
  // Calendar services fetch for very many people from few addresses.
  feed: { address: { points: 3_000, seconds: minute, inMemory: true } },
  visit: { address: { points: 3_000, seconds: minute, inMemory: true } },
} as const satisfies CallLimits<LimitName>

/** Limits of other things than calls. */
const ownLimits = {
  // Wrong passwords for one account from one network, and from everywhere since the last right one.
  login_account: { points: 10, seconds: 15 * minute },
  login_failures: { points: 100, seconds: 30 * day },
  refresh_session: { points: 120, seconds: minute },
  // Registrations and profiles with a taken email: each reveals that the account exists.
  taken_address: { points: 20, seconds: minute },
  // Links of an account mailed to one address, and invitations to teams: nobody's invitations may hold back a reset link.
  mail_recipient: { points: 3, seconds: hour },
  team_mail_recipient: { points: 3, seconds: hour },
  // Codes mailed to one address: asked for from one network, and from all networks where its account has not signed in before.
  sign_in_mails_here: { points: 5, seconds: hour },
  sign_in_mails: { points: 20, seconds: 6 * hour },
  // Wrong codes for one address since the last right one.
  sign_in_failures: { points: 100, seconds: 30 * day },
  // Attempts with invalid door links.
  door_link_address: { points: 120, seconds: minute },
  // Codes that an event does not have, when they are checked and when people apply with them.
  wrong_code_address: { points: 1_000, seconds: 10 * minute, inMemory: true },
  wrong_code_user: { points: 20, seconds: 10 * minute, inMemory: true },
  // Invitations mailed to any address for one organizer.
  invitation_mails: { points: 1_000, seconds: day },
  // One user's pictures, in any call.
  uploads: { points: 30, seconds: hour },
  upload_bytes: { points: 50 * megabyte, seconds: day },
} as const satisfies Record<string, Figures>

type Rule = keyof typeof ownLimits | `${LimitName}_${keyof Counting}`

function allRules(): [string, Figures][] {
  const ofCalls = Object.entries<Counting>(callLimits).flatMap(([name, by]) =>
    Object.entries(by).map(([whom, figures]): [string, Figures] => [`${name}_${whom}`, figures]),
  )
  return [...ofCalls, ...Object.entries(ownLimits)]
}

/** Counts in PostgreSQL, so that a limit holds across all server processes, unless it is `inMemory`. A key has at most 200
 *  characters; keys of rules per address are IP addresses. A limit may count by address, by user, or both. */
export interface Limits {
  /** Adds `amount` (1 by default), and throws `too_many_requests` if that exceeds the rule. */
  consume(rule: Rule, key: string, amount?: number): Promise<void>
  /** Adds one and returns whether that is still within the rule. */
  allows(rule: Rule, key: string): Promise<boolean>
  /** Throws `too_many_requests` if nothing is left; adds nothing. Without a `message` it says how long to wait. */
  refuseSpent(rule: Rule, key: string, message?: string): Promise<void>
  /** Resets the count. */
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
    allRules().map(([name, { points, seconds, inMemory }]) => {
      const enough = Math.ceil(points * scale)
      const options = { name, enough, seconds }
      return [name, { enough, counter: inMemory ? countInMemory(options) : countInDatabase(db, options) }]
    }),
  )
  const keyOf = (rule: Rule, key: string) => (rule.endsWith('_address') ? networkOf(key) : key)

  /** Adds to the count; returns it if it exceeds the rule, otherwise null. */
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
    async refuseSpent(name, key, message) {
      const rule = scaled.get(name)
      const counted = await rule?.counter.read(keyOf(name, key))
      if (rule && counted && counted.points >= rule.enough) throw tooMany(counted, message)
    },
    async forget(rule, key) {
      await scaled.get(rule)?.counter.forget(keyOf(rule, key))
    },
  }
}

function tooMany({ msLeft }: Counted, message?: string): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000))
  return new AppError('too_many_requests', { retryAfter, message: message ?? waitMessage(retryAfter) })
}

/** The message with the time to wait, if it is more than a moment. */
function waitMessage(seconds: number): string {
  if (seconds <= minute) return errors.too_many_requests.message
  if (seconds <= hour) return fill(m.waitMinutes, { minutes: Math.ceil(seconds / minute) })
  return fill(m.waitHours, { hours: Math.ceil(seconds / hour) })
}

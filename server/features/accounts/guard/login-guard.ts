import { createHash, createHmac } from 'node:crypto'
import type { Context } from '#server/lib/context.ts'
import { networkOf } from '#server/lib/security/addresses.ts'
import { isKnownNetwork, upsertNetwork } from './login-networks.repository.ts'

export interface Attempt {
  /** Username or email, as typed. */
  name: string
  /** The IP address it comes from. */
  address: string
}

/**
 * Stands between a login and its password check against guessing. Ten wrong passwords for an account from one network
 * have it wait, by whichever of its names they came. A hundred in a row from everywhere (NIST SP 800-63B, 3.2.2) shut the
 * account to networks that it never logged in from, until it logs in from a known one or sets a new password. Names that
 * nobody has (`userId` null) are treated alike. Attempts for one account from one network are checked in turn, so that
 * many at once are no way around; right passwords never count.
 */
export function guardLogin<User extends { id: number }>(
  ctx: Context,
  { name, address }: Attempt,
  userId: number | null,
  check: () => Promise<User | null>,
): Promise<User | null> {
  const owner = userId ?? name
  const account = keyOf(owner)
  const accountHere = keyOf(owner, networkOf(address))
  const network = createHmac('sha256', ctx.tokenSecret)
    .update(`network ${networkOf(address)}`)
    .digest()

  return inTurn(accountHere, async () => {
    await ctx.limits.refuseSpent('login_account', accountHere)
    await ctx.limits.refuseSpent('login_failures', account).catch(async (refusal) => {
      if (userId === null || !(await isKnownNetwork(ctx.db, userId, network))) throw refusal
    })
    const user = await check()
    if (user === null) {
      await ctx.limits.allows('login_account', accountHere)
      await ctx.limits.allows('login_failures', account)
    } else {
      await ctx.limits.forget('login_account', accountHere)
      await ctx.limits.forget('login_failures', account)
      await upsertNetwork(ctx.db, user.id, network, ctx.now())
    }
    return user
  })
}

/** Forgets the wrong passwords before a new one, which say nothing about it. */
export async function forgetFailures(ctx: Context, userId: number): Promise<void> {
  await ctx.limits.forget('login_failures', keyOf(userId))
}

/** An account counts by its id, so that all ways to write its names are one. A name that nobody has counts by itself. */
function keyOf(owner: number | string, network = ''): string {
  const who = typeof owner === 'number' ? `account ${owner}` : `name ${owner.toLowerCase()}`
  return createHash('sha256').update(`${who} ${network}`).digest('hex')
}

const lines = new Map<string, Promise<unknown>>()

/** Does the work of one key one after the other, and that of different keys side by side. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  lines.set(key, mine)
  try {
    return await mine
  } finally {
    if (lines.get(key) === mine) lines.delete(key)
  }
}

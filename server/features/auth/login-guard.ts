import { createHash, createHmac } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { networkOf } from '#server/lib/limits.ts'
import { isKnownNetwork, upsertNetwork } from './login-networks.repository.ts'

export interface Attempt {
  /** Username or email, as typed. */
  name: string
  /** The IP address it comes from. */
  address: string
}

/**
 * Stands between a login and its password check against guessing. Ten wrong passwords for a name from one network have
 * it wait. A hundred in a row from everywhere (NIST SP 800-63B, 3.2.2) shut the name to networks that it never logged in
 * from, until it logs in from a known one or sets a new password. Names that nobody has are treated alike. Attempts for
 * one name from one network are checked in turn, so that many at once are no way around; right passwords never count.
 */
export function guardLogin<User extends { id: number }>(
  ctx: Context,
  { name, address }: Attempt,
  check: () => Promise<User | null>,
): Promise<User | null> {
  const account = keyOf(name)
  const accountHere = keyOf(name, networkOf(address))
  const network = createHmac('sha256', ctx.tokenSecret)
    .update(`network ${networkOf(address)}`)
    .digest()

  return inTurn(accountHere, async () => {
    await ctx.limits.refuseSpent('login_account', accountHere)
    await ctx.limits.refuseSpent('login_failures', account).catch(async (refusal) => {
      if (!(await isKnownNetwork(ctx.db, name, network))) throw refusal
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

/** After a new password the wrong ones before it say nothing any more. */
export async function forgetFailures(ctx: Context, names: string[]): Promise<void> {
  for (const name of names) await ctx.limits.forget('login_failures', keyOf(name))
}

function keyOf(name: string, network = ''): string {
  return createHash('sha256').update(`${name.toLowerCase()} ${network}`).digest('hex')
}

const lines = new Map<string, Promise<unknown>>()

/** Does the work of one key after the other; that of different keys side by side. */
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

import { createHash, createHmac } from 'node:crypto'
import type { AccountProof } from '#contract/accounts/profile.ts'
import { recentSignInMinutes } from '#contract/accounts/sessions.ts'
import { fieldProblem } from '#contract/fields.ts'
import * as m from '#messages/answers.json'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { networkOf } from '#server/lib/security/addresses.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import { isPassword } from '#server/lib/security/passwords.ts'
import { isKnownNetwork, isSessionSince, upsertNetwork } from './sessions.repository.ts'
import { selectProofs } from './users.repository.ts'

export interface Attempt {
  /** Username or email, as typed. */
  name: string
  /** IP address. */
  address: string
}

/**
 * Protects a password check against guessing. After ten wrong passwords for an account from one network, by any of its
 * names, further attempts from there must wait. After a hundred in a row from anywhere (NIST SP 800-63B, 3.2.2) only
 * networks that logged in before may try, until a login from one of them or a new password. Unknown names (`userId` null)
 * are treated alike. Attempts for one account from one network run one after the other, so that parallel attempts are no
 * way around the limit; right passwords never count.
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
  const network = networkHash(ctx, address)

  return inTurn(accountHere, async () => {
    await ctx.limits.refuseSpent('login_account', accountHere)
    await ctx.limits.refuseSpent('login_failures', account, m.wrongPasswords).catch(async (refusal) => {
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

/** The form in which known networks are stored. */
export function networkHash({ tokenSecret }: Context, address: string): Buffer {
  return createHmac('sha256', tokenSecret)
    .update(`network ${networkOf(address)}`)
    .digest()
}

/** Wrong passwords before a new one do not count. */
export async function forgetFailures(ctx: Context, userId: number): Promise<void> {
  await ctx.limits.forget('login_failures', keyOf(userId))
}

/** Failures count per account, by username or email; unknown names count separately. */
function keyOf(owner: number | string, network = ''): string {
  const who = typeof owner === 'number' ? `account ${owner}` : `name ${owner.toLowerCase()}`
  return createHash('sha256').update(`${who} ${network}`).digest('hex')
}

const running = new Map<string, Promise<unknown>>()

/** Runs work for one key one at a time; different keys in parallel. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  running.set(key, mine)
  try {
    return await mine
  } finally {
    if (running.get(key) === mine) running.delete(key)
  }
}

/** Maximum age of an ID token that serves as a proof, in milliseconds. */
const freshness = 5 * 60_000

/** The caller's IP address, and Google's token check (null if no client id is configured). */
export interface WhereFrom {
  address: string
  verifyGoogleToken: VerifyGoogleToken | null
}

/** Valid as long as the account still has this password. */
export interface OwnerProof {
  passwordHash: string | null
}

/**
 * Proves that a session is used by the account's owner and not by somebody at an unlocked screen: by the password, or by a
 * fresh sign-in with the connected Google account; people without either must have signed in lately. Wrong passwords count as at
 * login. Throws `password_needed`, `wrong_password`, `google_sign_in_needed`, `google_account_differs`, `sign_in_needed`,
 * `too_many_requests` and what the check of the token throws.
 */
export async function proveOwner(
  ctx: Context,
  user: SignedInUser,
  { current_password, google_token }: AccountProof,
  { address, verifyGoogleToken }: WhereFrom,
): Promise<OwnerProof> {
  const { password_hash, google_sub } = await selectProofs(ctx.db, user.id)
  const proof = { passwordHash: password_hash }
  const canGoogle = google_sub !== null && verifyGoogleToken !== null

  if (current_password && password_hash !== null) {
    const isRight = () => isPassword(current_password, password_hash)
    const found = await guardLogin(ctx, { name: user.username, address }, user.id, async () =>
      (await isRight()) ? user : null,
    )
    if (found === null) throw new AppError('wrong_password')
    return proof
  }
  if (google_token && canGoogle) {
    const google = await verifyGoogleToken(google_token, ctx.now())
    if (google.sub !== google_sub) throw new AppError('google_account_differs')
    if (ctx.now().getTime() - google.issued_at > freshness) throw new AppError('google_sign_in_needed')
    return proof
  }
  if (password_hash !== null) throw new AppError('password_needed')
  if (canGoogle) throw new AppError('google_sign_in_needed')
  await requireRecentSignIn(ctx, user)
  return proof
}

/** For a new way to use the account, which would outlast an open session. Throws `sign_in_needed`. */
export async function requireRecentSignIn(ctx: Context, { session_id }: SignedInUser, db: Db = ctx.db): Promise<void> {
  const since = new Date(ctx.now().getTime() - recentSignInMinutes * 60_000)
  if (!(await isSessionSince(db, session_id, since))) throw new AppError('sign_in_needed')
}

let mostCommon: Promise<Set<string>> | undefined

/** Refuses the 3,000 most common passwords (zxcvbn's list), and `words` such as the user's name or the product's.
 *  Ignores case, and for words also spaces and signs. */
export async function refuseEasyPassword(field: string, password: string, words: string[]): Promise<void> {
  mostCommon ??= load()
  if ((await mostCommon).has(password.toLowerCase())) {
    throw invalidFields([fieldProblem(field, m.passwordCommon)])
  }
  const bare = lettersOf(password)
  if (bare !== '' && words.some((word) => lettersOf(word) === bare)) {
    throw invalidFields([fieldProblem(field, m.passwordEasy)])
  }
}

/** What others would guess first: the user's names and address. */
export function wordsOf(person: { username: string; email: string; first_name: string; last_name: string }): string[] {
  const { username, email, first_name, last_name } = person
  return [username, email, email.split('@')[0] ?? '', `${first_name}${last_name}`, `${last_name}${first_name}`]
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Loaded on first use: the list is large, and most processes start without needing it at once. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, 3_000))
}

import { setImmediate } from 'node:timers/promises'
import type { OwnSession } from '#contract/accounts/sessions.ts'
import type { Language } from '#contract/language/languages.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Authenticate, SignedInUser } from '#server/lib/http/api.ts'
import { deviceIn, deviceOf } from '#server/lib/http/device.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  refreshTokenSeconds,
  sessionNamedBy,
  signAccessToken,
  signRefreshToken,
  verifyAccessToken,
  verifyRefreshToken,
} from '#server/lib/security/tokens.ts'
import { deleteTokensOf } from './access-tokens.repository.ts'
import { deleteExpiredLinks, deleteLinks } from './email-links.repository.ts'
import { deletePasskeysOf } from './passkeys.repository.ts'
import {
  deleteDeadSessions,
  deleteNetworksBefore,
  endOtherSessions,
  endSession,
  endSessionOf,
  endSessionsOf,
  insertSession,
  lockSession,
  type Session,
  selectSessionsOf,
  selectUsersOfSessions,
  touchSession,
  updateGeneration,
} from './sessions.repository.ts'

/** How long after a rotation the token before it still works: two tabs may refresh at once, or an answer may get lost. The
 *  web client notices a lost answer after 30 seconds, and tries again. */
const graceMs = 3 * 60_000
const mostListed = 100

export interface Tokens {
  access: string
  refresh: string
}

/** Undefined if the header is not sent. */
export type UserAgent = string | undefined

/** Call it only after the user has proven who they are. */
export async function start(ctx: Context, userId: number, userAgent: UserAgent, db: Db = ctx.db): Promise<Tokens> {
  const now = ctx.now()
  return tokensOf(ctx, await insertSession(db, { userId, device: deviceOf(userAgent) }, now, expiry(now)), now)
}

export async function list(ctx: Context, { id, session_id }: SignedInUser, language: Language): Promise<OwnSession[]> {
  const sessions = await selectSessionsOf(ctx.db, id, session_id, ctx.now(), mostListed)
  return sessions.map((session) => ({ ...session, device: deviceIn(language, session.device) }))
}

/** Also ends the current session. Throws `session_not_found`. */
export async function endOwn(ctx: Context, user: SignedInUser, sessionId: string): Promise<void> {
  if (!(await endSessionOf(ctx.db, sessionId, user.id, ctx.now()))) throw new AppError('session_not_found')
}

/** Returns how many other sessions were ended. */
export function endOthers(ctx: Context, { id, session_id }: SignedInUser): Promise<number> {
  return endOtherSessions(ctx.db, id, session_id, ctx.now())
}

/** Ends all sessions, mailed links, access tokens and passkeys. The password, Google and LINE still sign in. */
export async function endAccess(tx: Db, userId: number, now: Date): Promise<void> {
  await endSessionsOf(tx, userId, now)
  await deleteLinks(tx, userId)
  await deleteTokensOf(tx, userId)
  await deletePasskeysOf(tx, userId)
}

/** With `rotate` also a new refresh token. Using a token that was replaced longer ago than the grace period ends the
 *  session, because it was leaked or copied. */
export async function refresh(
  ctx: Context,
  token: string,
  rotate: boolean,
  userAgent: UserAgent,
): Promise<Pick<Tokens, 'access'> & Partial<Tokens>> {
  const now = ctx.now()
  const claims = verifyRefreshToken(ctx.tokenSecret, token, now)
  await ctx.limits.consume('refresh_session', claims.sessionId)

  const session = await ctx.db.transaction(async (tx) => {
    const current = await lockSession(tx, claims.sessionId, now)
    if (current === null) return null
    if (claims.generation === current.generation) {
      await touchSession(tx, current.id, deviceOf(userAgent), now)
      return rotate ? updateGeneration(tx, current.id, now, expiry(now)) : current
    }
    const sinceRotation = now.getTime() - Date.parse(current.rotated_at)
    if (claims.generation === current.generation - 1 && sinceRotation <= graceMs) return current
    await endSession(tx, current.id, now)
    return null
  })

  if (session === null) throw new AppError('session_expired')
  const tokens = await tokensOf(ctx, session, now)
  return rotate ? tokens : { access: tokens.access }
}

/** Ends the session that an access token belongs to, also one that has run out: the session lives longer. */
export async function end(ctx: Context, token: string): Promise<void> {
  const sessionId = sessionNamedBy(ctx.tokenSecret, token)
  if (sessionId !== null) await endSession(ctx.db, sessionId, ctx.now())
}

/** Dated by the rotation, so that simultaneous refreshes get the same token. */
function tokensOf(ctx: Context, session: Session, now: Date): Tokens {
  const claims = { userId: session.user_id, sessionId: session.id, generation: session.generation }
  return {
    access: signAccessToken(ctx.tokenSecret, claims, now),
    refresh: signRefreshToken(ctx.tokenSecret, claims, new Date(session.rotated_at)),
  }
}

function expiry(from: Date): Date {
  return new Date(from.getTime() + refreshTokenSeconds * 1000)
}

const longestBatch = 500

/** Sessions whose users are about to be read, and the answer. */
interface Waiting {
  sessionIds: Set<string>
  users: Promise<Map<string, SignedInUser>>
}

/**
 * Returns the user of an access token; throws `session_expired` for a bad token and for a session that has ended. Every
 * request reads the database, so that a logout takes effect at once; those that arrive together share one statement,
 * which carries several times as many of them as one statement each.
 */
export function authentication(ctx: Context): Authenticate {
  let waiting: Waiting | null = null

  /** The user of a session, read together with those of the other requests that arrive in the same moment. */
  async function userOf(sessionId: string): Promise<SignedInUser | null> {
    if (waiting === null || waiting.sessionIds.size >= longestBatch) waiting = nextBatch()
    waiting.sessionIds.add(sessionId)
    return (await waiting.users).get(sessionId) ?? null
  }

  function nextBatch(): Waiting {
    const sessionIds = new Set<string>()
    const users = setImmediate().then(() => {
      if (waiting?.sessionIds === sessionIds) waiting = null
      return readUsers(ctx, [...sessionIds])
    })
    return { sessionIds, users }
  }

  return async (token) => {
    const { sessionId } = verifyAccessToken(ctx.tokenSecret, token, ctx.now())
    const user = await userOf(sessionId)
    if (user === null) throw new AppError('session_expired')
    return user
  }
}

async function readUsers(ctx: Context, sessionIds: string[]): Promise<Map<string, SignedInUser>> {
  const users = await selectUsersOfSessions(ctx.db, sessionIds, ctx.now())
  return new Map(users.map((user) => [user.session_id, user]))
}

const year = 365 * 24 * 3_600_000

/** Deletes dead sessions, expired links and networks of long ago, so that the tables grow with the people and not with
 *  the years. */
export async function tidyAccounts(ctx: Context): Promise<void> {
  const now = ctx.now()
  await deleteDeadSessions(ctx.db, now)
  await deleteExpiredLinks(ctx.db, now)
  await deleteNetworksBefore(ctx.db, new Date(now.getTime() - year))
}

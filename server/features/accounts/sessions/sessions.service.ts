import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  refreshTokenSeconds,
  sessionNamedBy,
  signAccessToken,
  signRefreshToken,
  verifyRefreshToken,
} from '#server/lib/security/tokens.ts'
import { endSession, insertSession, lockSession, type Session, updateGeneration } from './sessions.repository.ts'

/** How long after a rotation the token before it still works: two tabs may refresh at once, or an answer may get lost. */
const graceMs = 30_000

export interface Tokens {
  access: string
  refresh: string
}

/** Starts a session for a user who has just proven who they are. */
export async function start(ctx: Context, userId: number, db: Db = ctx.db): Promise<Tokens> {
  const now = ctx.now()
  return tokensOf(ctx, await insertSession(db, userId, now, expiry(now)), now)
}

/** A new access token; with `rotate` also the refresh token that takes this one's place. A token that was replaced
 *  longer ago than the grace has leaked or been copied: its use ends the whole session. */
export async function refresh(
  ctx: Context,
  token: string,
  rotate: boolean,
): Promise<Pick<Tokens, 'access'> & Partial<Tokens>> {
  const now = ctx.now()
  const claims = verifyRefreshToken(ctx.tokenSecret, token, now)
  await ctx.limits.consume('refresh_session', claims.sessionId)

  const session = await ctx.db.transaction(async (tx) => {
    const current = await lockSession(tx, claims.sessionId, now)
    if (current === null) return null
    if (claims.generation === current.generation) {
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

/** The refresh token is dated by the rotation, so that all who rotate at once are given the same one. */
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

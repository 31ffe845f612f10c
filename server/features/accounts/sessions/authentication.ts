import DataLoader from 'dataloader'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Authenticate, SignedInUser } from '#server/lib/http/api.ts'
import { verifyAccessToken } from '#server/lib/security/tokens.ts'
import { selectUsersOfSessions } from './sessions.repository.ts'

const longestBatch = 500

/**
 * Says who an access token belongs to; throws `session_expired` for a bad token and for a session that has ended. Every
 * request asks the database anew, so that a logout counts at once; those that arrive together share one statement,
 * which carries several times as many of them as one statement each.
 */
export function authentication(ctx: Context): Authenticate {
  const users = new DataLoader((ids: readonly string[]) => readUsers(ctx, ids), {
    cache: false,
    maxBatchSize: longestBatch,
    batchScheduleFn: (read) => setImmediate(read),
  })

  return async (token) => {
    const { sessionId } = verifyAccessToken(ctx.tokenSecret, token, ctx.now())
    const user = await users.load(sessionId)
    if (user === null) throw new AppError('session_expired')
    return user
  }
}

async function readUsers(ctx: Context, sessionIds: readonly string[]): Promise<(SignedInUser | null)[]> {
  const users = await selectUsersOfSessions(ctx.db, sessionIds, ctx.now())
  const bySession = new Map(users.map((user) => [user.session_id, user]))
  return sessionIds.map((id) => bySession.get(id) ?? null)
}

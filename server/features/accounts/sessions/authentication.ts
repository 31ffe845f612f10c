import { setImmediate } from 'node:timers/promises'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Authenticate, SignedInUser } from '#server/lib/http/api.ts'
import { verifyAccessToken } from '#server/lib/security/tokens.ts'
import { selectUsersOfSessions } from './sessions.repository.ts'

const longestBatch = 500

/** Sessions whose users are about to be read, and the answer. */
interface Waiting {
  sessionIds: Set<string>
  users: Promise<Map<string, SignedInUser>>
}

/**
 * Says who an access token belongs to; throws `session_expired` for a bad token and for a session that has ended. Every
 * request asks the database anew, so that a logout counts at once; those that arrive together share one statement,
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

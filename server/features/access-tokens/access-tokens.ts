import {
  addAccessToken,
  listAccessTokens,
  type NewAccessToken,
  revokeAccessToken,
  tokenLimits,
  tokenPrefix,
} from '#contract/accounts/access-tokens.ts'
import * as m from '#messages/answers.json'
import {
  deleteToken,
  insertToken,
  selectTokens,
  selectUserOfToken,
  touchToken,
} from '#server/features/accounts/access-tokens.repository.ts'
import { requireRecentSignIn } from '#server/features/accounts/account-guard.ts'
import { tokenAddedMail } from '#server/features/accounts/accounts.mails.ts'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, type Authenticate, type SignedInUser, signedIn } from '#server/lib/http/api.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { hashOf, newSecret } from '#server/lib/security/secrets.ts'

/** How old `last_used_at` may be, in milliseconds: a busy program costs one write in this time. */
const staleAfter = 5 * 60_000

export function accessTokenRoutes(api: Api, ctx: Context) {
  api.route({ ...listAccessTokens, handler: (request) => selectTokens(ctx.db, signedIn(request).id) })

  api.route({
    ...addAccessToken,
    handler: async (request, reply) => {
      const added = await add(ctx, signedIn(request), request.body)
      return reply.code(201).send(added)
    },
  })

  api.route({
    ...revokeAccessToken,
    handler: async (request, reply) => {
      await revoke(ctx, signedIn(request), request.params.tokenId)
      return reply.code(204).send()
    },
  })
}

/** The owner is mailed. Throws `sign_in_needed` and `too_many_access_tokens`. */
async function add(ctx: Context, user: SignedInUser, given: NewAccessToken) {
  const token = `${tokenPrefix}${newSecret()}`
  return ctx.db.transaction(async (tx) => {
    // Two simultaneous calls must not both add the last allowed token.
    await lockUser(tx, user.id)
    if ((await selectTokens(tx, user.id)).length >= tokenLimits.most) throw new AppError('too_many_access_tokens')
    await requireRecentSignIn(ctx, user, tx)
    const added = await insertToken(tx, user.id, given, hashOf(token), ctx.now())
    if (user.email_verified_at !== null) await enqueueMail(tx, tokenAddedMail(ctx.settings, user, added))
    return { ...added, token }
  })
}

/** Throws `access_token_not_found`. */
async function revoke(ctx: Context, user: SignedInUser, id: number): Promise<void> {
  if (!(await deleteToken(ctx.db, user.id, id))) throw new AppError('access_token_not_found')
}

/** Also accepts personal access tokens, which a call must allow by its `scope`. */
export function withAccessTokens(ctx: Context, authenticate: Authenticate): Authenticate {
  return async (token) => {
    if (!token.startsWith(tokenPrefix)) return authenticate(token)
    const found = await selectUserOfToken(ctx.db, hashOf(token))
    if (found === null) throw new AppError('session_expired', { message: m.tokenGone })
    const { token_id, last_used_at, ...user } = found
    const now = ctx.now()
    const isStale = last_used_at === null || now.getTime() - Date.parse(last_used_at) >= staleAfter
    if (isStale) await touchToken(ctx.db, token_id, now)
    return user
  }
}

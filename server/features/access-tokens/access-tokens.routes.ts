import { addAccessToken, listAccessTokens, revokeAccessToken } from '#contract/accounts/access-tokens.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as tokens from './access-tokens.service.ts'

export function accessTokenRoutes(api: Api, ctx: Context) {
  api.route({ ...listAccessTokens, handler: (request) => tokens.list(ctx, signedIn(request)) })

  api.route({
    ...addAccessToken,
    handler: async (request, reply) => {
      const added = await tokens.add(ctx, signedIn(request), request.body)
      return reply.code(201).send(added)
    },
  })

  api.route({
    ...revokeAccessToken,
    handler: async (request, reply) => {
      await tokens.revoke(ctx, signedIn(request), request.params.tokenId)
      return reply.code(204).send()
    },
  })
}

import { blockPerson, listBlocked, unblockPerson } from '#contract/moderation.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as blocks from './blocks.service.ts'

export function blockRoutes(api: Api, ctx: Context) {
  api.route({ ...listBlocked, handler: (request) => blocks.list(ctx, signedIn(request)) })

  api.route({
    ...blockPerson,
    handler: (request) => blocks.block(ctx, signedIn(request), request.params.userId),
  })

  api.route({
    ...unblockPerson,
    handler: async (request, reply) => {
      await blocks.unblock(ctx, signedIn(request), request.params.userId)
      return reply.code(204).send()
    },
  })
}

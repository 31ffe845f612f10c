import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as sessions from './sessions.service.ts'

export function sessionRoutes(api: Api, ctx: Context) {
  api.route({ ...listSessions, handler: (request) => sessions.list(ctx, signedIn(request)) })

  api.route({
    ...endSession,
    handler: async (request, reply) => {
      await sessions.endOwn(ctx, signedIn(request), request.params.sessionId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...endOtherSessions,
    handler: async (request) => {
      const ended = await sessions.endOthers(ctx, signedIn(request))
      return { ended, message: 'You are now logged in on this device only.' }
    },
  })
}

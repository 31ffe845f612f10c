import {
  closeComments,
  dismissReports,
  hideComment,
  listReports,
  reportComment,
} from '#contract/comments/moderation.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as moderation from './moderation.service.ts'

export function moderationRoutes(api: Api, ctx: Context) {
  api.route({
    ...hideComment,
    handler: (request) => moderation.setHidden(ctx, signedIn(request), request.params.commentId, request.body.hidden),
  })

  api.route({
    ...closeComments,
    handler: (request) => moderation.setClosed(ctx, signedIn(request), request.params.eventId, request.body.closed),
  })

  api.route({
    ...reportComment,
    handler: async (request, reply) => {
      await moderation.report(ctx, signedIn(request), request.params.commentId, request.body.reason)
      return reply.code(201).send({ message: 'The comment was reported.' })
    },
  })

  api.route({
    ...listReports,
    handler: (request) => moderation.listReports(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...dismissReports,
    handler: async (request, reply) => {
      await moderation.dismiss(ctx, signedIn(request), request.params.commentId)
      return reply.code(204).send()
    },
  })
}

import {
  deleteComment,
  editComment,
  listComments,
  listReplies,
  writeComment,
} from '#contract/comments/comments.schemas.ts'
import { cursorOf } from '#contract/comments/comments.ts'
import {
  closeComments,
  dismissReports,
  hideComment,
  listReports,
  reportComment,
} from '#contract/comments/moderation.schemas.ts'
import { pathOf } from '#contract/endpoint.ts'
import * as m from '#messages/answers.json'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describeNext } from '#server/lib/http/paging.ts'
import * as comments from './comments.service.ts'
import * as moderation from './moderation.service.ts'
import { shareThreads } from './shared-threads.ts'

export function commentRoutes(api: Api, ctx: Context) {
  const shared = shareThreads()

  api.route({
    ...listComments,
    handler: async (request, reply) => {
      const { params, query, user } = request
      const page = await comments.listForEvent(ctx, shared, user, params.eventId, query)
      reply.header('x-version', page.version)
      describeNext(reply, pathOf(listComments, params), query, page.next, page.total)
      return page.comments
    },
  })

  api.route({
    ...listReplies,
    handler: async (request, reply) => {
      const { params, query } = request
      const { replies: page, total } = await comments.listReplies(ctx, request.user, params.commentId, query)
      describeNext(reply, pathOf(listReplies, params), query, nextOf(page, query.limit), total)
      return page
    },
  })

  api.route({
    ...writeComment,
    handler: async (request, reply) => {
      const comment = await comments.write(ctx, signedIn(request), request.params.eventId, request.body)
      return reply.code(201).send(comment)
    },
  })

  api.route({
    ...editComment,
    handler: (request) => comments.edit(ctx, signedIn(request), request.params.commentId, request.body.content),
  })

  api.route({
    ...deleteComment,
    handler: async (request, reply) => {
      await comments.remove(ctx, signedIn(request), request.params.commentId)
      return reply.code(204).send()
    },
  })

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
      return reply.code(201).send({ message: m.commentReported })
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

/** A page that is not full is the last one. */
function nextOf(page: { id: number; created_at: string }[], limit: number): string | null {
  const last = page.at(-1)
  return last === undefined || page.length < limit ? null : cursorOf(last)
}

import { draftLimits } from '#contract/events/draft-limits.ts'
import { addDraft, deleteDraft, listDrafts, saveDraft, showDraft } from '#contract/events/drafts.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as drafts from './drafts.service.ts'

/** More than a draft may have, so that what is a little too long is told what to do about it. */
const bodyLimit = 2 * draftLimits.bytes

export function draftRoutes(api: Api, ctx: Context) {
  api.route({ ...listDrafts, handler: (request) => drafts.list(ctx, signedIn(request)) })

  api.route({ ...showDraft, handler: (request) => drafts.open(ctx, signedIn(request), request.params.draftId) })

  api.route({
    ...addDraft,
    bodyLimit,
    handler: async (request, reply) => {
      const draft = await drafts.add(ctx, signedIn(request), request.body, request.upload)
      return reply.code(201).send(draft)
    },
  })

  api.route({
    ...saveDraft,
    bodyLimit,
    handler: (request) => drafts.save(ctx, signedIn(request), request.params.draftId, request.body, request.upload),
  })

  api.route({ ...deleteDraft, handler: (request) => drafts.remove(ctx, signedIn(request), request.params.draftId) })
}

import { blockPerson, listBlocked, unblockPerson } from '#contract/comments/moderation.schemas.ts'
import { applyOrganizer, updateOrganizer, uploadLogo, viewOrganizer } from '#contract/organizers.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as organizers from './organizers.service.ts'

export function organizerRoutes(api: Api, ctx: Context) {
  api.route({
    ...applyOrganizer,
    handler: async (request, reply) => {
      const organizer = await organizers.apply(ctx, signedIn(request), request.body)
      return reply.code(201).send(organizer)
    },
  })

  api.route({ ...viewOrganizer, handler: (request) => organizers.profileOf(ctx, signedIn(request)) })

  api.route({
    ...updateOrganizer,
    handler: (request) => organizers.update(ctx, signedIn(request), request.body),
  })

  api.route({
    ...uploadLogo,
    handler: (request) => organizers.uploadLogo(ctx, signedIn(request), request.params.organizerId, request.upload),
  })

  api.route({ ...listBlocked, handler: (request) => organizers.listBlocked(ctx, signedIn(request)) })

  api.route({
    ...blockPerson,
    handler: (request) => organizers.block(ctx, signedIn(request), request.params.userId),
  })

  api.route({
    ...unblockPerson,
    handler: async (request, reply) => {
      await organizers.unblock(ctx, signedIn(request), request.params.userId)
      return reply.code(204).send()
    },
  })
}

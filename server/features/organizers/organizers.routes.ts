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
}

import { editProfile, showProfile, uploadProfilePicture } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { type Api, signedIn } from '#server/lib/api.ts'
import * as users from './users.service.ts'

export function userRoutes(api: Api, ctx: Context) {
  api.route({ ...showProfile, handler: (request) => users.profileOf(ctx, signedIn(request)) })

  api.route({
    ...editProfile,
    handler: (request) => users.editProfile(ctx, signedIn(request), request.params.id, request.body, request.ip),
  })

  api.route({
    ...uploadProfilePicture,
    handler: (request) => users.replacePicture(ctx, signedIn(request), request.params.id, request.upload),
  })
}

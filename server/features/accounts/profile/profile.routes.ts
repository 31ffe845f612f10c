import { editProfile, showProfile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as users from './profile.service.ts'

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

import { editProfile, showProfile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { openGoogle } from '#server/lib/security/google.ts'
import * as users from './profile.service.ts'

export function userRoutes(api: Api, ctx: Context) {
  const verifyGoogleToken = openGoogle(ctx.settings)

  api.route({ ...showProfile, handler: (request) => users.profileOf(ctx, signedIn(request)) })

  api.route({
    ...editProfile,
    handler: (request) => {
      const from = { address: request.ip, verifyGoogleToken }
      return users.editProfile(ctx, signedIn(request), request.params.id, request.body, from)
    },
  })

  api.route({
    ...uploadProfilePicture,
    handler: (request) => users.replacePicture(ctx, signedIn(request), request.params.id, request.upload),
  })
}

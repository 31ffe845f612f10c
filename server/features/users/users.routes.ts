import { showProfile } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { type Api, signedIn } from '#server/lib/api.ts'
import * as users from './users.service.ts'

export function userRoutes(api: Api, ctx: Context) {
  api.route({ ...showProfile, handler: (request) => users.profileOf(ctx, signedIn(request)) })
}

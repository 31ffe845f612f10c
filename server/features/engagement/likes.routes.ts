import { toggleLike } from '#contract/engagement/likes.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as likes from './likes.service.ts'

export function likeRoutes(api: Api, ctx: Context) {
  api.route({ ...toggleLike, handler: (request) => likes.toggle(ctx, signedIn(request), request.params.eventId) })
}

import { showOpeningWish, undoOpeningWish, wishForOpening } from '#contract/engagement/opening-wishes.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as wishes from './opening-wishes.service.ts'

export function openingWishRoutes(api: Api, ctx: Context) {
  api.route({
    ...showOpeningWish,
    handler: (request) => wishes.read(ctx, signedIn(request), request.params.eventId),
  })
  api.route({ ...wishForOpening, handler: (request) => wishes.wish(ctx, signedIn(request), request.params.eventId) })
  api.route({ ...undoOpeningWish, handler: (request) => wishes.undo(ctx, signedIn(request), request.params.eventId) })
}

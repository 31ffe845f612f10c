import { listFollowed, showOrganizer, showStopLink, stopByLink, toggleFollow } from '#contract/engagement/follows.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as following from './following.service.ts'

export function followingRoutes(api: Api, ctx: Context) {
  api.route({
    ...showOrganizer,
    handler: (request) => following.showPage(ctx, request.user, request.params.organizerId),
  })

  api.route({
    ...toggleFollow,
    handler: (request) => following.toggle(ctx, signedIn(request), request.params.organizerId),
  })

  api.route({ ...listFollowed, handler: (request) => following.listOf(ctx, signedIn(request)) })
  api.route({ ...showStopLink, handler: ({ params }) => following.showLink(ctx, params.link) })
  api.route({ ...stopByLink, handler: ({ params }) => following.stop(ctx, params.link) })

  // Mail programs unsubscribe by posting to the URL that people open (RFC 8058), which is a page.
  api.route({
    ...stopByLink,
    url: paths.stopFollowing(':link'),
    handler: ({ params }) => following.stop(ctx, params.link),
  })
}

import { listBookmarks, toggleBookmark } from '#contract/bookmarks.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as bookmarks from './bookmarks.service.ts'

export function bookmarkRoutes(api: Api, ctx: Context) {
  api.route({
    ...toggleBookmark,
    handler: (request) => bookmarks.toggle(ctx, signedIn(request), request.params.eventId),
  })

  api.route({ ...listBookmarks, handler: (request) => bookmarks.listOf(ctx, signedIn(request)) })
}

import { listBookmarks, toggleBookmark } from '#contract/engagement/bookmarks.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describePage } from '#server/lib/http/paging.ts'
import * as bookmarks from './bookmarks.service.ts'

export function bookmarkRoutes(api: Api, ctx: Context) {
  api.route({
    ...toggleBookmark,
    handler: (request) => bookmarks.toggle(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...listBookmarks,
    handler: async (request, reply) => {
      const { events, total } = await bookmarks.listOf(ctx, signedIn(request), request.query)
      describePage(reply, listBookmarks.url, request.query, { shown: events.length, total })
      return events
    },
  })
}

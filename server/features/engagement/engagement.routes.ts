import {
  listBookmarks,
  showOpeningWish,
  toggleBookmark,
  toggleLike,
  undoOpeningWish,
  wishForOpening,
} from '#contract/engagement/engagement.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describePage } from '#server/lib/http/paging.ts'
import * as engagement from './engagement.service.ts'
import * as reminders from './opening-reminders.service.ts'

export function engagementRoutes(api: Api, ctx: Context) {
  api.route({
    ...toggleLike,
    handler: (request) => engagement.toggleLike(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...toggleBookmark,
    handler: (request) => engagement.toggleBookmark(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...listBookmarks,
    handler: async (request, reply) => {
      const { events, total } = await engagement.listBookmarked(ctx, signedIn(request), request.query)
      describePage(reply, listBookmarks.url, request.query, { shown: events.length, total })
      return events
    },
  })

  api.route({
    ...showOpeningWish,
    handler: (request) => reminders.isRequested(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...wishForOpening,
    handler: (request) => reminders.request(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...undoOpeningWish,
    handler: (request) => reminders.cancel(ctx, signedIn(request), request.params.eventId),
  })
}

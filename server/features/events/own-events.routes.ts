import { deleteEvent, editEvent, listMyEvents, uploadEventImage } from '#contract/own-events.ts'
import type { Context } from '#server/context.ts'
import { type Api, signedIn } from '#server/lib/api.ts'
import { describePage } from '#server/lib/paging.ts'
import { deleteOwn } from './call-off.ts'
import { draftBytes } from './events.routes.ts'
import * as events from './events.service.ts'
import * as ownEvents from './own-events.service.ts'

/** What an organizer does with the events that they published. */
export function ownEventRoutes(api: Api, ctx: Context) {
  api.route({
    ...listMyEvents,
    handler: async (request, reply) => {
      const { events: page, total } = await events.listOwn(ctx, signedIn(request), request.query)
      describePage(reply, listMyEvents.url, request.query, total)
      return page
    },
  })

  api.route({
    ...editEvent,
    bodyLimit: draftBytes,
    handler: (request) => ownEvents.edit(ctx, signedIn(request), request.params.eventId, request.body, request.upload),
  })

  api.route({
    ...uploadEventImage,
    handler: (request) => ownEvents.replaceImage(ctx, signedIn(request), request.params.eventId, request.upload),
  })

  api.route({
    ...deleteEvent,
    handler: (request) => deleteOwn(ctx, signedIn(request), request.params.eventId),
  })
}

import { deleteEvent, editEvent, listMyEvents, uploadEventImage } from '#contract/events/own-events.ts'
import { listOwn } from '#server/features/events/listing/list.service.ts'
import { eventBytes } from '#server/features/events/reading/events.routes.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describeNext } from '#server/lib/http/paging.ts'
import { deleteOwn } from './call-off.service.ts'
import * as ownEvents from './own-events.service.ts'

/** The calls by which an organizer lists, edits and deletes their own events. */
export function ownEventRoutes(api: Api, ctx: Context) {
  api.route({
    ...listMyEvents,
    handler: async (request, reply) => {
      const { events: page, total, next } = await listOwn(ctx, signedIn(request), request.query)
      describeNext(reply, listMyEvents.url, request.query, next, total)
      return page
    },
  })

  api.route({
    ...editEvent,
    bodyLimit: eventBytes,
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

import { createEvent, previewMarkdown } from '#contract/events/event-draft.ts'
import { showEvent, showEventCard } from '#contract/events/events.ts'
import { preview } from '#server/features/events/texts/event-texts.service.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as events from './events.service.ts'

/** The longest JSON body of an event, in bytes: two Markdown texts of 20,000 Thai letters, and the rest of the form. */
export const eventBytes = 256 * 1024

export function eventRoutes(api: Api, ctx: Context) {
  api.route({
    ...showEvent,
    handler: (request) => events.open(ctx, request.user, request.params.eventId, request.query.link),
  })

  api.route({
    ...showEventCard,
    handler: (request) => events.showCard(ctx, request.user, request.params.eventId, request.query.link),
  })

  api.route({
    ...createEvent,
    bodyLimit: eventBytes,
    handler: async (request, reply) => {
      const event = await events.create(ctx, signedIn(request), request.body, request.upload)
      return reply.code(201).send(event)
    },
  })

  api.route({
    ...previewMarkdown,
    bodyLimit: eventBytes,
    handler: (request) => preview(ctx, signedIn(request), request.body),
  })
}

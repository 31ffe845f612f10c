import { paths } from '#contract/paths.ts'
import { giveFeedback, showFeedback } from '#contract/tickets/feedback.ts'
import {
  listMessages,
  previewMessage,
  sendMessage,
  showMessageChoice,
  stopMessage,
  testMessage,
  turnMessagesOff,
  turnMessagesOn,
} from '#contract/tickets/messages.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as feedback from './feedback.service.ts'
import * as messages from './messages.service.ts'

export function messageRoutes(api: Api, ctx: Context) {
  api.route({
    ...listMessages,
    handler: ({ params, query }) => messages.list(ctx, params.eventId, query.applications),
  })

  api.route({
    ...sendMessage,
    handler: async (request, reply) => {
      const message = await messages.send(ctx, signedIn(request), request.params.eventId, request.body)
      return reply.code(201).send(message)
    },
  })

  api.route({
    ...previewMessage,
    handler: (request) =>
      messages.preview(ctx, signedIn(request), request.params.eventId, request.body, request.language),
  })

  api.route({
    ...testMessage,
    handler: (request) => messages.test(ctx, signedIn(request), request.params.eventId, request.body),
  })

  api.route({
    ...stopMessage,
    handler: (request) => messages.stop(ctx, signedIn(request), request.params.eventId, request.params.messageId),
  })

  api.route({ ...showMessageChoice, handler: ({ params }) => messages.showChoice(ctx, params.link) })
  api.route({ ...turnMessagesOff, handler: ({ params }) => messages.choose(ctx, params.link, false) })
  api.route({ ...turnMessagesOn, handler: ({ params }) => messages.choose(ctx, params.link, true) })

  api.route({ ...showFeedback, handler: ({ params }) => feedback.show(ctx, params.link) })
  api.route({ ...giveFeedback, handler: ({ params, body }) => feedback.give(ctx, params.link, body) })

  // Mail programs unsubscribe by posting to the URL that people open (RFC 8058), which is a page.
  api.route({
    ...turnMessagesOff,
    url: paths.stopMessages(':link'),
    handler: ({ params }) => messages.choose(ctx, params.link, false),
  })
}

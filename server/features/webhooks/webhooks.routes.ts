import {
  addWebhook,
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  replayWebhookMessage,
} from '#contract/webhooks.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as webhooks from './webhooks.service.ts'

export function webhookRoutes(api: Api, ctx: Context) {
  api.route({ ...listWebhooks, handler: (request) => webhooks.list(ctx, signedIn(request)) })

  api.route({
    ...addWebhook,
    handler: async (request, reply) => {
      const webhook = await webhooks.add(ctx, signedIn(request), request.body.url)
      return reply.code(201).send(webhook)
    },
  })

  api.route({
    ...removeWebhook,
    handler: async (request, reply) => {
      await webhooks.remove(ctx, signedIn(request), request.params.webhookId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...listWebhookMessages,
    handler: (request) => webhooks.listMessages(ctx, signedIn(request), request.params.webhookId),
  })

  api.route({
    ...replayWebhookMessage,
    handler: (request) => webhooks.replay(ctx, signedIn(request), request.params.webhookId, request.params.messageId),
  })
}

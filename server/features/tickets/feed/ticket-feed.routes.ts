import { z } from 'zod'
import { endTicketFeed, renewTicketFeed, showTicketFeed } from '#contract/tickets/tickets.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { sendFeed } from '#server/lib/feeds/send-feed.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { originOf } from '#server/lib/http/origin.ts'
import * as feed from './ticket-feed.service.ts'

/** A secret is 24 random bytes in base64url. */
const Params = z.object({ secret: z.string().regex(/^[\w-]{32}$/) })

/** The calendar of one's own tickets, and its secret address. */
export function ticketFeedRoutes(api: Api, ctx: Context) {
  api.route({ ...showTicketFeed, handler: (request) => feed.show(ctx, signedIn(request)) })

  api.route({
    ...renewTicketFeed,
    handler: async (request, reply) => reply.code(201).send(await feed.renew(ctx, signedIn(request))),
  })

  api.route({ ...endTicketFeed, handler: (request) => feed.end(ctx, signedIn(request)) })

  api.get(
    '/feeds/tickets/:secret.ics',
    { schema: { hide: true, params: Params }, config: { access: 'anyone', limit: 'feed' } },
    async (request, reply) =>
      sendFeed(request, reply, await feed.read(ctx, originOf(ctx.settings, request), request.params.secret)),
  )
}

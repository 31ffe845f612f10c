import { showLiveEvent, watchEvent } from '#contract/events/live.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, bearer } from '#server/lib/http/api.ts'
import { openEventStream } from '#server/lib/http/event-stream.ts'
import { endOf } from '#server/lib/security/tokens.ts'
import { type Intervals, usualIntervals } from './hub.ts'
import { openLive } from './live.service.ts'

export function liveRoutes(api: Api, ctx: Context, intervals: Intervals = usualIntervals) {
  const live = openLive(ctx, intervals)
  // A stopping server waits for open requests, and streams never end by themselves.
  api.addHook('preClose', () => live.close())

  api.route({
    ...watchEvent,
    // A HEAD request would wait forever.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { user, ip: address, query } = request
      const tokenEndsAt = user === null ? Number.POSITIVE_INFINITY : endOf(ctx.tokenSecret, bearer(request) ?? '')
      await live.watch({ user, linkKey: query.link, tokenEndsAt, address }, request.params.eventId, (listeners) =>
        openEventStream(reply, listeners),
      )
    },
  })

  api.route({
    ...showLiveEvent,
    handler: ({ user, query, params }) => live.showNow({ user, linkKey: query.link }, params.eventId),
  })
}

import { z } from 'zod'
import type { FeedKind } from '#contract/events/event-links.ts'
import { FeedQuery } from '#contract/events/event-list.schemas.ts'
import { EventParams, LinkQuery } from '#contract/events/events.schemas.ts'
import { PathId } from '#contract/fields.ts'
import type { Context } from '#server/lib/context.ts'
import { sendFeed } from '#server/lib/feeds/send-feed.ts'
import type { Api } from '#server/lib/http/api.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import { calendarOfEvent, eventsFeedOf, organizerFeedOf } from './feeds.service.ts'

const kinds = ['atom', 'ics'] as const satisfies FeedKind[]
const OrganizerParams = z.object({ organizerId: PathId })
const forAnybody = { access: 'anyone', limit: 'feed' } as const

/** Feeds are the same for everybody; calendar files depend on the viewer. */
export function feedRoutes(api: Api, ctx: Context) {
  const { settings } = ctx
  for (const kind of kinds) {
    api.get(
      `/feeds/events.${kind}`,
      { schema: { hide: true, querystring: FeedQuery }, config: forAnybody },
      async (request, reply) =>
        sendFeed(
          request,
          reply,
          await eventsFeedOf(ctx, originOf(settings, request), kind, request.query, request.language),
        ),
    )

    api.get(
      `/feeds/organizers/:organizerId.${kind}`,
      { schema: { hide: true, params: OrganizerParams }, config: forAnybody },
      async (request, reply) => {
        const { organizerId } = request.params
        return sendFeed(
          request,
          reply,
          await organizerFeedOf(ctx, originOf(settings, request), kind, organizerId, request.language),
        )
      },
    )
  }

  api.get(
    '/events/:eventId.ics',
    {
      schema: { hide: true, params: EventParams, querystring: LinkQuery },
      config: { access: 'visitor', limit: 'feed' },
    },
    async (request, reply) => {
      const { user, params, query, language } = request
      const site = originOf(settings, request)
      const file = await calendarOfEvent(ctx, site, user, params.eventId, { linkKey: query.link, language })
      return sendFeed(request, reply, file)
    },
  )
}

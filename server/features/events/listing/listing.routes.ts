import { listEvents } from '#contract/events/event-list.ts'
import { listCategories, listDays, listTags } from '#contract/events/facets.ts'
import type { Context } from '#server/lib/context.ts'
import type { Api } from '#server/lib/http/api.ts'
import { describeNext } from '#server/lib/http/paging.ts'
import * as facets from './facets.service.ts'
import { list } from './list.service.ts'

/** The list of events, and what it can be narrowed by. */
export function listingRoutes(api: Api, ctx: Context) {
  api.route({
    ...listEvents,
    handler: async ({ user, query }, reply) => {
      const { events, total, next } = await list(ctx, user, query)
      describeNext(reply, listEvents.url, query, next, total)
      return events
    },
  })

  api.route({ ...listCategories, handler: ({ user }) => facets.categories(ctx, user) })
  api.route({ ...listTags, handler: ({ user, query }) => facets.tags(ctx, user, query.limit) })
  api.route({ ...listDays, handler: ({ user, query }) => facets.days(ctx, user, query.month) })
}

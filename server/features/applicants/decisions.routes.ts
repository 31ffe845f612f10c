import { approveApplications, markPaid, refuseApplications } from '#contract/tickets/decisions.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as decisions from './decisions.service.ts'

/** The calls by which an event's owner decides about applications. */
export function decisionRoutes(api: Api, ctx: Context) {
  api.route({
    ...approveApplications,
    handler: (request) => decisions.approve(ctx, signedIn(request), request.params.eventId, request.body),
  })

  api.route({
    ...refuseApplications,
    handler: (request) => decisions.refuse(ctx, signedIn(request), request.params.eventId, request.body),
  })

  api.route({
    ...markPaid,
    handler: (request) => decisions.markPaid(ctx, signedIn(request), request.params.eventId, request.body),
  })
}

import { applyToEvent, cancelTicket, listTickets, showTicket } from '#contract/tickets.ts'
import type { Context } from '#server/context.ts'
import { countedEmails } from '#server/features/events/reader.ts'
import { type Api, signedIn } from '#server/lib/api.ts'
import { Admission } from './admission.ts'
import { admit } from './admit.ts'
import * as tickets from './tickets.service.ts'

/** Connections that a rush leaves to everything else. */
const sparedConnections = 4

export function ticketRoutes(api: Api, ctx: Context) {
  const admission = new Admission(
    (eventId, userIds) => admit(ctx.db, eventId, userIds, ctx.now(), countedEmails(ctx.settings)),
    Math.max(1, ctx.settings.DATABASE_POOL - sparedConnections),
  )

  api.route({
    ...applyToEvent,
    handler: async (request, reply) => {
      const ticket = await admission.apply(request.params.eventId, signedIn(request).id)
      return reply.code(201).send(ticket)
    },
  })

  api.route({
    ...listTickets,
    handler: (request) => tickets.listOf(ctx, signedIn(request), request.params.userId),
  })

  api.route({
    ...showTicket,
    handler: (request) => tickets.show(ctx, signedIn(request), request.params.ticketId),
  })

  api.route({
    ...cancelTicket,
    handler: (request) => tickets.cancel(ctx, signedIn(request), request.params.ticketId),
  })
}

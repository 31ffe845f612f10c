import { z } from 'zod'
import { mostInParty } from '#contract/events/ticket-types.ts'
import { passOnTicket, sendTicket, showGuestTicket } from '#contract/tickets/guests.ts'
import { showPayment } from '#contract/tickets/payments.ts'
import {
  applyToEvent,
  cancelTicket,
  changeAnswers,
  endTicketFeed,
  listTickets,
  renewTicketFeed,
  showTicket,
  showTicketFeed,
} from '#contract/tickets/tickets.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { sendFeed } from '#server/lib/feeds/send-feed.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import type { Metrics } from '#server/lib/operation/metrics.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import * as feed from './calendar-feed.service.ts'
import { openAdmission } from './rounds.service.ts'
import * as tickets from './tickets.service.ts'

/** A secret is 24 random bytes in base64url. */
const FeedParams = z.object({ secret: z.string().regex(/^[\w-]{32}$/) })

/** The longest body with one person's answers, in bytes: ten of 2,000 Thai letters, and their IDs. */
const answersBytes = 128 * 1024

export function ticketRoutes(api: Api, ctx: Context, metrics: Metrics) {
  const admission = openAdmission(ctx)
  metrics.admissionQueue(() => admission.waiting)

  api.route({
    ...applyToEvent,
    bodyLimit: mostInParty * answersBytes,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const { wait, ticket_type_id: typeId, ...given } = request.body ?? {}
      const user = signedIn(request)
      const { code } = { code: '', ...given }
      const ticket = await tickets.withCode(ctx, { code, userId: user.id, address: request.ip }, () =>
        metrics.admission(admission.apply(eventId, user.id, wait, { ...given, typeId })),
      )
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
    handler: (request) => admission.leave(request.params.ticketId, signedIn(request).id, request.query.state),
  })

  api.route({
    ...showPayment,
    handler: (request) => tickets.showPayment(ctx, signedIn(request), request.params.ticketId),
  })

  api.route({
    ...changeAnswers,
    bodyLimit: answersBytes,
    handler: (request) => tickets.changeAnswers(ctx, signedIn(request), request.params.ticketId, request.body),
  })

  api.route({
    ...passOnTicket,
    handler: (request) => tickets.passOn(ctx, signedIn(request), request.params.ticketId, request.body.name),
  })

  api.route({
    ...sendTicket,
    handler: async (request, reply) => {
      await tickets.sendToGuest(ctx, signedIn(request), request.params.ticketId, request.body.email)
      return reply.code(204).send()
    },
  })

  api.route({
    ...showGuestTicket,
    handler: (request, reply) => {
      reply.header('cache-control', 'no-store')
      return tickets.showByLink(ctx, request.params.code)
    },
  })

  api.route({ ...showTicketFeed, handler: (request) => feed.show(ctx, signedIn(request)) })

  api.route({
    ...renewTicketFeed,
    handler: async (request, reply) => reply.code(201).send(await feed.renew(ctx, signedIn(request))),
  })

  api.route({ ...endTicketFeed, handler: (request) => feed.end(ctx, signedIn(request)) })

  api.get(
    '/feeds/tickets/:secret.ics',
    { schema: { hide: true, params: FeedParams }, config: { access: 'anyone', limit: 'feed' } },
    async (request, reply) =>
      sendFeed(request, reply, await feed.read(ctx, originOf(ctx.settings, request), request.params.secret)),
  )
}

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { mostInParty } from '#contract/events/ticket-types.ts'
import { passOnTicket, sendTicket, showGuestTicket } from '#contract/tickets/guests.ts'
import { showPayment } from '#contract/tickets/payments.ts'
import {
  addToWallet,
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
import { openFullEvents } from './admission/full-events.ts'
import * as feed from './calendar-feed.service.ts'
import { openAdmission } from './rounds.service.ts'
import * as tickets from './tickets.service.ts'
import * as wallet from './wallets/wallets.service.ts'

/** A secret is 24 random bytes in base64url. */
const FeedParams = z.object({ secret: z.string().regex(/^[\w-]{32}$/) })

const ChangedQuery = z.object({ passesUpdatedSince: z.string().max(100).optional() })
const PassFile = z.object({ link: z.string().max(200) })
const PassParams = z.object({ passType: z.string().max(200), serial: z.string().max(100) })
/** Apple's id of a phone is long, because it is all that protects the phone's list of passes. */
const DeviceParams = z.object({ passType: z.string().max(200), device: z.string().regex(/^[\w-]{16,100}$/) })
/** In hex. It becomes part of an address at Apple. */
const Registration = z.object({ pushToken: z.string().regex(/^[\da-f]{1,400}$/i) })

/** The longest body with one person's answers, in bytes: ten of 2,000 Thai letters, and their IDs. */
const answersBytes = 128 * 1024

export function ticketRoutes(api: Api, ctx: Context, metrics: Metrics) {
  const fullEvents = openFullEvents(ctx)
  api.addHook('onClose', () => fullEvents.close())
  const admission = openAdmission(ctx, fullEvents)
  metrics.admissionQueue(() => admission.waiting)

  api.route({
    ...applyToEvent,
    bodyLimit: mostInParty * answersBytes,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const { wait, ticket_type_id: typeId, answers, asked, code, guests } = request.body ?? {}
      const user = signedIn(request)
      const ticket = await tickets.withCode(ctx, { code, userId: user.id, address: request.ip }, () =>
        metrics.admission(admission.apply(eventId, user.id, wait, { answers, asked, typeId, code, guests })),
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
    handler: (request) => tickets.show(ctx, signedIn(request), request.params.ticketId, request.language),
  })

  api.route({
    ...cancelTicket,
    handler: (request) => {
      const [user, { ticketId }, { one_seat, ...seen }] = [signedIn(request), request.params, request.query]
      return one_seat ? tickets.giveBackSeat(ctx, user, ticketId, seen) : admission.leave(ticketId, user.id, seen.state)
    },
  })

  api.route({
    ...showPayment,
    handler: (request) => tickets.showPayment(ctx, signedIn(request), request.params.ticketId),
  })

  api.route({
    ...changeAnswers,
    bodyLimit: answersBytes,
    handler: (request) => {
      const { params, body, language } = request
      return tickets.changeAnswers(ctx, signedIn(request), params.ticketId, body, language)
    },
  })

  api.route({
    ...passOnTicket,
    handler: (request) => {
      const { params, body, language } = request
      return tickets.passOn(ctx, signedIn(request), params.ticketId, body, language)
    },
  })

  api.route({
    ...sendTicket,
    handler: async (request, reply) => {
      const { params, body, language } = request
      await tickets.sendToGuest(ctx, signedIn(request), params.ticketId, body, language)
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
    async (request, reply) => {
      const reader = { site: originOf(ctx.settings, request), language: request.language }
      return sendFeed(request, reply, await feed.read(ctx, reader, request.params.secret))
    },
  )

  walletRoutes(api, ctx)
}

/** Passes for the wallets of phones, and Apple's web service for them, whose addresses after `/v1` are Apple's. */
function walletRoutes(api: Api, ctx: Context) {
  const wallets = wallet.openWallets(ctx.settings)
  api.addHook('onClose', () => wallets.close())
  const config = { access: 'anyone', limit: 'feed' } as const
  const registrations = '/wallets/apple/v1/devices/:device/registrations/:passType'
  const about = ({
    params,
    headers,
  }: {
    params: z.output<typeof PassParams>
    headers: { authorization?: string | undefined }
  }) => ({
    ...params,
    authorization: headers.authorization ?? '',
  })

  api.route({
    ...addToWallet,
    handler: (request) =>
      wallet.add(ctx, wallets, signedIn(request), {
        id: request.params.ticketId,
        wallet: request.body.wallet,
        origin: originOf(ctx.settings, request),
        language: request.language,
      }),
  })

  api.get('/passes/:link.pkpass', { schema: { hide: true, params: PassFile }, config }, async (request, reply) =>
    sendPass(reply, await wallet.readByLink(ctx, wallets, request.params.link, request.language)),
  )

  api.post(
    `${registrations}/:serial`,
    { schema: { hide: true, params: DeviceParams.extend(PassParams.shape), body: Registration }, config },
    async (request, reply) => {
      const { device } = request.params
      const isNew = await wallet.register(ctx, wallets, about(request), device, request.body.pushToken)
      return reply.code(isNew ? 201 : 200).send()
    },
  )

  api.delete(
    `${registrations}/:serial`,
    { schema: { hide: true, params: DeviceParams.extend(PassParams.shape) }, config },
    async (request, reply) => {
      await wallet.unregister(ctx, wallets, about(request), request.params.device)
      return reply.code(200).send()
    },
  )

  api.get(
    registrations,
    { schema: { hide: true, params: DeviceParams, querystring: ChangedQuery }, config },
    async ({ params, query }, reply) => {
      const changed = await wallet.changedPasses(ctx, wallets, { ...params, tag: query.passesUpdatedSince })
      return changed === null ? reply.code(204).send() : reply.send(changed)
    },
  )

  api.get(
    '/wallets/apple/v1/passes/:passType/:serial',
    { schema: { hide: true, params: PassParams }, config },
    async (request, reply) => {
      const { bundle, changedAt } = await wallet.latest(
        ctx,
        wallets,
        about(request),
        request.headers['if-modified-since'],
        request.language,
      )
      reply.header('last-modified', changedAt.toUTCString())
      return bundle === null ? reply.code(304).send() : sendPass(reply, bundle)
    },
  )

  // Phones report their errors here. Anybody could, so nothing is stored.
  api.post('/wallets/apple/v1/log', { schema: { hide: true }, config }, (_, reply) => reply.code(200).send())
}

function sendPass(reply: FastifyReply, bundle: Buffer) {
  return reply
    .header('cache-control', 'private, no-cache')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .type('application/vnd.apple.pkpass')
    .send(bundle)
}

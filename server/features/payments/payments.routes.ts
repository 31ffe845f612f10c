import type { FastifyRequest } from 'fastify'
import { confirmSlip, refuseSlip, sendSlip, showReceipt, showSlip } from '#contract/tickets/payments.ts'
import { exportRefunds, listRefunds, listRefundsDue, markRefunded, undoRefunded } from '#contract/tickets/refunds.ts'
import type { Context } from '#server/lib/context.ts'
import { tableFile } from '#server/lib/feeds/csv-table.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as refunds from './refunds.service.ts'
import { openSlipVerifier } from './slip-verifier.ts'
import * as slips from './slips.service.ts'

/** Slips, refunds and receipts of applications that are paid by PromptPay. */
const decider = (request: FastifyRequest) => ({ user: signedIn(request), language: request.language })

export function paymentRoutes(api: Api, ctx: Context) {
  const verify = openSlipVerifier(ctx.settings)

  api.route({
    ...sendSlip,
    handler: (request) => {
      const { upload, body, params, language } = request
      return slips.send(ctx, signedIn(request), params.ticketId, { upload, refundTo: body.refund_to, verify, language })
    },
  })

  api.route({
    ...showSlip,
    handler: async (request, reply) => {
      const { content, size } = await slips.open(ctx, signedIn(request), request.params.ticketId)
      reply
        .type('image/webp')
        .header('content-length', size)
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
      // Browsers read the stream as the contract's Blob.
      return reply.send(content as unknown as Blob)
    },
  })

  api.route({
    ...confirmSlip,
    handler: (request) => slips.confirm(ctx, decider(request), request.params.ticketId, request.body?.sent_at),
  })

  api.route({
    ...refuseSlip,
    handler: (request) => slips.refuse(ctx, decider(request), request.params.ticketId, request.body),
  })

  api.route({
    ...listRefunds,
    handler: (request) => refunds.list(ctx, request.params.eventId),
  })

  api.route({ ...listRefundsDue, handler: (request) => refunds.listDue(ctx, signedIn(request)) })

  api.route({
    ...exportRefunds,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const table = await refunds.exportCsv(ctx, signedIn(request), eventId, request.language)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', tableFile('fileRefunds', request.language, { event: eventId }))
        .send(table)
    },
  })

  api.route({
    ...markRefunded,
    handler: (request) => {
      return refunds.markDone(ctx, signedIn(request), request.params.eventId, request.body.applications)
    },
  })

  api.route({
    ...undoRefunded,
    handler: (request) => refunds.undoDone(ctx, signedIn(request), request.params.eventId, request.body),
  })

  api.route({
    ...showReceipt,
    handler: (request) => refunds.receipt(ctx, signedIn(request), request.params.ticketId),
  })
}

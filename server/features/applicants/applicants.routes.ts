import type { FastifyRequest } from 'fastify'
import {
  approveApplications,
  countApplications,
  countNewApplicants,
  exportApplicants,
  listApplicants,
  markPaid,
  refuseApplications,
} from '#contract/tickets/applicants.ts'
import {
  claimInvitation,
  declineInvitation,
  importInvitations,
  invitationLimits,
  inviteGuests,
  resendInvitation,
  showInvitation,
} from '#contract/tickets/invitations.ts'
import type { Context } from '#server/lib/context.ts'
import { tableFile } from '#server/lib/feeds/csv-table.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describePage } from '#server/lib/http/paging.ts'
import * as applicants from './applicants.service.ts'
import * as decisions from './decisions.service.ts'
import * as invitations from './invitations.service.ts'

/** The longest table as JSON, in bytes. */
const csvBytes = 4 * invitationLimits.csv

/** Who invites, and in which language. */
const inviter = (request: FastifyRequest) => ({ user: signedIn(request), language: request.language })

export function applicantRoutes(api: Api, ctx: Context) {
  api.route({
    ...listApplicants,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const { applicants: page, total } = await applicants.list(ctx, signedIn(request), eventId, request.query)
      const url = `/api/events/${eventId}/attendee-list`
      describePage(reply, url, request.query, { shown: page.length, total })
      return page
    },
  })

  api.route({
    ...countApplications,
    handler: (request) => applicants.countByState(ctx, request.params.eventId),
  })

  api.route({
    ...countNewApplicants,
    handler: (request) => applicants.countNew(ctx, signedIn(request), request.query.events),
  })

  api.route({
    ...exportApplicants,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const table = await applicants.exportCsv(ctx, signedIn(request), eventId, request.query, request.language)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', tableFile('fileApplicants', request.language, { event: eventId }))
        .send(table)
    },
  })

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

  api.route({
    ...inviteGuests,
    bodyLimit: csvBytes,
    handler: async (request, reply) =>
      reply.code(201).send(await invitations.invite(ctx, inviter(request), request.params.eventId, request.body)),
  })

  api.route({
    ...importInvitations,
    bodyLimit: csvBytes,
    handler: async (request, reply) =>
      reply.code(201).send(await invitations.importCsv(ctx, inviter(request), request.params.eventId, request.body)),
  })

  api.route({
    ...resendInvitation,
    handler: async (request, reply) => {
      const { eventId, applicationId } = request.params
      await invitations.resend(ctx, inviter(request), eventId, applicationId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...showInvitation,
    handler: ({ user, params }) => invitations.showByLink(ctx, user, params.token),
  })

  api.route({
    ...claimInvitation,
    handler: (request) => invitations.claim(ctx, signedIn(request), request.params.token, request.body),
  })

  api.route({
    ...declineInvitation,
    handler: async ({ params }, reply) => {
      await invitations.decline(ctx, params.token)
      return reply.code(204).send()
    },
  })
}

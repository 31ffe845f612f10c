import {
  acceptTeamInvitation,
  changeMember,
  inviteMember,
  leaveTeam,
  listLog,
  listTeam,
  removeMember,
  showTeamInvitation,
} from '#contract/tickets/team.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describePage } from '#server/lib/http/paging.ts'
import * as team from './team.service.ts'

export function teamRoutes(api: Api, ctx: Context) {
  api.route({ ...listTeam, handler: ({ params }) => team.list(ctx, params.eventId) })

  api.route({
    ...inviteMember,
    handler: async (request, reply) => {
      const member = await team.invite(
        ctx,
        { user: signedIn(request), language: request.language },
        request.params.eventId,
        request.body,
      )
      return reply.code(201).send(member)
    },
  })

  api.route({
    ...changeMember,
    handler: (request) => {
      const { eventId, memberId } = request.params
      return team.change(ctx, signedIn(request), eventId, memberId, request.body.role)
    },
  })

  api.route({
    ...removeMember,
    handler: async (request, reply) => {
      await team.remove(ctx, signedIn(request), request.params.eventId, request.params.memberId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...leaveTeam,
    handler: async (request, reply) => {
      await team.leave(ctx, signedIn(request), request.params.eventId)
      return reply.code(204).send()
    },
  })

  api.route({ ...showTeamInvitation, handler: ({ params }) => team.showTeamInvitation(ctx, params.secret) })

  api.route({
    ...acceptTeamInvitation,
    handler: (request) => team.accept(ctx, signedIn(request), request.params.secret),
  })

  api.route({
    ...listLog,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const { total, ...page } = await team.showLog(ctx, eventId, request.query)
      describePage(reply, `/api/events/${eventId}/log`, request.query, { shown: page.entries.length, total })
      return page
    },
  })
}

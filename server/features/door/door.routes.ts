import type { FastifyRequest } from 'fastify'
import {
  addDoorLink,
  checkIn,
  doorLinkHeader,
  listDoorEntries,
  listDoorLinks,
  listDoubleEntries,
  revokeDoorLink,
  showDoor,
  showDoorProgress,
  undoCheckIn,
} from '#contract/tickets/door.ts'
import {
  keepDoorSeats,
  listKeepingPhones,
  sellWalkIns,
  setDoorSeats,
  takeKeptSeats,
} from '#contract/tickets/walk-ins.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as door from './door.service.ts'
import * as walkIns from './walk-ins.service.ts'

/** In bytes: a hundred scans of the longest codes, in Thai letters. */
const scansBytes = 1024 * 1024

export function doorRoutes(api: Api, ctx: Context) {
  api.route({
    ...showDoor,
    handler: (request) => door.show(ctx, callerOf(request), request.params.eventId, request.query),
  })

  api.route({
    ...checkIn,
    bodyLimit: scansBytes,
    handler: (request) => door.check(ctx, callerOf(request), request.params.eventId, request.body),
  })

  api.route({
    ...undoCheckIn,
    handler: (request) => door.undo(ctx, callerOf(request), request.params.eventId, request.params.scanId),
  })

  api.route({
    ...sellWalkIns,
    bodyLimit: scansBytes,
    handler: (request) => walkIns.sell(ctx, callerOf(request), request.params.eventId, request.body),
  })

  api.route({
    ...keepDoorSeats,
    handler: (request) => walkIns.keepSeats(ctx, callerOf(request), request.params.eventId, request.body),
  })

  api.route({
    ...setDoorSeats,
    handler: (request) => walkIns.setSeats(ctx, request.params.eventId, request.body),
  })

  api.route({
    ...listKeepingPhones,
    handler: (request) => walkIns.listPhones(ctx, request.params.eventId),
  })

  api.route({
    ...takeKeptSeats,
    handler: (request) => walkIns.takeBack(ctx, request.params.eventId, request.params.phoneId),
  })

  api.route({
    ...listDoubleEntries,
    handler: (request) => door.listDoubleEntries(ctx, callerOf(request), request.params.eventId),
  })

  api.route({
    ...showDoorProgress,
    handler: (request) => door.showProgress(ctx, request.params.eventId),
  })

  api.route({
    ...listDoorEntries,
    handler: ({ params, query }) => door.listEntries(ctx, params.eventId, query.ticket_number),
  })

  api.route({
    ...listDoorLinks,
    handler: (request) => door.listLinks(ctx, request.params.eventId),
  })

  api.route({
    ...addDoorLink,
    handler: async (request, reply) => {
      const link = await door.addLink(ctx, signedIn(request), request.params.eventId, request.body.name)
      return reply.code(201).send(link)
    },
  })

  api.route({
    ...revokeDoorLink,
    handler: async (request, reply) => {
      await door.revoke(ctx, signedIn(request), request.params.eventId, request.params.linkId)
      return reply.code(204).send()
    },
  })
}

function callerOf(request: Pick<FastifyRequest, 'user' | 'headers' | 'ip'>): door.DoorCaller {
  const secret = request.headers[doorLinkHeader]
  return { user: request.user, secret: secret === undefined ? null : String(secret), address: request.ip }
}

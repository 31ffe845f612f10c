import {
  addCode,
  checkCode,
  codeLimits,
  editCode,
  exportCodes,
  importCodes,
  listCodes,
  makeCodes,
  removeCode,
} from '#contract/tickets/codes.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { tableFile } from '#server/lib/feeds/csv-table.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { describePage } from '#server/lib/http/paging.ts'
import * as codes from './codes.service.ts'

/** The longest table as JSON, in bytes. */
const csvBytes = 4 * codeLimits.csv

export function codeRoutes(api: Api, ctx: Context) {
  api.route({
    ...listCodes,
    handler: async (request, reply) => {
      const { params, query } = request
      const { codes: page, total } = await codes.list(ctx, params.eventId, query)
      const url = listCodes.url.replace(':eventId', String(params.eventId))
      describePage(reply, url, query, { shown: page.length, total })
      return page
    },
  })

  api.route({
    ...addCode,
    handler: async (request, reply) =>
      reply.code(201).send(await codes.add(ctx, signedIn(request), request.params.eventId, request.body)),
  })

  api.route({
    ...makeCodes,
    handler: async (request, reply) => {
      const made = await codes.make(ctx, signedIn(request), request.params.eventId, request.body)
      return reply.code(201).send({ codes: made })
    },
  })

  api.route({
    ...editCode,
    handler: (request) => {
      const { eventId, codeId } = request.params
      return codes.edit(ctx, signedIn(request), eventId, codeId, request.body)
    },
  })

  api.route({
    ...removeCode,
    handler: async (request, reply) => {
      const { eventId, codeId } = request.params
      await codes.remove(ctx, signedIn(request), eventId, codeId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...exportCodes,
    handler: async (request, reply) => {
      const { eventId } = request.params
      const table = await codes.exportCsv(ctx, signedIn(request), eventId, request.language)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', tableFile('fileCodes', request.language, { event: eventId }))
        .send(table)
    },
  })

  api.route({
    ...importCodes,
    bodyLimit: csvBytes,
    handler: (request) => codes.importCsv(ctx, signedIn(request), request.params.eventId, request.body.csv),
  })

  api.route({
    ...checkCode,
    handler: ({ user, params, body, query, ip }) =>
      codes.check(ctx, user, params.eventId, { code: body.code, link: query.link, address: ip }),
  })
}

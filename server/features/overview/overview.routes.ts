import { countVisit } from '#contract/events/events.schemas.ts'
import { exportFigure, showOverview } from '#contract/tickets/overview.ts'
import type { Context } from '#server/lib/context.ts'
import { tableFile } from '#server/lib/feeds/csv-table.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import * as overview from './overview.service.ts'
import { openVisits } from './visits.ts'

/** In milliseconds: a crash loses at most the views of this time. */
const saveEvery = 60_000

export function overviewRoutes(api: Api, ctx: Context) {
  const visits = openVisits(ctx)
  const save = () => visits.save().catch((error) => api.log.warn(`views could not be stored: ${error}`))
  const timer = setInterval(save, saveEvery).unref()
  api.addHook('onClose', async () => {
    clearInterval(timer)
    await save()
  })

  api.route({
    ...countVisit,
    handler: async (request, reply) => {
      const { params, body, user, headers } = request
      const ownHost = new URL(originOf(ctx.settings, request)).host
      const userAgent = headers['user-agent'] ?? ''
      await visits.count(params.eventId, { ...body, ownHost, userAgent, userId: user?.id ?? null })
      return reply.code(204).send()
    },
  })

  api.route({
    ...showOverview,
    handler: async (request) => ({
      figures: await overview.show(ctx, visits, signedIn(request), request.params.eventId, request.language),
    }),
  })

  api.route({
    ...exportFigure,
    handler: async (request, reply) => {
      const { params, query, language } = request
      const asked = { figure: query.figure, language }
      const table = await overview.exportCsv(ctx, visits, signedIn(request), params.eventId, asked)
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          tableFile('fileFigure', language, { event: params.eventId, figure: query.figure }),
        )
        .send(table)
    },
  })
}

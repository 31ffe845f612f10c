import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, bearer } from '#server/lib/http/api.ts'
import { isAtTheMachine, isReachedFromOutside } from './at-the-machine.ts'
import type { Metrics } from './metrics.ts'

/** Shows Prometheus the figures of this process: to whoever has METRICS_TOKEN, and without it at the machine alone, where
 *  strangers do not reach the product. For everybody else there is no such address. */
export function mountMetrics(api: Api, ctx: Context, metrics: Metrics) {
  const { METRICS_TOKEN: token } = ctx.settings
  const isPublic = isReachedFromOutside(ctx.settings)
  const isOpenTo = (request: FastifyRequest) =>
    (token !== undefined && isEqual(bearer(request) ?? '', token)) || (!isPublic && isAtTheMachine(request))

  api.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isOpenTo(request)) throw new AppError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/** In the same time whatever is given. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

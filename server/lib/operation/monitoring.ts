import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, bearer } from '#server/lib/http/api.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { isAtTheMachine, isReachedFromOutside } from '#server/lib/security/addresses.ts'
import type { Metrics } from './metrics.ts'

/** Timeout for the database, in milliseconds: monitors usually give up soon after. */
const timeoutMs = 2_000

/** Health checks: `live` means that the process runs, `ready` that its database responds. */
export function mountHealth(api: Api, ctx: Context) {
  api.get('/health/live', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'live' }
  })

  api.get('/health/ready', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    await Promise.race([ctx.db.run(sql`SELECT 1`), tooLong()])
    return { status: 'ready' }
  })
}

async function tooLong(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false })
  throw new AppError('unavailable')
}

/** Metrics for Prometheus: from anywhere with METRICS_TOKEN, or without a token from this machine if the site is not public.
 *  All others get 404. */
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

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

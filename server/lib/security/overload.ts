import { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { AppError } from '#server/lib/errors/app-error.ts'

/** In milliseconds. */
export interface Patience {
  /** How late the event loop may be. */
  latest: number
  /** How long it must have been on time before calls are taken again. */
  calm: number
  /** How long nothing is refused after a start, which holds the loop by itself: pages are loaded, and much is done for the
   *  first time. */
  settling: number
}

export const usualPatience: Patience = { latest: 1_000, calm: 1_000, settling: 3_000 }

/** How often the loop is looked at, in milliseconds. */
const every = 100
/** When a browser asks again, in seconds. */
const retryAfter = 2

/**
 * Routes that answer all the same. Whoever watches over the process wants to know how it does; a page that was answered needs
 * its files; and applications stand in a line of their own, which has an end, in the order in which they came.
 */
const always = new Set(['/health/live', '/metrics', '/assets/*', applyToEvent.url])

/** Refuses calls with 503 while the event loop is late: everybody who is here already would wait for those who come. See
 *  docs/decisions/084-running-it.md. To be called before other hooks are added, because they cost time. */
export async function refuseWhenLate(app: FastifyInstance, { latest, calm, settling }: Patience): Promise<void> {
  let begin = Number.POSITIVE_INFINITY
  let lastLook = 0
  let lateUntil = 0
  app.addHook('onListen', async () => {
    begin = performance.now() + settling
  })

  async function isOnTime() {
    const now = performance.now()
    const late = now - lastLook - every
    lastLook = now
    if (now - late >= begin && late > latest) {
      if (now > lateUntil)
        app.log.warn(`the event loop was ${Math.round(late)} ms late: calls are refused for a moment`)
      lateUntil = now + calm
    }
    return now >= lateUntil
  }

  await app.register(underPressure, {
    // The plugin's own figure is the mean of a second, in which one long wait drowns among short ones.
    healthCheck: isOnTime,
    healthCheckInterval: every,
    pressureHandler: (request, reply) => (isRefused(request) ? refuse(request, reply) : undefined),
  })
}

const isRefused = (request: FastifyRequest) => comesFromOutside(request) && !always.has(request.routeOptions.url ?? '')

/** What a page that is being made asks for in this process belongs to a request that was let in. */
const comesFromOutside = ({ raw }: FastifyRequest) => raw.socket instanceof Socket

function refuse(request: FastifyRequest, reply: FastifyReply): undefined {
  const refusal = new AppError('overloaded', { retryAfter })
  if (!opensPage(request)) throw refusal
  // The plugin sends what it is given here, and goes on where it is given nothing.
  return saidOnPage(refusal, reply) as never
}

const opensPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

/** Whoever opens a page reads the words, and the browser asks again by itself. */
function saidOnPage(refusal: AppError, reply: FastifyReply): string {
  reply
    .code(refusal.status)
    .header('retry-after', retryAfter)
    .header('refresh', retryAfter)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
  return refusal.message
}

/** Refuses with 503, without a line in the log for each, what still comes over open connections while the server stops. What was
 *  let in before is finished, with the calls that it makes in this process. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isStopping || !comesFromOutside(request)) return done()
    const refusal = new AppError('unavailable', { retryAfter })
    if (opensPage(request)) reply.send(saidOnPage(refusal, reply))
    else done(refusal)
  })
}

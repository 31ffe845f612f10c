import { statfs } from 'node:fs/promises'
import { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** In milliseconds. */
export interface Patience {
  /** How late the event loop may be. */
  latest: number
  /** How long it must have been on time before calls are accepted again. */
  calm: number
  /** Nothing is refused for this long after a start, which keeps the loop busy by itself. */
  settling: number
}

export const usualPatience: Patience = { latest: 1_000, calm: 1_000, settling: 3_000 }

/** Time between two checks of the loop, in milliseconds. */
const every = 100
/** When browsers should try again, in seconds. */
const retryAfter = 2

/** Routes that always answer: monitoring, the files of pages that were answered, and applications, which have a bounded queue
 *  of their own in order of arrival. */
const always = new Set(['/health/live', '/metrics', '/assets/*', applyToEvent.url])

/** Refuses calls with 503 while the event loop is late, so that new requests do not delay admitted ones. See
 *  docs/decisions/084-running-it.md. Call it before adding other hooks, because they cost time. */
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
    // The plugin's own figure is an average over a second, in which one long wait drowns among short ones.
    healthCheck: isOnTime,
    healthCheckInterval: every,
    pressureHandler: (request, reply) => (isRefused(request) ? refuse(request, reply) : undefined),
  })
}

const isRefused = (request: FastifyRequest) => comesFromOutside(request) && !always.has(request.routeOptions.url ?? '')

/** Calls made in this process to render a page belong to a request that was admitted. */
const comesFromOutside = ({ raw }: FastifyRequest) => raw.socket instanceof Socket

function refuse(request: FastifyRequest, reply: FastifyReply): undefined {
  const refusal = new AppError('overloaded', { retryAfter })
  if (!opensPage(request)) throw refusal
  // The plugin sends what this returns, and continues if it returns nothing.
  return renderOnPage(refusal, reply) as never
}

const opensPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

/** The page shows the message, and reloads itself. */
function renderOnPage(refusal: AppError, reply: FastifyReply): string {
  reply
    .code(refusal.status)
    .header('retry-after', retryAfter)
    .header('refresh', retryAfter)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
  return refusal.message
}

/** During a shutdown, refuses new requests on open connections with 503, without logging each. Admitted requests are finished,
 *  with the calls that they make in this process. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isStopping || !comesFromOutside(request)) return done()
    const refusal = new AppError('unavailable', { retryAfter })
    if (opensPage(request)) reply.send(renderOnPage(refusal, reply))
    else done(refusal)
  })
}

/** Free space needed for writes, in bytes: the embedded database stops when its log finds no space, and its log grows in files
 *  of 16 MB. */
const needed = 64 * 1024 ** 2
/** How long a check of the disk is valid, in milliseconds. */
const lookEvery = 250
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes with 503 while the embedded database's disk is nearly full, so that reading continues. */
export function refuseWithoutRoom(
  app: FastifyInstance,
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): void {
  // Another database's disk is not visible from here.
  if (DATABASE_URL !== undefined) return
  let looked = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let isFull = false

  async function look() {
    const free = await freeIn(DATA_DIR)
    if (free < needed && !isFull) {
      const megabytes = Math.floor(free / 1024 ** 2)
      app.log.warn(`${DATA_DIR} has ${megabytes} MB to spare: nothing is written until there are ${needed / 1024 ** 2}`)
    }
    isFull = free < needed
    looked = performance.now()
    looking = null
  }

  app.addHook('onRequest', async ({ method }) => {
    if (reading.has(method)) return
    if (looking === null && performance.now() - looked > lookEvery) looking = look()
    if (looking !== null) await looking
    if (isFull) throw new AppError('unavailable')
  })
}

/** Infinite if unknown, so that nothing is refused. */
function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )
}

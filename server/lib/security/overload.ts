import { statfs } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

export interface LoopLimits {
  /** How late the event loop may be. */
  maxLagMs: number
  /** How long it must have been on time before calls are accepted again. */
  recoveryMs: number
  /** Nothing is refused for this long after a start, which keeps the loop busy by itself. */
  startGraceMs: number
}

export const usualLimits: LoopLimits = { maxLagMs: 1_000, recoveryMs: 1_000, startGraceMs: 3_000 }

/** Time between two checks of the loop. */
const checkEveryMs = 100
/** When browsers should try again. */
const retryAfterSeconds = 2

/** Routes that always answer: monitoring, the files of pages that were answered, and applications, which have a bounded queue
 *  of their own in order of arrival. */
const always = new Set(['/health/live', '/metrics', '/assets/*', applyToEvent.url])

/** Refuses calls with 503 while the event loop is late, so that new requests do not delay admitted ones; without limits,
 *  never. See docs/decisions/084-running-it.md. During a shutdown, refuses every new request on open connections, without
 *  logging each; admitted requests are finished, with the calls that they make in this process. Call it before adding other
 *  hooks, because they cost time. */
export function refuseWhenLateOrStopping(app: FastifyInstance, limits: LoopLimits | null): void {
  const isLate = limits === null ? () => false : watchLoop(app, limits)
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    const isRefused = isStopping || (isLate() && !always.has(request.routeOptions.url ?? ''))
    if (!isRefused || !comesFromOutside(request)) return done()
    const refusal = new AppError(isStopping ? 'unavailable' : 'overloaded', { retryAfter: retryAfterSeconds })
    if (opensPage(request)) reply.send(renderOnPage(refusal, reply))
    else done(refusal)
  })
}

/** Whether the event loop is late, or was a moment ago. */
function watchLoop(app: FastifyInstance, { maxLagMs, recoveryMs, startGraceMs }: LoopLimits): () => boolean {
  let begin = Number.POSITIVE_INFINITY
  let lastLook = performance.now()
  let lateUntil = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - lastLook - checkEveryMs
    lastLook = now
    if (now - late < begin || late <= maxLagMs) return
    if (now > lateUntil) app.log.warn(`the event loop was ${Math.round(late)} ms late: calls are refused for a moment`)
    lateUntil = now + recoveryMs
  }, checkEveryMs).unref()
  app.addHook('onListen', async () => {
    begin = performance.now() + startGraceMs
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return () => performance.now() < lateUntil
}

/** Calls made in this process to render a page belong to a request that was admitted. */
const comesFromOutside = ({ raw }: FastifyRequest) => raw.socket instanceof Socket

const opensPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

/** The page shows the message, and reloads itself. */
function renderOnPage(refusal: AppError, reply: FastifyReply): string {
  reply
    .code(refusal.status)
    .header('retry-after', retryAfterSeconds)
    .header('refresh', retryAfterSeconds)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
  return refusal.message
}

/** Free space needed for writes, in bytes: the embedded database stops when its log finds no space, and its log grows in files
 *  of 16 MB. */
const needed = 64 * 1024 ** 2
/** How long a check of the disk is valid. */
const lookEveryMs = 250
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
    const [has, needs] = [free, needed].map((bytes) => `${Math.floor(bytes / 1024 ** 2)} MB`)
    if (free < needed && !isFull) {
      app.log.warn(`${DATA_DIR} has only ${has} free: nothing is written until it has ${needs}. Free some space.`)
    }
    if (free >= needed && isFull) app.log.warn(`${DATA_DIR} has ${has} free: writing is possible again`)
    isFull = free < needed
    looked = performance.now()
    looking = null
  }

  app.addHook('onRequest', async ({ method }) => {
    if (reading.has(method)) return
    if (looking === null && performance.now() - looked > lookEveryMs) looking = look()
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

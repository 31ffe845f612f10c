import { createHash, timingSafeEqual } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { watchEvent } from '#contract/events/live.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, bearer } from '#server/lib/http/api.ts'
import { countWaitingMails } from '#server/lib/mail/outbox.ts'
import { poolFigures, sql } from '#server/lib/postgres/database.ts'
import type { ReplicaFigures } from '#server/lib/postgres/replica.ts'
import { isAtTheMachine, isReachedFromOutside } from '#server/lib/security/addresses.ts'

/** This process's counters since its start, for Prometheus. Labels are route patterns, codes and states, of which there are
 *  few: never a requested URL or anything personal. */
export interface Metrics {
  /** Counts and times every request from outside. */
  measure(api: Api): void
  /** Counts an application by its outcome, and returns that. */
  admission<T extends { status: string }>(applying: Promise<T>): Promise<T>
  /** Sets the source of the number of queued applications. */
  admissionQueue(length: () => number): void
  /** All metrics in Prometheus's text format. */
  text(): Promise<string>
  contentType: string
}

/** In seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Timeout for the database, in milliseconds: monitors usually give up soon after. */
const timeoutMs = 2_000

/** Metrics of the process itself, such as memory and the event loop: one set, however many servers run in it. */
let ofProcess: Registry | null = null

export function openMetrics({ db, replica }: Pick<Context, 'db' | 'replica'>): Metrics {
  const registry = new Registry()
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  const processFigures = ofProcess
  const registers = [registry]
  const requests = new Histogram({
    name: 'ruam_http_request_duration_seconds',
    help: 'Requests from outside, by the pattern of their route and the class of their status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const admissions = new Counter({
    name: 'ruam_admissions_total',
    help: 'Applications for events, by what became of them: the state of the ticket, or the code of the refusal.',
    labelNames: ['outcome'],
    registers,
  })
  addDatabaseGauges(db, registry)
  if (replica.figures() !== null) addReplicaGauges(replica, registry)

  return {
    measure(api) {
      api.addHook('onResponse', (request, reply, done) => {
        if (isMeasured(request)) requests.observe(labelsOf(request, reply), reply.elapsedTime / 1_000)
        done()
      })
    },
    admission(applying) {
      applying.then(
        ({ status }) => admissions.inc({ outcome: status.toLowerCase() }),
        (error) => admissions.inc({ outcome: error instanceof AppError ? error.code : 'failed' }),
      )
      return applying
    },
    admissionQueue(length) {
      gauge(registry, 'ruam_admission_queue', 'Applications that wait for a decision.', length)
    },
    text: async () => `${await registry.metrics()}\n${await processFigures.metrics()}`,
    contentType: registry.contentType,
  }
}

/** Whether someone outside waited for the response. Excludes calls made in this process to render a page, and live streams,
 *  which last as long as their page is open. */
function isMeasured({ raw, routeOptions }: FastifyRequest): boolean {
  return raw.socket instanceof Socket && routeOptions.url !== watchEvent.url
}

function labelsOf({ method, routeOptions }: FastifyRequest, { raw }: FastifyReply) {
  return { method, route: routeOptions.url ?? 'none', status: `${Math.floor(raw.statusCode / 100)}xx` }
}

function addDatabaseGauges(db: Context['db'], registry: Registry) {
  new Gauge({
    name: 'ruam_database_connections',
    help: 'Connections of this process to the database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { idle, inUse } = poolFigures(db)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'in_use' }, inUse)
    },
  })
  const [size, waiting] = ['ruam_database_connections_max', 'ruam_database_waiting']
  gauge(registry, size, 'Connections that this process may open (DATABASE_POOL).', () => poolFigures(db).most)
  gauge(registry, waiting, 'Pieces of work that wait for a connection.', () => poolFigures(db).waiting)
  gauge(
    registry,
    'ruam_mails_waiting',
    'Mails that are still to leave, of all processes; NaN while nobody knows.',
    () => Promise.race([countWaitingMails(db), sleep(timeoutMs, Number.NaN, { ref: false })]).catch(() => Number.NaN),
  )
}

function addReplicaGauges(replica: Context['replica'], registry: Registry) {
  const tell = (read: (figures: ReplicaFigures) => number) => () => {
    const figures = replica.figures()
    return figures === null ? Number.NaN : read(figures)
  }
  const used = tell(({ isUsed }) => Number(isUsed))
  gauge(registry, 'ruam_replica_used', "1 while visitors' lists are read from the replica, 0 while not.", used)
  const behind = tell((figures) => figures.behind)
  gauge(registry, 'ruam_replica_behind_seconds', 'How late the replica is, at most; NaN while nobody knows.', behind)
  const instead = tell(({ fallbacks }) => fallbacks)
  gauge(registry, 'ruam_replica_failures', 'Statements that the primary was asked, as the replica had failed.', instead)
}

function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>) {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

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

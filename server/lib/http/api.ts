import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import inject, { type InjectOptions, type Response } from 'light-my-request'
import { type Endpoint, type Scope, serverTimeHeader } from '#contract/endpoint.ts'
import { type Language, withoutLanguage } from '#contract/language/languages.ts'
import * as m from '#messages/answers.json'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { answeredIn } from '#server/lib/language/translated.ts'
import type { Upload } from '#server/lib/pictures/uploads.ts'
import { isUnreachable } from '#server/lib/postgres/database.ts'
import { refuseWhenLateOrStopping, refuseWithoutRoom, usualLimits } from '#server/lib/security/overload.ts'
import { refuse, refuseUnreadable } from './api-errors.ts'
import { readLanguages } from './language.ts'
import { completeBody, leaveBodiesUnread, readBodies, refuseUnstorable } from './request-body.ts'

/** The sender of a request, as currently stored in the database. */
export interface SignedInUser {
  id: number
  session_id: string
  username: string
  first_name: string
  last_name: string
  email: string
  email_verified_at: string | null
  /** Of mails to them. */
  language: Language
  /** Of a personal access token; missing for a session, which may do everything. */
  scopes?: readonly Scope[]
}

/** Reads a bearer token. Throws `session_expired` unless its session is active. */
export type Authenticate = (token: string) => Promise<SignedInUser>

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Endpoint['config']> {}
  interface FastifyRequest {
    user: SignedInUser | null
    upload: Upload | null
  }
}

/** Fastify with the contract's types: routes are `api.route({ ...endpoint, handler })`. */
export type Api = Awaited<ReturnType<typeof createApi>>

const kilobyte = 1024

/** A Fastify that validates input against the contract, knows the user, and renders all refusals alike. */
export async function createApi(ctx: Context, authenticate: Authenticate, loopLimits = loopLimitsOf(ctx)) {
  const options: FastifyHttpOptions<Server, FastifyBaseLogger> = {
    logger: logTo(ctx.settings.LOG_LEVEL),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy(ctx.settings.TRUST_PROXY),
    bodyLimit: 64 * kilobyte,
    requestTimeout: 30_000,
    // By default Node checks only every 30 seconds, and a request that trickles in could last a minute.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 2_000 },
    connectionTimeout: 60_000,
    // Fastify's own refusals have another shape, and would also reach calls made within this process.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // Every address answers below /th as well.
    rewriteUrl: ({ url = '/' }) => withoutLanguage(url),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 200,
      // Of a key given twice the last one counts.
      querystringParser: (query) => Object.fromEntries(new URLSearchParams(query)),
    },
    frameworkErrors: refuse,
    clientErrorHandler: refuseUnreadable,
  }
  const app: FastifyInstance = Fastify(options)

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof AppError) {
      // Returning the reply would make Fastify wait for it.
      refuse(error, request, reply)
      return
    }
    return isUserGone(error, request).then((isGone) =>
      refuse(isGone ? new AppError('session_expired') : error, request, reply),
    )
  })
  refuseWhenLateOrStopping(app, loopLimits)
  refuseWithoutRoom(app, ctx.settings)
  readLanguages(app)
  app.decorateRequest('user', null)
  app.decorateRequest('upload', null)
  readBodies(app)
  leaveBodiesUnread(app)

  app.addHook('onRequest', async (request, reply) => {
    refuseTwoHosts(request, reply)
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    const { access, scope } = request.routeOptions.config
    if (access === undefined) return
    reply.header('cache-control', 'no-store').header(serverTimeHeader, ctx.now().getTime())
    if (access === 'anyone') return
    const token = bearer(request)
    request.user = token === null ? null : await authenticate(token)
    refuseBeyondScopes(request.user, scope)
    if (access === 'signed-in') signedIn(request)
  })

  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.access === undefined) return
    if (request.isMultipart()) await refuseSpent(request)
    const upload = await completeBody(request)
    request.upload = upload && { ...upload, sender: request.user?.id }
    refuseUnstorable(request.query)
    refuseUnstorable(request.body)
  })

  /** Whether the failure is due to the account being deleted or the session ending during the call. Invalid input (Fastify's
   *  errors have a status) and an unreachable database have other causes. */
  async function isUserGone(error: unknown, request: FastifyRequest): Promise<boolean> {
    if (request.user === null) return false
    if ((error as FastifyError).statusCode !== undefined || isUnreachable(error)) return false
    const token = bearer(request)
    if (token === null) return false
    return authenticate(token).then(
      () => false,
      (refusal) => refusal instanceof AppError,
    )
  }

  /** Refuses callers over a limit before reading their body, which may be megabytes. */
  async function refuseSpent({ routeOptions, ip, user }: FastifyRequest) {
    const { limit } = routeOptions.config
    if (limit !== undefined) await ctx.limits.refuseSpent(`${limit}_address`, ip)
    if (user === null) return
    if (limit !== undefined) await ctx.limits.refuseSpent(`${limit}_user`, String(user.id))
    await ctx.limits.refuseSpent('uploads', String(user.id))
    await ctx.limits.refuseSpent('upload_bytes', String(user.id))
  }

  app.addHook('preSerialization', (request, _, answer, done) => done(null, answeredIn(request.language, answer)))

  app.addHook('preHandler', async (request) => {
    const { routeOptions, user, upload } = request
    const { limit } = routeOptions.config
    if (limit !== undefined) await ctx.limits.consume(`${limit}_address`, request.ip)
    if (limit !== undefined && user !== null) await ctx.limits.consume(`${limit}_user`, String(user.id))
    if (user === null || upload === null) return
    await ctx.limits.consume('uploads', String(user.id))
    await ctx.limits.consume('upload_bytes', String(user.id), upload.content.length)
  })

  return app.withTypeProvider<ZodTypeProvider>()
}

/** A personal access token makes only calls that name one of its scopes. */
function refuseBeyondScopes(user: SignedInUser | null, scope: Scope | undefined): void {
  if (user?.scopes === undefined) return
  if (scope === undefined) throw new AppError('scope_missing', { message: m.noTokenAllowed })
  if (!user.scopes.includes(scope)) throw new AppError('scope_missing')
}

/** With duplicate headers Node takes the first, and the proxy in front perhaps the last. */
function refuseTwoHosts({ raw: { rawHeaders } }: FastifyRequest, reply: FastifyReply): void {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length < 2) return
  reply.header('connection', 'close')
  throw new AppError('malformed')
}

/** Makes a call within this process for a request that has been admitted. Works during a shutdown too, when Fastify's own
 *  `inject` refuses. */
export function callInside(app: FastifyInstance, request: InjectOptions): Promise<Response> {
  return inject((raw, reply) => app.routing(raw, reply), request)
}

/** Null if limits are turned off. */
const loopLimitsOf = ({ settings }: Context) => (settings.RATE_LIMIT_SCALE === 0 ? null : usualLimits)

/** The user of a call whose access is `signed-in`. */
export function signedIn(request: FastifyRequest): SignedInUser {
  if (request.user === null) throw new AppError('not_signed_in')
  return request.user
}

/** The token of the Authorization header; null if there is none, or the text cannot be a token. */
export function bearer(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token = ''] = (request.headers.authorization ?? '').trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer') return null
  return ['', 'null', 'undefined'].includes(token) ? null : token
}

/** The number of proxies in front, or their addresses; none is trusted by default. */
function trustProxy(setting: string | undefined): false | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  return /^\d+$/.test(setting) ? (_, hop) => hop < Number(setting) : setting
}

/** Fastify's log settings: JSON lines on standard output, without personal data. */
function logTo<Level extends string>(level: Level) {
  return {
    level,
    serializers: { err: loggedError },
    stream: { write: (line: string) => void process.stdout.write(withoutAddresses(line)) },
  }
}

type LoggedError = {
  type: string
  message: string
  stack: string
  code: string | undefined
  constraint: string | undefined
  table: string | undefined
  cause?: LoggedError
}

/** An error for the log: what went wrong and where, without the row or value that PostgreSQL adds. */
function loggedError(error: Error): LoggedError {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  const message = 'severity' in error ? error.message.replace(/"[^"]*"$/, '"..."') : error.message
  const stack = error.stack?.replace(error.message, () => message)
  const cause = error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}
  return { type: error.constructor.name, message, stack: stack ?? '', code, constraint, table, ...cause }
}

/** Mail servers repeat the address that they refuse. A line break is escaped in JSON, so the pattern must not take its `n` as
 *  part of an address. */
function withoutAddresses(line: string): string {
  return line.replace(/(\\[nrt])?[^\s"'<>()[\],;:\\/]+@[^\s"'<>()[\],;:\\/]+\.\w+/g, '$1(an address)')
}

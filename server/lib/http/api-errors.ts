import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, FieldProblem, Refusal } from '#contract/errors.ts'
import { languageOf } from '#contract/language/languages.ts'
import * as m from '#messages/answers.json'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import { isUnreachable, sqlState } from '#server/lib/postgres/database.ts'

const foreignKeyViolation = '23503'

/** Renders any error as a refusal of the contract. Errors that are not refusals are bugs: logged in full, and shown as
 *  `internal`. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  // A request with an unreadable address has no `language`.
  const rendered = refusal.inLanguage(languageOf(request.originalUrl))
  const body = request.routeOptions?.config.detail === 'text' ? withDetailAsText(rendered) : rendered
  if (refusal.status >= 500 && !needsNoLog(error))
    request.log.error({ err: error, url: request.routeOptions?.url }, refusal.code)
  if (refusal.retryAfter !== null) reply.header('retry-after', refusal.retryAfter)
  return reply
    .code(refusal.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** `overloaded` and `unavailable` can refuse every call for a while; their cause is logged once, not per call. A format that
 *  is not offered is no failure. */
const needsNoLog = (error: unknown) =>
  error instanceof AppError &&
  ['overloaded', 'unavailable', 'format_not_offered'].includes(error.code) &&
  error.cause === undefined

/** Responds to what never became a request: a head that is malformed, too long or never complete, or a body that never
 *  arrives. */
export function refuseUnreadable(error: ConnectionError, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code } = unreadable[error.code] ?? { status: 400, code: 'malformed' }
  const body = JSON.stringify(new AppError(code).inLanguage('en'))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

/** Standard statuses, which proxies understand. */
const unreadable: Record<string, { status: number; code: ErrorCode }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'malformed' },
}

function withDetailAsText(refusal: Refusal): Refusal {
  const { detail, message } = refusal
  return { ...refusal, detail: message, ...(typeof detail === 'string' ? {} : { problems: detail }) }
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error)
  const { statusCode } = error as FastifyError
  // A request that the client aborted has a broken connection's code too, but also a status.
  if (statusCode === undefined && isUnreachable(error)) return new AppError('unavailable')
  // The row that the call refers to has just been deleted.
  if (sqlState(error) === foreignKeyViolation) return new AppError('not_found')
  return new AppError(codeOfStatus(statusCode))
}

function invalidInput(error: Pick<FastifyError, 'validationContext'> & { validation: unknown[] }): AppError {
  const context = error.validationContext ?? 'body'
  // An invalid path parameter names nothing.
  if (context === 'params') return new AppError('not_found')
  return invalidFields(
    (error.validation as { instancePath: string; message?: string; keyword: string }[]).map(
      ({ instancePath, message, keyword }): FieldProblem => ({
        loc: [context === 'querystring' ? 'query' : context, ...instancePath.split('/').filter(Boolean)],
        msg: message ?? m.valueNotValid,
        type: keyword,
      }),
    ),
  )
}

/** Fastify's own errors (malformed JSON, wrong content type, bad URL) have an HTTP status. */
function codeOfStatus(status: number | undefined): ErrorCode {
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 415) return 'wrong_content_type'
  if (status === 503) return 'unavailable'
  return status !== undefined && status >= 400 && status < 500 ? 'malformed' : 'internal'
}

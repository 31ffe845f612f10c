import type { IncomingMessage } from 'node:http'
import formbody from '@fastify/formbody'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Upload } from '#server/lib/pictures/uploads.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const uploadLimit = 5 * megabyte
const requestLimit = 6 * megabyte
const deepest = 10

/** Parses JSON (an empty body counts as `{}`), URL-encoded and multipart bodies. */
export function readBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const json = decodeUtf8(body as Buffer)
    if (json === null) return done(new AppError('malformed'))
    if (json === '') return done(null, {})
    parseJson(request, json, done)
  })
  app.removeContentTypeParser('text/plain')
  app.register(formbody)
  app.register(multipart, {
    limits: { files: 1, fields: 60, parts: 61, fieldNameSize: 100, fieldSize: 96 * kilobyte, fileSize: uploadLimit },
  })
}

function decodeUtf8(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** Reads the rest of the body into one plain object. In forms '' and 'null' both mean no value. Returns the multipart file
 *  that the call names; other files are skipped. */
export async function completeBody(request: FastifyRequest): Promise<Upload | null> {
  if (request.isMultipart()) return readMultipart(request)
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    request.body = formFields(Object.entries(request.body as Record<string, unknown>))
  }
  // A bare JSON null is valid JSON, but no call takes it.
  if (request.body === undefined) request.body = {}
  return null
}

async function readMultipart(request: FastifyRequest): Promise<Upload | null> {
  if (Number(request.headers['content-length'] ?? 0) > requestLimit) throw new AppError('too_large')
  const tooMuch = moreThanAllowed(request)
  const reading = readParts(request)
  try {
    const { fields, upload } = await Promise.race([reading, tooMuch])
    request.body = formFields(fields)
    return upload
  } catch (error) {
    // The rest of a refused form is not read.
    request.raw.unpipe()
    throw refusalOf(error)
  }
}

/** Rejects as soon as the body exceeds a form's limit: a chunked body does not announce its size. */
function moreThanAllowed({ raw }: FastifyRequest): Promise<never> {
  const before = raw.socket.bytesRead ?? 0
  let bytes = 0
  return new Promise((_, reject) => {
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      // Bytes on the wire count too: a chunk of one byte takes six of them.
      if (Math.max(bytes, (raw.socket.bytesRead ?? 0) - before) > requestLimit) reject(new AppError('too_large'))
    })
  })
}

async function readParts(request: FastifyRequest) {
  const { file: fileField, fieldBytes } = request.routeOptions.config
  const fields: [string, unknown][] = []
  let upload: Upload | null = null
  const limits = fieldBytes === undefined ? {} : { limits: { fieldSize: fieldBytes } }
  for await (const part of request.parts(limits)) {
    if (part.type === 'field') fields.push([part.fieldname, fieldValue(part)])
    else if (part.fieldname === fileField) upload = await readFile(part)
    else part.file.resume()
  }
  return { fields, upload }
}

function fieldValue(part: MultipartValue): unknown {
  if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('too_large')
  return part.value
}

async function readFile(part: MultipartFile): Promise<Upload | null> {
  const tooLarge = new Promise<never>((_, reject) => {
    part.file.once('limit', () => reject(new AppError('image_too_large')))
  })
  const content = await Promise.race([part.toBuffer(), tooLarge])
  return content.length === 0 && part.filename === '' ? null : { filename: part.filename, content }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code } = error as FastifyError
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('image_too_large')
  if (code?.endsWith('_LIMIT')) return new AppError('too_large')
  // All other errors come from the parser: no boundary, an unexpected end, a forbidden field name.
  return new AppError('malformed')
}

function formFields(entries: [string, unknown][]): Record<string, unknown> {
  const last = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value)
  return Object.fromEntries(entries.map(([name, value]) => [name, asTyped(last(value))]))
}

/** The value as typed: browsers send each line break of a form as two characters, which would count against length limits. */
function asTyped(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value === 'null' ? '' : value.replaceAll('\r\n', '\n')
}

/** Refuses text that PostgreSQL cannot store (NUL, lone surrogates), and absurdly deep nesting. */
export function refuseUnstorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new AppError('invalid_text')
  } else if (value !== null && typeof value === 'object') {
    if (depth === deepest) throw new AppError('malformed')
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorable(key, depth)
      refuseUnstorable(inner, depth + 1)
    }
  }
}

/** How many more bytes of a body are read, and how many milliseconds the client has to read the response. */
const spare = 512 * 1024
const timeoutMs = 2_000

/** Ends a connection whose body is still arriving after the response: it is too large, or the client is not signed in or over
 *  a limit. Node would read the body to its end. Closing with unread bytes would lose the response too, so the connection
 *  stays open for a moment; after a limit it is no longer read. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!(await isStillArriving(raw))) return
    reply.header('connection', 'close')
    closeGently(raw)
  })
}

async function isStillArriving(request: IncomingMessage): Promise<boolean> {
  const { 'transfer-encoding': chunked, 'content-length': length } = request.headers
  // A body that is announced as short is read to its end, and the connection reused.
  if (chunked === undefined && !(Number(length) > spare)) return false
  // Head and body may have arrived together: then Node is about to see the body's end.
  if (request.complete === false) await new Promise(setImmediate)
  return request.complete === false
}

function closeGently(request: IncomingMessage): void {
  const { socket } = request
  const most = socket.bytesRead + spare
  // Node calls this when the response has been written; its default closes both directions.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    request.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(timer))
  }
  request.on('data', () => {
    if (socket.bytesRead > most) request.pause()
  })
  request.resume()
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

type Encoding = 'br' | 'gzip'

interface Body {
  encoding: Encoding | null
  bytes: Buffer
}

/** A response that is the same for everybody who asks for this URL. */
export interface Answer {
  status: number
  headers: Record<string, string>
  etag: string
  /** The uncompressed body. */
  bytes: Buffer
  /** The body in the best encoding that `accepted` (an Accept-Encoding header) allows. Each encoding is made at most once, and
   *  an existing one is returned synchronously. */
  body(accepted: string): Body | Promise<Body>
}

/** The shortest body that is compressed, in bytes; also for responses to a single request. */
export const shortestCompressed = 2_048

/** The longest body that is compressed synchronously, in bytes: handing it to a thread would take longer. */
export const longestAtOnce = 16 * 1_024

export function createAnswer(status: number, headers: Record<string, string>, bytes: Buffer): Answer {
  const plain: Body = { encoding: null, bytes }
  const compressed = new Map<Encoding, Body | Promise<Body>>()

  function compress(encoding: Encoding): Body | Promise<Body> {
    const keep = (made: Buffer): Body => {
      const body = { encoding, bytes: made }
      compressed.set(encoding, body)
      return body
    }
    if (bytes.length <= longestAtOnce) return keep(compressions[encoding].atOnce(bytes))
    const making = compressions[encoding].inThread(bytes).then(keep)
    compressed.set(encoding, making)
    return making
  }

  const isLong = bytes.length >= shortestCompressed
  return {
    status,
    headers: isLong ? { ...headers, vary: 'accept-encoding' } : headers,
    etag: etagOf(bytes),
    bytes,
    body(accepted) {
      const encoding = isLong ? bestEncoding(accepted) : null
      return encoding === null ? plain : (compressed.get(encoding) ?? compress(encoding))
    },
  }
}

/** A body's ETag. */
export const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`

/** Whether an If-None-Match header names the ETag (RFC 9110, section 13.1.2). A proxy that compresses responses makes tags weak. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

/** Bypasses Fastify, whose hooks have nothing to add to finished bytes. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  const { status, headers, etag } = answer
  const { raw } = reply
  const isKnown = status === 200 && matchesEtag(request.headers['if-none-match'], etag)
  const body = isKnown ? null : answer.body(String(request.headers['accept-encoding'] ?? ''))
  const { encoding, bytes } = body === null ? nothing : body instanceof Promise ? await body : body
  reply.hijack()
  if (raw.destroyed) return
  raw.writeHead(isKnown ? 304 : status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headers,
    etag,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    ...(isKnown ? {} : { 'content-length': bytes.length }),
  })
  if (isKnown || request.method === 'HEAD') raw.end()
  else raw.end(bytes)
}

const nothing: Body = { encoding: null, bytes: Buffer.alloc(0) }

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressions = {
  br: {
    atOnce: (bytes: Buffer) => brotliCompressSync(bytes, brotliOptions),
    inThread: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions),
  },
  gzip: { atOnce: (bytes: Buffer) => gzipSync(bytes), inThread: (bytes: Buffer) => promisify(gzip)(bytes) },
}

/** The best of `ours`, listed best first, that an Accept-Encoding header allows; null if it allows none. */
export function bestEncoding(accepted: string, ours: readonly Encoding[] = ['br', 'gzip']): Encoding | null {
  const allowed = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(ours)
  return ours.find((encoding) => allowed.includes(encoding)) ?? null
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, createAnswer, matchesEtag } from '#server/lib/http/answer.ts'

/** A feed or a calendar file, ready to be sent. */
export interface Feed {
  type: string
  body: FeedBody
  /** For a download: the file's name without its extension. */
  filename?: string
  /** `public` may be cached by shared caches for some minutes; `private` is for one user, and never indexed by search engines. */
  audience: 'public' | 'private'
}

/** A feed's bytes with their ETag and compressed forms, each made at most once. */
export type FeedBody = Pick<Answer, 'etag' | 'bytes' | 'body'>

export function feedBody(text: string): FeedBody {
  return createAnswer(200, {}, Buffer.from(text))
}

/** How long a shared cache may keep a public feed, in seconds. */
const sharedSeconds = 300

/** Sends the feed, or 304 if the client has it already. Compares content instead of times, because removing an event from a
 *  list leaves nothing newer behind. */
export async function sendFeed(request: FastifyRequest, reply: FastifyReply, feed: Feed) {
  const { etag } = feed.body
  const isPublic = feed.audience === 'public'
  reply
    .header('etag', etag)
    .header('cache-control', isPublic ? `public, max-age=${sharedSeconds}` : 'private, no-cache')
    .header('vary', 'accept-encoding, authorization')
  if (!isPublic) reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (feed.filename !== undefined) reply.header('content-disposition', attachment(feed.filename))
  const { encoding, bytes } = await feed.body.body(String(request.headers['accept-encoding'] ?? ''))
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(`${feed.type}; charset=utf-8`).send(bytes)
}

/** The name in ASCII for old programs, and unchanged (RFC 6266). */
function attachment(name: string): string {
  const plain =
    name
      .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim() || 'event'
  const ascii = plain.replace(/[^\x20-\x7e]+/g, '').trim() || 'event'
  return `attachment; filename="${ascii}.ics"; filename*=UTF-8''${encodeURIComponent(`${plain}.ics`)}`
}

/** Characters that neither XML 1.0 (section 2.2) nor calendars (RFC 5545, section 3.1) may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

/** The text without control characters other than tabs and line breaks. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '')
}

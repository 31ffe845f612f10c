import type { FastifyReply } from 'fastify'
import { queryOf } from '#contract/endpoint.ts'

interface Shown {
  /** How many rows are on this page; fewer than were asked for where they come to too many bytes. */
  shown: number
  /** How many there are on all pages together. */
  total: number
}

/** Says in `X-Total-Count` how many there are on all pages together, and in `Link` where the next page is, if any. */
export function describePage(
  reply: FastifyReply,
  url: string,
  query: { limit: number; cursor: number },
  { shown, total }: Shown,
): void {
  const next = query.cursor + shown
  // An empty page has no next one: its link would lead to itself.
  describeNext(reply, url, query, shown > 0 && next < total ? next : null, total)
}

/** Writes both headers where `next` is the cursor of the next page, null where there is none. */
export function describeNext(
  reply: FastifyReply,
  url: string,
  query: object,
  next: number | string | null,
  total: number,
): void {
  reply.header('x-total-count', total)
  if (next !== null) reply.header('link', `<${url}${queryOf({ ...query, cursor: next })}>; rel="next"`)
}

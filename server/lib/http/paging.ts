import type { FastifyReply } from 'fastify'
import { queryOf } from '#contract/endpoint.ts'

/** Says in `X-Total-Count` how many there are on all pages together, and in `Link` where the next page is, if any. */
export function describePage(
  reply: FastifyReply,
  url: string,
  query: { limit: number; cursor: number },
  total: number,
): void {
  reply.header('x-total-count', total)
  const next = query.cursor + query.limit
  if (next < total) reply.header('link', `<${url}${queryOf({ ...query, cursor: next })}>; rel="next"`)
}

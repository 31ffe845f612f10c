import type { FastifyReply } from 'fastify'
import { queryOf } from '#contract/endpoint.ts'
import { inLanguage } from '#contract/language/languages.ts'

interface Shown {
  /** Rows on this page; fewer than requested if they exceed the size limit. */
  shown: number
  /** Rows on all pages. */
  total: number
}

/** Sets `X-Total-Count` to the number of rows on all pages, and `Link` to the next page, if any. */
export function describePage(
  reply: FastifyReply,
  url: string,
  query: { limit: number; cursor: number },
  { shown, total }: Shown,
): void {
  const next = query.cursor + shown
  // An empty page has no next page: its link would lead to itself.
  describeNext(reply, url, query, shown > 0 && next < total ? next : null, total)
}

/** Sets both headers; `next` is the cursor of the next page, null if there is none. */
export function describeNext(
  reply: FastifyReply,
  url: string,
  query: object,
  next: number | string | null,
  total: number,
): void {
  reply.header('x-total-count', total)
  if (next === null) return
  const page = inLanguage(url + queryOf({ ...query, cursor: next }), reply.request.language)
  reply.header('link', `<${page}>; rel="next"`)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sitePreview } from '#contract/events/event-links.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import type { Context } from '#server/lib/context.ts'
import type { Api } from '#server/lib/http/api.ts'
import { openPreviews, type Previews } from './preview.service.ts'

/** Raise it when the drawing changes. */
const style = 1
const year = 365 * 24 * 3600
const Version = z.object({ v: z.string().optional().catch(undefined) })

/** Link preview images, served as files and only as visitors see the events: social networks have no account. Their
 *  URLs are `eventPreview` and `sitePreview`. */
export function previewRoutes(api: Api, ctx: Context) {
  const previews = openPreviews(ctx)

  api.get(
    '/events/:eventId/preview.jpg',
    { schema: { hide: true, params: EventParams, querystring: Version } },
    async (request, reply) => {
      const { eventId } = request.params
      const preview = await previews.ofEvent(eventId, request.language)
      const isNewest = request.query.v === String(preview.version)
      return send(request, reply, preview, { name: String(eventId), isNewest })
    },
  )

  api.get(sitePreview, { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, await previews.ofSite(request.language), { name: 'site', isNewest: false }),
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, draw }: Awaited<ReturnType<Previews['ofEvent']>>,
  { name, isNewest }: { name: string; isNewest: boolean },
) {
  const etag = `"${style}-${request.language}-${name}-${version}"`
  // Without the current version in the URL, the picture behind it may change.
  const cache = isNewest ? `public, max-age=${year}, immutable` : 'public, max-age=600'
  if (request.headers['if-none-match'] === etag) {
    return reply.code(304).header('etag', etag).header('cache-control', cache).send()
  }
  const picture = await draw()
  return reply
    .type('image/jpeg')
    .header('etag', etag)
    .header('cache-control', cache)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(picture)
}

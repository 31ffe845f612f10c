import { z } from 'zod'
import { eventEmbed } from '#contract/events/event-links.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import { findForVisitors } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import { embedFrame, embedHeaders, embedPage, frameSize } from './embed-page.tsx'

const cache = 'public, max-age=60'

/** Puts a frame in place of `<script src="https://example.com/embed.js" data-event="7"></script>`. */
const embedScript = `(function () {
  var own = document.currentScript
  var frame = document.createElement('iframe')
  frame.src = new URL('/events/' + parseInt(own.dataset.event, 10) + '/embed', own.src).href
  frame.title = own.dataset.title || 'Event'
  frame.loading = 'lazy'
  frame.style.cssText = 'border:0;display:block;width:100%;max-width:${frameSize.width}px;height:${frameSize.height}px'
  own.after(frame)
})()
`

const EmbedQuery = z.object({
  url: z.string().max(2_000),
  maxwidth: z.coerce.number().int().min(1).optional().catch(undefined),
  maxheight: z.coerce.number().int().min(1).optional().catch(undefined),
  format: z.string().max(20).optional(),
})

/** A card of an event for other sites, and oEmbed (https://oembed.com), by which sites turn a pasted link into that card.
 *  Shows only what visitors find. */
export function embedRoutes(api: Api, ctx: Context) {
  const brand = ctx.settings.BRAND_NAME

  api.get('/events/:eventId/embed', { schema: { hide: true, params: EventParams } }, async (request, reply) => {
    const event = await findForVisitors(ctx, request.params.eventId)
    return reply
      .code(event === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers(embedHeaders)
      .header('cache-control', 'public, max-age=10')
      .send(embedPage(event, brand))
  })

  api.get('/embed.js', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', cache)
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(embedScript),
  )

  api.get('/oembed', { schema: { hide: true, querystring: EmbedQuery } }, async (request, reply) => {
    const { url, maxwidth, maxheight, format = 'json' } = request.query
    if (format !== 'json') return reply.code(501).send({ error: 'Only format=json is supported.' })
    const origin = originOf(ctx.settings, request)
    const id = eventIn(url, origin)
    const event = id === null ? null : await findForVisitors(ctx, id)
    if (event === null) throw new AppError('event_not_found')
    const width = Math.min(frameSize.width, maxwidth ?? frameSize.width)
    const height = Math.min(frameSize.height, maxheight ?? frameSize.height)
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', cache)
      .header('access-control-allow-origin', '*')
      .send({
        version: '1.0',
        type: 'rich',
        title: event.event_name,
        provider_name: brand,
        provider_url: origin,
        cache_age: 3_600,
        width,
        height,
        html: embedFrame({ src: origin + eventEmbed(event.id), width, height, title: event.event_name }),
      })
  })
}

/** The event of a page's address on this site. */
function eventIn(address: string, origin: string): number | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const [, id] = /^\/events\/([1-9]\d{0,8})\/?$/.exec(url?.pathname ?? '') ?? []
  return url?.origin === origin && id !== undefined ? Number(id) : null
}

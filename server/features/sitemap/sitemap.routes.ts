import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { bestEncoding } from '#server/lib/http/answer.ts'
import type { Api } from '#server/lib/http/api.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import { openSitemap, robotsFile } from './sitemap.service.ts'

const FileParams = z.object({ file: z.string() })

/** Files for search engines. `most` is the number of URLs per sitemap file. */
export function sitemapRoutes(api: Api, ctx: Context, most?: number) {
  const sitemap = openSitemap(ctx, most)
  const hidden = { schema: { hide: true } }
  // Without PUBLIC_URL they contain the request's host, which a shared cache must not give to others.
  const keep = (seconds: number) => `${ctx.settings.PUBLIC_URL ? 'public' : 'private'}, max-age=${seconds}`

  api.get('/robots.txt', hidden, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', keep(600))
      .send(robotsFile(originOf(ctx.settings, request))),
  )

  api.get('/sitemap.xml', hidden, async (request, reply) =>
    send(request, reply.header('cache-control', keep(300)), await sitemap.whole(originOf(ctx.settings, request))),
  )

  api.get('/sitemaps/:file', { schema: { hide: true, params: FileParams } }, async (request, reply) => {
    const name = /^([a-z0-9-]+)\.xml$/.exec(request.params.file)?.[1]
    if (name === undefined) throw new AppError('not_found')
    const file = await sitemap.file(originOf(ctx.settings, request), name)
    return send(request, reply.header('cache-control', keep(300)), file)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, gzip: Buffer) {
  reply.type('application/xml; charset=utf-8').header('vary', 'accept-encoding')
  if (bestEncoding(String(request.headers['accept-encoding'] ?? ''), ['gzip']) !== null) {
    return reply.header('content-encoding', 'gzip').send(gzip)
  }
  return reply.send(Readable.from([gzip]).pipe(createGunzip()))
}

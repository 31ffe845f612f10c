import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { isPictureFile } from '#server/lib/pictures/pictures.ts'
import { matchesEtag } from './answer.ts'
import type { Api } from './api.ts'

const year = 365 * 24 * 3600
const Params = z.object({ file: z.string() })

/** Serves stored pictures, and responds to unknown paths below /api as the API does: with a JSON 404, or with what
 *  `openMethods` returned. */
export function mountFiles(api: Api, ctx: Context, refuse: (request: FastifyRequest, reply: FastifyReply) => never) {
  const store = openPictureStore(ctx.settings)

  api.get('/pictures/:file', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const { file } = request.params
    // A picture's content never changes: a new picture gets a new name.
    const etag = `"${file}"`
    if (!isPictureFile(file)) throw new AppError('not_found')
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const picture = await store.get(file)
    if (picture === null) throw new AppError('not_found')
    return reply
      .type('image/webp')
      .header('content-length', picture.size)
      .header('etag', etag)
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(picture.content)
  })

  for (const url of ['/api', '/api/*']) {
    // Before the body is read or parsed.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply)
    api.all(url, { onRequest }, refuse)
  }
  api.setNotFoundHandler(refuse)
}

/** Records each route registered from now on. Returns a handler for all other requests: `not_found`, or `method_not_allowed`
 *  with `Allow` if the URL has other methods (RFC 9110, section 15.5.6). */
export function openMethods(app: FastifyInstance) {
  const named = new Map<string, Set<string>>()
  const numbered: { address: RegExp; methods: string[] }[] = []

  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const methods = [method].flat()
    if (url.includes(':')) numbered.push({ address: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`), methods })
    else named.set(url, new Set([...(named.get(url) ?? []), ...methods]))
  })

  function methodsAt(path: string): Set<string> {
    const others = () => numbered.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods)
    return named.get(path) ?? new Set(others())
  }

  function refuse({ method, url }: FastifyRequest, reply: FastifyReply): never {
    const methods = methodsAt(pathIn(url))
    if (methods.size === 0 || methods.has(method)) throw new AppError('not_found')
    reply.header('allow', [...methods].sort().join(', '))
    throw new AppError('method_not_allowed')
  }

  // The router treats /api/events/create-event as an event's URL if no other route has the method.
  app.addHook('onRequest', (request, reply, done) => {
    const isNumbered = request.routeOptions.url?.includes(':')
    if (isNumbered && named.has(pathIn(request.url))) refuse(request, reply)
    done()
  })
  return refuse
}

const pathIn = (url: string) => (url.split('?')[0] ?? '').replace(/\/$/, '')

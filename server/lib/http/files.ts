import { z } from 'zod'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { isPictureFile } from '#server/lib/pictures/pictures.ts'
import type { Api } from './api.ts'

const year = 365 * 24 * 3600
const Params = z.object({ file: z.string() })

/** Serves the stored pictures, and answers other paths below /api as the API does: with a JSON 404. */
export function mountFiles(api: Api, ctx: Context) {
  const store = openPictureStore(ctx.settings)

  api.get('/pictures/:file', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const { file } = request.params
    // A picture never changes: another one has another name.
    const etag = `"${file}"`
    if (!isPictureFile(file)) throw new AppError('not_found')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
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
    api.all(url, () => {
      throw new AppError('not_found')
    })
  }
  api.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
}

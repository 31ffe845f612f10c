import { mkdir } from 'node:fs/promises'
import serveStatic from '@fastify/static'
import type { Context } from '../context.ts'
import type { Api } from './api.ts'
import { AppError } from './app-error.ts'
import { pictureFolder } from './pictures.ts'

const year = 365 * 24 * 3_600_000

/** Serves the stored pictures, and answers other paths below /api as the API does: with a JSON 404. */
export async function mountFiles(api: Api, ctx: Context) {
  await mkdir(pictureFolder(ctx.settings), { recursive: true })
  await api.register(serveStatic, {
    root: pictureFolder(ctx.settings),
    prefix: '/pictures/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: year,
    setHeaders: (reply) => {
      reply.header('x-content-type-options', 'nosniff').header('content-security-policy', 'sandbox')
    },
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

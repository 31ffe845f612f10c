import { login, logout, refreshToken, register } from '#contract/auth.ts'
import type { Context } from '#server/context.ts'
import { type Api, bearer } from '#server/lib/api.ts'
import * as auth from './auth.service.ts'
import * as sessions from './sessions.service.ts'

export function authRoutes(api: Api, ctx: Context) {
  api.route({
    ...register,
    handler: async ({ body }, reply) => {
      const account = await auth.register(ctx, body)
      return reply.code(201).send({ ...account, message: 'Your account has been made. You can now log in.' })
    },
  })

  api.route({
    ...login,
    handler: ({ body, ip }) => auth.login(ctx, body.username, body.password, ip),
  })

  api.route({
    ...logout,
    handler: async (request) => {
      const token = bearer(request)
      if (token !== null) await sessions.end(ctx, token)
      return { message: 'You have been logged out.' }
    },
  })

  api.route({
    ...refreshToken,
    handler: ({ body }) => sessions.refresh(ctx, body.refresh, body.rotate ?? false),
  })
}

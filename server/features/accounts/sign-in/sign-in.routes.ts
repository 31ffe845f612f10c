import { checkNewAccount, googleSignIn, login, logout, refreshToken, register } from '#contract/accounts/auth.ts'
import * as sessions from '#server/features/accounts/sessions/sessions.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, bearer } from '#server/lib/http/api.ts'
import { openGoogle } from '#server/lib/security/google.ts'
import * as auth from './sign-in.service.ts'

export function authRoutes(api: Api, ctx: Context) {
  const verifyGoogleToken = openGoogle(ctx.settings)
  const welcome = ctx.settings.SMTP_URL
    ? 'Your account has been made. Please check your email to verify it.'
    : 'Your account has been made. You can now log in.'

  api.route({
    ...register,
    handler: async ({ body, query, ip }, reply) => {
      const account = await auth.register(ctx, body, { address: ip, next: query.next })
      return reply.code(201).send({ ...account, message: welcome })
    },
  })

  api.route({
    ...checkNewAccount,
    handler: async ({ body }, reply) => {
      await auth.check(ctx, body)
      return reply.code(204).send()
    },
  })

  api.route({
    ...login,
    handler: ({ body, ip, headers }) =>
      auth.login(ctx, { name: body.username, address: ip }, body.password, headers['user-agent']),
  })

  api.route({
    ...googleSignIn,
    handler: async ({ body, headers }) => {
      if (verifyGoogleToken === null) throw new AppError('not_found')
      const google = await verifyGoogleToken(body.token, ctx.now())
      const signedIn = await auth.loginWithGoogle(ctx, google, headers['user-agent'])
      return { ...signedIn, picture: signedIn.image_url }
    },
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
    handler: ({ body, headers }) => sessions.refresh(ctx, body.refresh, body.rotate ?? false, headers['user-agent']),
  })
}

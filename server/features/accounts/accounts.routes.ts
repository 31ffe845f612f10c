import {
  checkNewAccount,
  checkResetLink,
  chooseLanguage,
  forgotPassword,
  login,
  logout,
  refreshToken,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/accounts/auth.schemas.ts'
import { changePassword, editProfile, showProfile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import { errors } from '#contract/errors.ts'
import * as m from '#messages/answers.json'
import type { Context } from '#server/lib/context.ts'
import { type Api, bearer, signedIn } from '#server/lib/http/api.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import * as links from './email-links.service.ts'
import * as profiles from './profile.service.ts'
import * as sessions from './sessions.service.ts'
import * as auth from './sign-in.service.ts'

export function accountRoutes(api: Api, ctx: Context, verifyGoogleToken: VerifyGoogleToken | null) {
  const welcome = ctx.settings.SMTP_URL ? m.accountMadeToVerify : m.accountMade

  api.route({
    ...register,
    handler: async ({ body, query, ip, language }, reply) => {
      const account = await auth.register(ctx, body, { address: ip, language, next: query.next })
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
    handler: ({ body, ip, headers, language }) =>
      auth.login(ctx, { name: body.username, address: ip }, body.password, {
        userAgent: headers['user-agent'],
        language,
      }),
  })

  api.route({
    ...logout,
    handler: async (request) => {
      const token = bearer(request)
      if (token !== null) await sessions.end(ctx, token)
      return { message: m.loggedOut }
    },
  })

  api.route({
    ...refreshToken,
    handler: ({ body, headers }) => sessions.refresh(ctx, body.refresh, body.rotate ?? false, headers['user-agent']),
  })

  api.route({ ...listSessions, handler: (request) => sessions.list(ctx, signedIn(request), request.language) })

  api.route({
    ...endSession,
    handler: async (request, reply) => {
      await sessions.endOwn(ctx, signedIn(request), request.params.sessionId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...endOtherSessions,
    handler: async (request) => {
      const ended = await sessions.endOthers(ctx, signedIn(request))
      return { ended, message: m.onThisDeviceOnly }
    },
  })

  api.route({
    ...verifyEmail,
    handler: async ({ params }) => {
      await links.verifyEmail(ctx, params.user_id, params.token)
      return { message: m.verified }
    },
  })

  api.route({
    ...resendVerification,
    handler: async ({ body, query, language }) => {
      await links.requestLink(ctx.db, { kind: 'verify', email: body.email, language, next: query.next })
      return { message: m.verificationResent }
    },
  })

  api.route({
    ...forgotPassword,
    handler: async ({ body, language }) => {
      await links.requestLink(ctx.db, { kind: 'reset', email: body.email, language })
      return { message: m.resetSent }
    },
  })

  api.route({
    ...checkResetLink,
    handler: async ({ params }) => {
      const valid = await links.isResetLink(ctx, params.userId, params.token)
      return { valid, message: valid ? m.resetValid : errors.reset_link_invalid.message }
    },
  })

  api.route({
    ...resetPassword,
    handler: async ({ params, body }) => {
      await links.resetPassword(ctx, params.userId, body)
      return { message: m.resetDone }
    },
  })

  api.route({
    ...changePassword,
    handler: async (request) => {
      await profiles.changePassword(ctx, signedIn(request), request.body, request.ip)
      return { message: m.passwordChanged }
    },
  })

  api.route({ ...showProfile, handler: (request) => profiles.profileOf(ctx, signedIn(request)) })

  api.route({
    ...editProfile,
    handler: (request) => {
      const from = { address: request.ip, verifyGoogleToken }
      return profiles.editProfile(ctx, signedIn(request), request.params.id, request.body, from)
    },
  })

  api.route({
    ...chooseLanguage,
    handler: (request) => profiles.chooseLanguage(ctx, signedIn(request), request.body.language),
  })

  api.route({
    ...uploadProfilePicture,
    handler: (request) => profiles.replacePicture(ctx, signedIn(request), request.params.id, request.upload),
  })
}

import {
  checkResetLink,
  forgotPassword,
  linkTexts,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import type { Context } from '#server/lib/context.ts'
import type { Api } from '#server/lib/http/api.ts'
import * as links from './email-links.service.ts'

export function emailLinkRoutes(api: Api, ctx: Context) {
  api.route({
    ...verifyEmail,
    handler: async ({ params }) => {
      await links.verifyEmail(ctx, params.user_id, params.token)
      return { message: linkTexts.verified }
    },
  })

  api.route({
    ...resendVerification,
    handler: async ({ body, query }) => {
      await links.requestLink(ctx.db, { kind: 'verify', email: body.email, next: query.next })
      return { message: linkTexts.resent }
    },
  })

  api.route({
    ...forgotPassword,
    handler: async ({ body }) => {
      await links.requestLink(ctx.db, { kind: 'reset', email: body.email })
      return { message: linkTexts.resetSent }
    },
  })

  api.route({
    ...checkResetLink,
    handler: async ({ params }) => {
      const valid = await links.isResetLink(ctx, params.userId, params.token)
      return { valid, message: valid ? linkTexts.resetValid : errors.reset_link_invalid.message }
    },
  })

  api.route({
    ...resetPassword,
    handler: async ({ params, body }) => {
      await links.resetPassword(ctx, params.userId, body)
      return { message: linkTexts.resetDone }
    },
  })
}

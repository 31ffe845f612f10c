import { googleSignIn } from '#contract/accounts/auth.schemas.ts'
import { codeTexts, requestCode, signInByEmail } from '#contract/accounts/email-sign-in.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import * as codes from './codes.service.ts'
import { signInWithGoogle } from './proven-email.service.ts'

/** Signing in by proof of an email: what Google says, or a mailed code. */
export function provenEmailRoutes(api: Api, ctx: Context, verifyGoogleToken: VerifyGoogleToken | null) {
  api.route({
    ...googleSignIn,
    handler: async ({ body, headers }) => {
      if (verifyGoogleToken === null) throw new AppError('not_found')
      const google = await verifyGoogleToken(body.token, ctx.now())
      const signedIn = await signInWithGoogle(ctx, google, headers['user-agent'])
      return { ...signedIn, picture: signedIn.image_url }
    },
  })

  api.route({
    ...requestCode,
    handler: async ({ body, ip }) => {
      await codes.request(ctx, body, ip)
      return { message: codeTexts.sent }
    },
  })

  api.route({
    ...signInByEmail,
    handler: ({ body, ip, headers }) => codes.use(ctx, body, { address: ip, userAgent: headers['user-agent'] }),
  })
}

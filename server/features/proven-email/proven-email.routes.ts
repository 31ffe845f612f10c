import type { FastifyRequest } from 'fastify'
import { googleSignIn } from '#contract/accounts/auth.schemas.ts'
import { codeTexts, requestCode, signInByEmail } from '#contract/accounts/email-sign-in.ts'
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/accounts/passkeys.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import * as codes from './codes.service.ts'
import * as passkeys from './passkeys.service.ts'
import { signInWithGoogle } from './proven-email.service.ts'

/** Signing in without a password: by proof of an email (what Google says, or a mailed code), or with a passkey. */
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

  passkeyRoutes(api, ctx)
}

function passkeyRoutes(api: Api, ctx: Context) {
  const from = (request: FastifyRequest) => ({
    origin: originOf(ctx.settings, request),
    userAgent: request.headers['user-agent'],
  })

  api.route({ ...listPasskeys, handler: (request) => passkeys.list(ctx, signedIn(request)) })

  api.route({ ...offerPasskey, handler: (request) => passkeys.offer(ctx, signedIn(request)) })

  api.route({ ...startPasskey, handler: (request) => passkeys.startAdding(ctx, signedIn(request), from(request)) })

  api.route({
    ...addPasskey,
    handler: async (request, reply) => {
      const added = await passkeys.add(ctx, signedIn(request), request.body.credential, from(request))
      return reply.code(201).send(added)
    },
  })

  api.route({
    ...removePasskey,
    handler: async (request, reply) => {
      await passkeys.remove(ctx, signedIn(request), request.params.passkeyId)
      return reply.code(204).send()
    },
  })

  api.route({
    ...startPasskeySignIn,
    handler: (request) => passkeys.startSignIn(ctx, request.body.browser, from(request)),
  })

  api.route({
    ...signInByPasskey,
    handler: (request) => passkeys.signInByPasskey(ctx, request.body, from(request)),
  })
}

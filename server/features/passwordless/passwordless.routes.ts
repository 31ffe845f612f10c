import type { FastifyRequest } from 'fastify'
import { googleSignIn } from '#contract/accounts/auth.schemas.ts'
import {
  addPasskey,
  codeTexts,
  connectLine,
  disconnectLine,
  listPasskeys,
  offerPasskey,
  removePasskey,
  requestCode,
  setLineMessages,
  signInByEmail,
  signInByLine,
  signInByPasskey,
  startLine,
  startPasskey,
  startPasskeySignIn,
} from '#contract/accounts/passwordless.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import { openLine, openLineMessages } from '#server/lib/security/line.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import * as codes from './codes.service.ts'
import * as lines from './line.service.ts'
import * as passkeys from './passkeys.service.ts'
import { signInWithGoogle } from './passwordless.service.ts'

/** Signing in without a password: by proof of an email (what Google says, or a mailed code), with a passkey or with LINE. */
export function passwordlessRoutes(api: Api, ctx: Context, verifyGoogleToken: VerifyGoogleToken | null) {
  api.route({
    ...googleSignIn,
    handler: async ({ body, headers, language }) => {
      if (verifyGoogleToken === null) throw new AppError('not_found')
      const google = await verifyGoogleToken(body.token, ctx.now())
      const signedIn = await signInWithGoogle(ctx, google, { userAgent: headers['user-agent'], language })
      return { ...signedIn, picture: signedIn.image_url }
    },
  })

  api.route({
    ...requestCode,
    handler: async ({ body, ip, language }) => {
      await codes.request(ctx, body, { address: ip, language })
      return { message: codeTexts.sent }
    },
  })

  api.route({
    ...signInByEmail,
    handler: ({ body, ip, headers, language }) =>
      codes.use(ctx, body, { address: ip, userAgent: headers['user-agent'], language }),
  })

  passkeyRoutes(api, ctx)
  lineRoutes(api, ctx)
}

/** The site's scheme and host as the browser sees it, the browser, and the language of the page. */
function whereFrom({ settings }: Context) {
  return (request: FastifyRequest) => ({
    origin: originOf(settings, request),
    userAgent: request.headers['user-agent'],
    language: request.language,
  })
}

function passkeyRoutes(api: Api, ctx: Context) {
  const from = whereFrom(ctx)

  api.route({ ...listPasskeys, handler: (request) => passkeys.list(ctx, signedIn(request), request.language) })

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

/** Without the settings none of these calls exists. */
function lineRoutes(api: Api, ctx: Context) {
  const from = whereFrom(ctx)
  const there = <T>(service: T | null): T => {
    if (service === null) throw new AppError('not_found')
    return service
  }
  const line = openLine(ctx.settings)
  const messages = openLineMessages(ctx.settings)

  api.route({
    ...startLine,
    handler: (request) => lines.startLine(ctx, there(line), request.body.browser, from(request)),
  })

  api.route({
    ...signInByLine,
    handler: (request) => lines.signInByLine(ctx, there(line), request.body, from(request)),
  })

  api.route({
    ...connectLine,
    handler: async (request, reply) => {
      await lines.connectLine(ctx, there(line), signedIn(request), request.body, from(request))
      return reply.code(204).send()
    },
  })

  api.route({
    ...disconnectLine,
    handler: async (request, reply) => {
      await lines.disconnectLine(ctx, signedIn(request))
      return reply.code(204).send()
    },
  })

  api.route({
    ...setLineMessages,
    handler: (request) => lines.setLineMessages(ctx, there(messages), signedIn(request), request.body.on),
  })
}

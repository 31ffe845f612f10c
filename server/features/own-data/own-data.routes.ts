import { deleteAccount, exportOwnData, previewDeletion } from '#contract/accounts/own-data.ts'
import * as m from '#messages/answers.json'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import type { VerifyGoogleToken } from '#server/lib/security/google.ts'
import * as deletion from './deletion.service.ts'
import { exportOwn } from './export.service.ts'

export function ownDataRoutes(api: Api, ctx: Context, verifyGoogleToken: VerifyGoogleToken | null) {
  api.route({ ...previewDeletion, handler: (request) => deletion.preview(ctx, signedIn(request)) })

  api.route({
    ...exportOwnData,
    handler: async (request, reply) => {
      const file = exportOwn(ctx, signedIn(request), request.language)
      reply.type('application/zip').header('content-disposition', 'attachment; filename="my-data.zip"')
      // Browsers read the stream as the contract's Blob.
      return reply.send(file as unknown as Blob)
    },
  })

  api.route({
    ...deleteAccount,
    handler: async (request) => {
      const from = { address: request.ip, verifyGoogleToken }
      const { cancelled_tickets } = await deletion.deleteOwn(ctx, signedIn(request), request.body, from)
      return { cancelled_tickets, message: m.accountDeleted }
    },
  })
}

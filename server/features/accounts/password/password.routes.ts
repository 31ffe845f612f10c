import { changePassword } from '#contract/accounts/password.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, signedIn } from '#server/lib/http/api.ts'
import * as password from './password.service.ts'

export function passwordRoutes(api: Api, ctx: Context) {
  api.route({
    ...changePassword,
    handler: async (request) => {
      await password.change(ctx, signedIn(request), request.body, request.ip)
      return { message: 'Your password has been changed. Your other devices have been logged out.' }
    },
  })
}

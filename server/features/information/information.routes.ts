import { showInformation } from '#contract/information.ts'
import type { Context } from '#server/lib/context.ts'
import type { Api } from '#server/lib/http/api.ts'
import { openInformation } from './information.service.ts'

export function informationRoutes(api: Api, ctx: Context) {
  const read = openInformation(ctx)

  api.route({ ...showInformation, handler: ({ params, language }) => read(params.name, language) })
}

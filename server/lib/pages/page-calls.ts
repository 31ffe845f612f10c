import type { FastifyInstance } from 'fastify'
import { data } from 'react-router'
import { type Call, nextCursor, type PageContext, pathOf, queryOf } from '#contract/endpoint.ts'
import { callInside } from '#server/lib/http/api.ts'
import type { Subjects } from '#server/lib/http/shared-answers.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Makes the `context` of a page's `loader`: calls in this process, and the settings that pages may know. `origin` is the
 *  scheme and host of the page. Adds to `subjects` the events that the page tells of. */
export function pageContext(
  app: FastifyInstance,
  settings: Settings,
  { origin, scriptMark, subjects }: { origin: string; scriptMark: string; subjects: Subjects },
): PageContext {
  async function inject(endpoint: Call, request: unknown) {
    const { params, query } = (request ?? {}) as { params?: { eventId?: unknown }; query?: object }
    if (params?.eventId !== undefined) subjects.add(Number(params.eventId))
    else if (endpoint.config.shared === 'events') subjects.add('all')
    const url = pathOf(endpoint, { ...params }) + queryOf({ ...query })
    const reply = await callInside(app, { method: 'GET', url })
    if (reply.statusCode >= 400) throw data(reply.json(), { status: reply.statusCode })
    return reply
  }
  return {
    call: async (endpoint, ...[request]) => (await inject(endpoint, request)).json(),
    callCounted: async (endpoint, ...[request]) => {
      const reply = await inject(endpoint, request)
      const items = reply.json()
      const { 'x-total-count': total = items.length, 'x-version': version = 0 } = reply.headers
      return { items, total: Number(total), next: nextCursor(reply.headers.link), version: Number(version) }
    },
    site: {
      brand: settings.BRAND_NAME,
      url: origin,
      google_client_id: settings.GOOGLE_CLIENT_ID ?? '',
      google_maps_key: settings.GOOGLE_MAPS_API_KEY ?? '',
      map_tiles: settings.MAP_TILES_URL,
    },
    scriptMark,
    report: (error) => app.log.error({ err: error }, 'a page could not be rendered'),
  }
}

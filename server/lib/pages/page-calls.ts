import type { FastifyInstance } from 'fastify'
import { data } from 'react-router'
import { type Endpoint, pathOf, queryOf, type Reply, type Request } from '#contract/endpoint.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

type CallArguments<E extends Endpoint> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/** What a page's `loader` is given as `context`. */
export interface PageContext {
  /**
   * Calls the API in this process as a visitor, without a token, so that the page may be shared among visitors.
   * A refusal ends the page with the refusal's status: `errorOf` of web/lib/api/api-error.ts reads it in an error boundary.
   */
  call<E extends Endpoint>(endpoint: E, ...request: CallArguments<E>): Promise<Reply<E>>
  /** The same for lists: the items of this page of the list, and how many there are in all. */
  callCounted<E extends Endpoint>(
    endpoint: E,
    ...request: CallArguments<E>
  ): Promise<{ items: Reply<E>; total: number }>
  /** What every page may know of the settings; reaches the browser through the root loader. */
  site: { brand: string; url: string; google_client_id: string; google_maps_key: string; map_tiles: string }
  /** Nonce of the renderer's own inline scripts; see page-security.ts. */
  scriptMark: string
  /** Logs what broke while a page was rendered. */
  report: (error: unknown) => void
}

declare module 'react-router' {
  interface AppLoadContext extends PageContext {}
}

export function pageContext(app: FastifyInstance, settings: Settings, scriptMark: string): PageContext {
  async function inject(endpoint: Endpoint, request: unknown) {
    const { params, query } = (request ?? {}) as { params?: object; query?: object }
    const url = pathOf(endpoint, { ...params }) + queryOf({ ...query })
    const reply = await app.inject({ method: 'GET', url })
    if (reply.statusCode >= 400) throw data(reply.json(), { status: reply.statusCode })
    return reply
  }
  return {
    call: async (endpoint, ...[request]) => (await inject(endpoint, request)).json(),
    callCounted: async (endpoint, ...[request]) => {
      const reply = await inject(endpoint, request)
      const items = reply.json()
      return { items, total: Number(reply.headers['x-total-count'] ?? items.length) }
    },
    site: {
      brand: settings.BRAND_NAME,
      url: settings.PUBLIC_URL ?? '',
      google_client_id: settings.GOOGLE_CLIENT_ID ?? '',
      google_maps_key: settings.GOOGLE_MAPS_API_KEY ?? '',
      map_tiles: settings.MAP_TILES_URL,
    },
    scriptMark,
    report: (error) => app.log.error({ err: error }, 'a page could not be rendered'),
  }
}

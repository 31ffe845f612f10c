import type { Endpoint, Reply, Request } from './endpoint.ts'

/** What the product is for, in one sentence. */
export const tagline = 'Find events, hold your ticket, gather.'

type CallArguments<E extends Endpoint> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/** The `context` that a page's `loader` is given. */
export interface PageContext {
  /**
   * Calls the API in this process as a visitor, without a token, so that the page may be shared among visitors.
   * A refusal ends the page with the refusal's status: `errorOf` of web/lib/api/api-error.ts reads it in an error boundary.
   */
  call<E extends Endpoint>(endpoint: E, ...request: CallArguments<E>): Promise<Reply<E>>
  /** The same for lists: the items of this page of the list, how many there are in all, the cursor of the next page (null
   *  where this is the last), and the list's `X-Version`, 0 where it has none. */
  callCounted<E extends Endpoint>(
    endpoint: E,
    ...request: CallArguments<E>
  ): Promise<{ items: Reply<E>; total: number; next: string | null; version: number }>
  /** The settings that every page may know; they reach the browser through the root loader. `url` is the scheme and host
   *  of the page: those of PUBLIC_URL, else those that it was asked for under. */
  site: { brand: string; url: string; google_client_id: string; google_maps_key: string; map_tiles: string }
  /** Nonce of the renderer's own inline scripts; see server/lib/pages/page-security.ts. */
  scriptMark: string
  /** Logs what broke while a page was rendered. */
  report: (error: unknown) => void
}

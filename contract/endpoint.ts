import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** In every answer of the API: the server's clock when the call came in, in milliseconds since 1970. The header `Date` has
 *  whole seconds only, too coarse for a rush. */
export const serverTimeHeader = 'x-server-time'

/** Who may make a call. `anyone` ignores the token, `visitor` reads one when it is there, `signed-in` requires one. */
export type Access = 'anyone' | 'visitor' | 'signed-in'

/** Names of the limits in `server/lib/security/limits.ts`; a call without one is not limited. */
export type LimitName =
  | 'login'
  | 'register'
  | 'check'
  | 'google'
  | 'refresh'
  | 'resend'
  | 'forgot'
  | 'link'
  | 'apply'
  | 'places'
  | 'toggle'
  | 'comment'
  | 'write'
  | 'export'
  | 'preview'
  | 'door'
  | 'feed'

/** Headers of some answers: a list's next page and number of rows, the version of the data, and a file's name. */
export type ToldHeader = 'link' | 'x-total-count' | 'x-version' | 'content-disposition'

/** What a call takes and answers. */
export interface Schemas {
  summary: string
  params?: z.ZodObject
  querystring?: z.ZodObject
  body?: z.ZodType
  response: Record<number, z.ZodType>
  /** Its own refusals. Those of any call of its kind are added in server/features/api-description/document.ts. */
  refusals?: readonly ErrorCode[]
  /** The media type of its success, where that is no JSON. */
  mediaType?: string
  /** Headers of its success, besides those of every answer. */
  tells?: readonly ToldHeader[]
  /** A door link in the header is accepted instead of a session. */
  byDoorLink?: true
}

/**
 * A call of the API, as pages make it. The calls of the first pages only have the type of their schemas, which are in
 * `<noun>.schemas.ts`: with the schemas, those pages would load zod.
 */
export interface Call<S extends Schemas = Schemas> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: `/api/${string}`
  schema?: S
  config: {
    access: Access
    /** Visitors share one answer for up to a second, until the event of its `eventId` changes (`event`), or any event
     *  (`events`). Such a call has no limit, and nothing personal in it for visitors. */
    shared?: 'event' | 'events'
    limit?: LimitName
    /** `detail` is always a text, also for invalid fields: other clients show it as it is. */
    detail?: 'text'
    /** How the web client sends the body; the server takes JSON and both kinds of form wherever a body is allowed. */
    send?: 'json' | 'urlencoded' | 'multipart'
    /** Name of the one file that a multipart body may carry. */
    file?: string
    /** Bytes that one field of a multipart body may have; 64 kB by default. */
    fieldBytes?: number
    /** Its success has no body: 204. */
    empty?: true
  }
}

/** A call with its schemas, as Fastify takes it as route options. */
export interface Endpoint extends Call {
  schema: Schemas
}

type Part<E extends Call, K extends 'params' | 'querystring' | 'body'> =
  NonNullable<E['schema']> extends {
    [key in K]: infer S extends z.ZodType
  }
    ? z.input<S>
    : undefined

type Given<K extends string, T> = undefined extends T ? { [key in K]?: T } : { [key in K]: T }
type Optional<K extends string, T> = { [key in K]?: T | undefined }

/** The arguments of a call: params, query and body where it has them; `file` for uploads. */
export type Request<E extends Call> = Given<'params', Part<E, 'params'>> &
  Optional<'query', Part<E, 'querystring'>> &
  Given<'body', Part<E, 'body'>> &
  (E['config'] extends { file: string } ? { file?: File | undefined } : unknown)

type Success<R> = { [status in keyof R]: status extends 200 | 201 ? R[status] : never }[keyof R]

/** The answer to a successful call; `undefined` for 204. */
export type Reply<E extends Call> =
  Success<NonNullable<E['schema']>['response']> extends infer S extends z.ZodType ? z.output<S> : undefined

type CallArguments<E extends Call> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/** The `context` that a page's `loader` is given. */
export interface PageContext {
  /**
   * Calls the API in this process as a visitor, without a token, so that the page may be shared among visitors.
   * A refusal ends the page with the refusal's status: `errorOf` of web/lib/api/api-error.ts reads it in an error boundary.
   */
  call<E extends Call>(endpoint: E, ...request: CallArguments<E>): Promise<Reply<E>>
  /** The same for lists: the items of this page of the list, how many there are in all, the cursor of the next page (null
   *  where this is the last), and the list's `X-Version`, 0 where it has none. */
  callCounted<E extends Call>(
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

/** The path with its params filled in, without a query: `/api/events/7`. */
export function pathOf(endpoint: Call, params: Record<string, unknown> = {}): string {
  return endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

/** The cursor of a list's next page in its `Link` header; null where this is the last. */
export function nextCursor(link: unknown): string | null {
  const [, query = ''] = /\?([^>]*)>; rel="next"/.exec(String(link ?? '')) ?? []
  return new URLSearchParams(query).get('cursor')
}

/** `?a=1&b=2`, or '' if nothing is given. Lists are joined with commas. */
export function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`
}

/** The parts of a text such as 'a, b', without blank ones. */
export function splitCommas(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Wallet } from './tickets/tickets.ts'

/** In every response: when the server received the call, in milliseconds since 1970. The `Date` header has only
 *  whole seconds, too coarse when many people apply at once. */
export const serverTimeHeader = 'x-server-time'

/** Who may make a call. `anyone` ignores the token, `visitor` uses one if present, `signed-in` requires one. */
export type Access = 'anyone' | 'visitor' | 'signed-in'

/** What a person is at an event: its owner or in its team (contract/tickets/team.ts). Each may do all that those before it may. */
export const eventRoles = ['door', 'desk', 'co_host', 'owner'] as const
export type EventRole = (typeof eventRoles)[number]

/** Whether a role includes what `least` may do; null is none. */
export function isAtLeast(role: EventRole | null, least: EventRole): boolean {
  return role !== null && eventRoles.indexOf(role) >= eventRoles.indexOf(least)
}

/** What a personal access token may be made for. */
export type Scope = 'read' | 'attendees' | 'door'

/** Rate limits (`server/lib/security/limits.ts`); a call without one is not limited. */
export type LimitName =
  | 'login'
  | 'register'
  | 'check'
  | 'google'
  | 'sign_in_code'
  | 'passkey'
  | 'line'
  | 'refresh'
  | 'resend'
  | 'forgot'
  | 'link'
  | 'apply'
  | 'code'
  | 'places'
  | 'toggle'
  | 'comment'
  | 'write'
  | 'export'
  | 'import'
  | 'preview'
  | 'message'
  | 'door'
  | 'feed'
  | 'guest_mail'
  | 'invite'
  | 'wallet'
  | 'visit'

/** Headers of some responses: a list's next page and total, the version of the data, and a file's name. */
export type ResponseHeader = 'link' | 'x-total-count' | 'x-version' | 'content-disposition'

/** The input and output of a call. */
export interface Schemas {
  summary: string
  params?: z.ZodObject
  querystring?: z.ZodObject
  body?: z.ZodType
  response: Record<number, z.ZodType>
  /** Its own refusals; server/features/api-description/document.ts adds those shared by all calls of its kind. */
  refusals?: readonly ErrorCode[]
  /** The media type of a successful response, unless JSON. */
  mediaType?: string
  /** Headers of a successful response, in addition to those of every response. */
  responseHeaders?: readonly ResponseHeader[]
  /** Accepts a door link in the header instead of a session. */
  byDoorLink?: true
}

/**
 * A call of the API, as pages make it. For calls used on the first pages this has only the type of their schemas. The
 * schemas themselves are in `<noun>.schemas.ts`, so that these pages do not load zod.
 */
export interface Call<S extends Schemas = Schemas> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: `/api/${string}`
  schema?: S
  config: {
    access: Access
    /** Visitors share a response for up to a second, or until the event with its `eventId` (`event`) or any event
     *  (`events`) changes. Such a call has no rate limit, and no personal data in responses to visitors. */
    shared?: 'event' | 'events'
    limit?: LimitName
    /** The least role at the event that may make the call. Checked before the handler if the path has an `eventId`, else by the
     *  service. A door link takes the place of a role. */
    role?: EventRole
    /** The scope with which a personal access token may make the call; without one, none may. */
    scope?: Scope
    /** Makes `detail` a text even for invalid fields, because some API clients show it unchanged. */
    detail?: 'text'
    /** How the web client sends the body, unless as JSON. The server accepts JSON and both kinds of form everywhere. */
    send?: 'urlencoded' | 'multipart'
    /** The field of the one file that a multipart body may contain. */
    file?: string
    /** Maximum bytes of a field in a multipart body; 96 kB by default. */
    fieldBytes?: number
    /** Responds with 204 and no body. */
    empty?: true
  }
}

/** A call with its schemas, usable as Fastify route options. */
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

/** The arguments of a call: its params, query and body, if any; `file` for uploads. */
export type Request<E extends Call> = Given<'params', Part<E, 'params'>> &
  Optional<'query', Part<E, 'querystring'>> &
  Given<'body', Part<E, 'body'>> &
  (E['config'] extends { file: string } ? { file?: File | undefined } : unknown)

type Success<R> = { [status in keyof R]: status extends 200 | 201 ? R[status] : never }[keyof R]

/** The body of a successful response; `undefined` for 204. */
export type Reply<E extends Call> =
  Success<NonNullable<E['schema']>['response']> extends infer S extends z.ZodType ? z.output<S> : undefined

type CallArguments<E extends Call> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/** The `context` of a page's `loader`. */
export interface PageContext {
  /**
   * Calls the API in this process as a visitor, without a token, so that visitors can share the rendered page.
   * A refusal ends the page with its status; in an error boundary, read it with `errorOf` of web/lib/api/api-error.ts.
   */
  call<E extends Call>(endpoint: E, ...request: CallArguments<E>): Promise<Reply<E>>
  /** The same for lists: the items of this page, the total, the cursor of the next page (null on the last), and the
   *  list's `X-Version` (0 if it has none). */
  callCounted<E extends Call>(
    endpoint: E,
    ...request: CallArguments<E>
  ): Promise<{ items: Reply<E>; total: number; next: string | null; version: number }>
  /** Public settings, sent to the browser by the root loader. `url` is scheme and host of PUBLIC_URL, or of the
   *  request if it is not set. */
  site: {
    brand: string
    url: string
    google_client_id: string
    google_maps_key: string
    map_tiles: string
    /** The wallets that tickets can be added to. */
    wallets: readonly Wallet[]
    /** Whether people can sign in with a mailed code. */
    email_sign_in: boolean
    /** Whether people can sign in with LINE, and get messages there. */
    line: 'off' | 'sign_in' | 'messages'
  }
  /** Nonce of the renderer's own inline scripts; see server/lib/pages/page-security.ts. */
  scriptMark: string
  /** Makes the rendered page safe to share and send: without the mark, and with its security headers. `html` is the page's
   *  bytes read as latin1, here and in the result. */
  secured: (html: string) => { html: string; headers: Record<string, string> }
  /** Logs an error that occurred while rendering. */
  report: (error: unknown) => void
}

/** The path with its params, without a query: `/api/events/7`. */
export function pathOf(endpoint: Call, params: Record<string, unknown> = {}): string {
  return endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

/** The cursor of the next page from a list's `Link` header; null on the last page. */
export function nextCursor(link: unknown): string | null {
  const [, query = ''] = /\?([^>]*)>; rel="next"/.exec(String(link ?? '')) ?? []
  return new URLSearchParams(query).get('cursor')
}

/** `?a=1&b=2`, or '' if empty. Lists are joined with commas. */
export function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`
}

/** Splits 'a, b' into its parts, without blank ones. */
export function splitCommas(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

import type { LightMyRequestResponse } from 'fastify'
import { type Endpoint, pathOf, queryOf } from '#contract/endpoint.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import { picture } from '#server/testing/pictures.ts'
import type { PrivateField } from './marks.ts'
import type { Name } from './people.ts'
import type { World } from './world.ts'

/** Who makes calls: a visitor, somebody with a door link and no account, and accounts that stand differently to the event. */
export const actors = ['visitor', 'stranger', 'applicant', 'former', 'blocked', 'owner', 'rival', 'helper'] as const
export type Actor = (typeof actors)[number]

/** Private texts that one actor may read in the answers of a call, and why. */
export interface Exception {
  to: Actor
  whose: Name[]
  fields: PrivateField[]
  why: string
}

/** What is sent; `params`, `query` and `body` as the contract knows them. */
export interface Sent {
  params?: object
  query?: object
  body?: unknown
  file?: File
}

/** How one call succeeds. */
export interface Row {
  /** As it is registered: 'GET /api/events/:eventId'. */
  name: string
  /** Who makes it with success. */
  by: Actor
  /** The status of the success. */
  status: number
  request(world: World): Sent
  /** Where it is a call of the contract. */
  endpoint?: Endpoint
  except?: Exception
}

/** A call of the contract. Its ids are the owner's event, or things of whoever makes it with success. */
export function call(endpoint: Endpoint, by: Actor, request: (world: World) => Sent, except?: Exception): Row {
  const status = Math.min(...Object.keys(endpoint.schema.response).map(Number))
  const row: Row = { name: `${endpoint.method} ${endpoint.url}`, by, status, request, endpoint }
  return except ? { ...row, except } : row
}

/** Another address that the server answers; `*` and what begins with `:` stand for the params. */
export function address(url: string, status = 200, params: object = {}): Row {
  return { name: `GET ${url}`, by: 'visitor', status, request: () => ({ params }) }
}

/** Makes the call, with something else than `row.request` where that is wanted. */
export function send(world: World, row: Row, as: Actor, sent: Sent): Promise<LightMyRequestResponse> {
  return sendWith(world, row, headersOf(world, as), sent)
}

/** The same with headers of one's own. */
export function sendWith(
  { app }: Pick<World, 'app'>,
  row: Row,
  headers: Record<string, string>,
  sent: Sent,
): Promise<LightMyRequestResponse> {
  const payload = sent.file ? formOf(row.endpoint, sent) : sent.body
  return app.inject({
    ...requestOf(row, sent),
    headers,
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
}

/** The call without its body. */
export function requestOf({ name }: Row, { params, query }: Sent) {
  const [method = '', url = ''] = name.split(' ')
  const path = pathOf({ url } as Endpoint, { ...params }).replace('*', 'nowhere')
  return { method: method as 'GET', url: path + queryOf({ ...query }) }
}

function formOf(endpoint: Endpoint | undefined, { body, file }: Sent): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body ?? {})) form.set(key, String(value))
  if (file) form.set(endpoint?.config.file ?? '', file)
  return form
}

/** What says who makes a call. */
export function headersOf(world: World, as: Actor): Record<string, string> {
  if (as === 'visitor') return {}
  if (as === 'helper') return { [doorLinkHeader]: world.doorLink.secret }
  return { authorization: `Bearer ${world[as].access}` }
}

/** The same request about a number that is not there. */
export function aboutNothing(sent: Sent): Sent {
  const params = Object.entries({ ...sent.params }).map(([key, value]) => [
    key,
    Number.isInteger(value) ? 2_000_000 : value,
  ])
  return { ...sent, params: Object.fromEntries(params) }
}

/** What many calls are given. */
export const image = new File([new Uint8Array(await picture(8, 8).png().toBuffer())], 'a.png')
export const ofEvent = ({ event }: World) => ({ params: { eventId: event } })
export const nothing = () => ({})

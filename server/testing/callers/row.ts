import type { LightMyRequestResponse } from 'fastify'
import { type CallName, calls } from '#contract/calls.ts'
import { type Endpoint, pathOf, queryOf } from '#contract/endpoint.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import type { Fixture, Name } from './fixture.ts'
import type { PrivateField } from './private-texts.ts'

/** The owner's team at the listed event and those about money. */
export const team = ['coHost', 'desk', 'doorman'] as const

/** Who makes calls: a visitor, a helper with a door link and no account, and accounts in different roles at the event. */
export const actors = [
  ...(['visitor', 'stranger', 'applicant', 'former', 'blocked', 'owner', 'rival', 'helper'] as const),
  ...team,
] as const
export type Actor = (typeof actors)[number]

/** A call that an actor may make after it was made already: anything but the refusal of those who may not. */
export const allowed = 'allowed'

/** The status for all other actors; in an object `others` is for actors not named. Without an account it is 401 if one is
 *  needed. */
export type Others = number | ({ others: number } & Partial<Record<Actor, number | typeof allowed>>)

/** Private texts that some actors may see in the responses of a call, and why. */
export interface Exception {
  to: Actor[]
  whose: Name[]
  fields: PrivateField[]
  /** Of whom they see the email only. */
  emailsOf?: Name[]
  why: string
}

/** What is sent; `params`, `query` and `body` as the contract knows them. */
export interface Sent {
  params?: object
  query?: object
  body?: unknown
  file?: File
}

/** How a call or other route is used, and every actor's response. */
export interface Row {
  /** As it is registered: 'GET /api/events/:eventId'. */
  name: string
  /** The actor who succeeds. */
  by: Actor
  /** The status of the success; null for a call that is not in the table. */
  status: number | null
  request(fixture: Fixture): Sent
  /** Only for calls of the contract. */
  endpoint?: Endpoint
  /** Null if another row of the call has it or all responses are alike; missing if unspecified. */
  others?: Others | null | undefined
  except?: Exception | undefined
}

/** A call of the contract, for the owner's event or data of the actor who succeeds. */
export function row(
  name: CallName,
  by: Actor,
  others: Others | null,
  request: (fixture: Fixture) => Sent,
  except?: Exception,
): Row {
  const endpoint = calls.find((call) => call.name === name)?.endpoint as Endpoint
  const status = Math.min(...Object.keys(endpoint.schema.response).map(Number))
  return { name: `${endpoint.method} ${endpoint.url}`, by, status, request, endpoint, others, except }
}

/** Makes the call, optionally with another request than `row.request`. */
export function send(fixture: Fixture, row: Row, as: Actor, sent: Sent): Promise<LightMyRequestResponse> {
  return sendWith(fixture, row, headersOf(fixture, as), sent)
}

/** The same with other headers. */
export function sendWith(
  { app }: Pick<Fixture, 'app'>,
  row: Row,
  headers: Record<string, string>,
  sent: Sent,
): Promise<LightMyRequestResponse> {
  const payload = sent.file ? formOf(row.endpoint, sent) : sent.body
  const content = payload === undefined ? {} : { payload: payload as object }
  return app.inject({ ...requestOf(row, sent), headers, ...content })
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

/** The credentials of an actor. */
export function headersOf(fixture: Fixture, as: Actor): Record<string, string> {
  if (as === 'visitor') return {}
  if (as === 'helper') return { [doorLinkHeader]: fixture.doorLink.secret }
  return { authorization: `Bearer ${fixture[as].access}` }
}

/** The same request for an id that does not exist. */
export function aboutNothing(sent: Sent): Sent {
  const params = Object.entries({ ...sent.params }).map(([key, value]) => [
    key,
    Number.isInteger(value) ? 2_000_000 : value,
  ])
  return { ...sent, params: Object.fromEntries(params) }
}

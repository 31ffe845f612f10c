import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { z } from 'zod'
import { callGroups, calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { applicationStates } from '#contract/events/application.ts'
import { farewellName } from '#contract/events/live.ts'
import * as fields from '#contract/fields.ts'
import * as questions from '#contract/questions/questions.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { type Json, transformsFor } from './schemas.ts'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

const callOfRoute = new Map(calls.map((call) => [`${call.endpoint.method} ${call.endpoint.url}`, call]))
const transforms = transformsFor(namedSchemas())

/** The mounted calls as an OpenAPI 3.1 document, from their description in the contract. */
export function documentOptions({ BRAND_NAME: brand, PUBLIC_URL: publicUrl }: Settings): FastifyDynamicSwaggerOptions {
  const summary = 'Events, applications and tickets.'
  const license = { name: 'MIT', identifier: 'MIT' }
  return {
    openapi: {
      openapi: '3.1.1',
      info: { title: `${brand} API`, version: manifest.version, summary, description: overview, license } as never,
      servers: [{ url: publicUrl === undefined ? '/' : new URL(publicUrl).origin }],
      tags: Object.keys(callGroups).map((name) => ({ name })),
      components: components as never,
    },
    convertConstToEnum: false,
    transform,
    transformObject,
  }
}

/** The part of a call that the library can express: its input and its success. */
const transform: Transform = (route) => {
  const call = callOfRoute.get(`${route.route.method} ${route.url}`)
  if (call === undefined) return { schema: { hide: true }, url: route.url }
  const { params, querystring, body, response, summary, mediaType = 'application/json' } = call.endpoint.schema
  const json = (place: 'address' | 'body' | 'answer', part: object) =>
    transforms[place]({ ...route, schema: part } as never).schema as Record<string, Json>
  // Copies, because a named schema would become a reference, and parameters are listed one by one.
  const address = json('address', {
    ...(params && { params: z.object(params.shape) }),
    ...(querystring && { querystring: z.object(querystring.shape) }),
  })
  const answers = json('answer', { response }).response as Record<string, Json>
  const isStream = mediaType === 'text/event-stream'
  const done = isStream ? `Messages. The last one may be a Farewell, named \`${farewellName}\`.` : 'Done.'
  const content = bodyContent(call.endpoint, body && json('body', { body }).body)
  return {
    url: route.url,
    schema: {
      ...{ operationId: call.name, tags: [call.group], summary, security: securityOf(call.endpoint), ...address },
      ...(content && { body: { content } }),
      response: Object.fromEntries(
        Object.entries(response).map(([status, answer]) => {
          const description = status === '200' ? done : STATUS_CODES[status]
          if (answer._zod.def.type === 'undefined') return [status, { description, type: 'null' }]
          // A stream has the schema of one message's data; a file has none.
          const file = mediaType === 'text/csv' ? { type: 'string' } : {}
          const schema = /json|event-stream/.test(mediaType) ? answers[status] : file
          return [status, { description, content: { [mediaType]: { schema } } }]
        }),
      ),
    } as never,
  }
}

/** Adds what the library cannot express: headers, refusals, optional fields, and named schemas. */
const transformObject: TransformObject = (given) => {
  const document = (given as { openapiObject: Document }).openapiObject
  for (const { endpoint } of calls) {
    const { method, url, schema, config } = endpoint
    const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (operation === undefined) continue
    const { requestBody, responses } = operation
    // A missing body is read as one without fields.
    if (requestBody) requestBody.required = !(schema.body?.safeParse({}).success ?? false)
    const form = requestBody?.content['multipart/form-data']
    if (form) form.encoding = { [String(config.file)]: { contentType: 'image/jpeg, image/png' } }
    const names = [
      'x-request-id',
      'x-server-time',
      ...(schema.responseHeaders ?? []),
      ...(config.shared ? ['etag'] : []),
    ]
    for (const success of Object.values(responses)) success.headers = headerRefs(names)
    if (config.shared) responses[304] = { $ref: '#/components/responses/unchanged' }
    Object.assign(responses, refusalResponses(endpoint))
  }
  const schemasOf = (place: 'body' | 'answer') =>
    Object.entries((transforms.components(place)(given) as Document).components.schemas)
  // Each has two names, as input and as output.
  const sent = schemasOf('body').filter(([name]) => name.endsWith('Input'))
  return withNamed(document, Object.fromEntries([...schemasOf('answer'), ...sent])) as never
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

interface Operation {
  requestBody?: { required: boolean; content: Record<string, Json> }
  responses: Record<string, Json>
}

/** Adds the named schemas that calls use. The library appends `Input` to the names of inputs, which may differ from outputs;
 *  ours never do. */
function withNamed(document: Document, named: Record<string, Json>): Document {
  const schemas: Record<string, Json> = {}
  const seen = new Set<string>()
  const use = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = named[name]
      if (schema === undefined || seen.has(name)) continue
      seen.add(name)
      const plain = name.replace(/Input$/, '')
      const [before, now] = [schemas[plain], withoutInput(schema)]
      if (before && !isDeepStrictEqual(before, now)) throw new Error(`What is sent as ${plain} is answered otherwise.`)
      schemas[plain] = now
      use(schema)
    }
  }
  use(document)
  return withoutInput({ ...document, components: { ...document.components, schemas } })
}

function withoutInput<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part).replace(/("#\/components\/schemas\/\w+?)Input"/g, '$1"'))
}

function securityOf({ schema, config }: Endpoint) {
  if (config.access === 'anyone') return []
  const own = [{ session: [] }, ...(config.scope ? [{ accessToken: [config.scope] }] : [])]
  if (schema.byDoorLink) return [...own, { doorLink: [] }]
  return config.access === 'signed-in' ? own : [...own, {}]
}

/** JSON everywhere; a form where the web client sends one, and files only in forms. */
function bodyContent({ config: { send, file } }: Endpoint, body: Json | undefined): Record<string, Json> | null {
  if (body === undefined && file === undefined) return null
  const upload = { type: 'object', properties: { [String(file)]: { type: 'string', format: 'binary' } } }
  const form = body ? { allOf: [body, upload] } : { ...upload, required: [file] }
  return {
    ...(body && { 'application/json': { schema: body } }),
    ...(body && send === 'urlencoded' && { 'application/x-www-form-urlencoded': { schema: body } }),
    ...(file !== undefined && { 'multipart/form-data': { schema: form } }),
  }
}

/** One response per status, with all its codes. */
function refusalResponses(endpoint: Endpoint): Record<string, Json> {
  const byStatus: Record<number, ErrorCode[]> = {}
  for (const code of refusalsOf(endpoint)) {
    const { status } = errors[code]
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : refusalResponse(codes),
    ]),
  )
}

/** All refusals of a call: its own, and those of its access, input and limit. */
function refusalsOf({ method, url, schema, config }: Endpoint): Set<ErrorCode> {
  const { params, querystring, body, byDoorLink, refusals = [] } = schema
  const when = (isSo: unknown, ...codes: ErrorCode[]) => (isSo ? codes : [])
  return new Set<ErrorCode>([
    ...refusals,
    ...when(true, 'malformed', 'invalid_text', 'internal', 'unavailable', 'overloaded'),
    ...when(config.access === 'signed-in' || byDoorLink, 'not_signed_in'),
    ...when(config.access !== 'anyone', 'session_expired', 'scope_missing'),
    ...when(config.role && url.includes(':eventId'), 'event_not_found', 'not_your_event', 'role_missing'),
    ...when(params, 'not_found'),
    ...when(querystring || body || config.file, 'invalid_fields'),
    ...when(method !== 'GET', 'too_large', 'wrong_content_type'),
    ...when(config.limit || config.file, 'too_many_requests'),
    ...when(config.file, 'image_too_large', 'image_wrong_type', 'image_unreadable', 'image_too_slow', 'pictures_busy'),
  ])
}

/** The contract's objects and choices are named after their exports. */
function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const names = z.registry<{ id: string }>()
  const modules = [...Object.values(callGroups).flat(), fields, questions]
  for (const [id, schema] of modules.flatMap((module) => Object.entries<unknown>(module))) {
    if (schema instanceof z.ZodType && ['object', 'enum'].includes(schema.def.type) && !names.has(schema))
      names.add(schema, { id })
  }
  return names
}

const overview = `
Everything that the pages do goes through these calls. \`POST /api/users/login\` returns the token that most of them need; long lists
are paged (\`Link\`, \`X-Total-Count\`); an error has a stable \`code\` and a \`message\` for people. New fields and enum values may be
added: ignore what you do not know. More in docs/api.md.
`.trim()

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const problems = { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } }
const object = (required: string[], properties: Json) => ({ type: 'object', properties, required })
const always = (description: string, schema: Json) => ({ description, required: true, schema })

/** Shared parts of the description. The transform adds the contract's own schemas. */
const components = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
    accessToken: {
      ...{ type: 'http', scheme: 'bearer' },
      description: 'A personal access token of the scope that is named here. Users make them on their account page.',
    },
    doorLink: {
      ...{ type: 'apiKey', in: 'header', name: doorLinkHeader },
      description: 'The secret of a door link, by which helpers without an account check tickets in.',
    },
  },
  headers: {
    'x-request-id': always('Names this call in the log of the server.', text),
    'x-server-time': always("The server's clock when the call came in, in milliseconds since 1970.", count),
    'x-total-count': always('How many rows there are on all pages together.', count),
    'x-version': always('The version that the answer has at least.', count),
    'content-disposition': always('The name of the file.', text),
    link: { description: 'The next page, as `</api/...>; rel="next"`; missing on the last.', schema: text },
    'retry-after': { description: 'How many seconds to wait before the next try.', schema: count },
    etag: { description: 'Sent back as `If-None-Match`, it spares an answer that has not changed.', schema: text },
  },
  schemas: {
    FieldProblem: object(['loc', 'msg', 'type'], {
      loc: { type: 'array', items: text, description: "Where the field is, such as `['body', 'event_name']`." },
      msg: { ...text, description: 'What is wrong with it, as a sentence for people.' },
      type: text,
    }),
    Refusal: object(['error', 'message', 'detail', 'code'], {
      error: text,
      message: { ...text, description: 'A message for people.' },
      detail: { anyOf: [text, problems] },
      code: { ...text, description: 'Stable: what programs decide by.' },
      problems,
      seats_free: count,
      applications_fit: count,
      state: { ...text, enum: [...applicationStates] },
    }),
  },
  responses: {
    unchanged: { description: 'The answer that `If-None-Match` names; without a body.', headers: headerRefs(['etag']) },
    ...Object.fromEntries((Object.keys(errors) as ErrorCode[]).map((code) => [code, refusalResponse([code])])),
  },
}

/** The response of all refusals with the same status. */
function refusalResponse(codes: ErrorCode[]): Json {
  const status = errors[codes[0] as ErrorCode].status
  const isTimed = status === 429 || status === 503
  const code = { type: 'object', properties: { code: { enum: codes } } }
  return {
    description: codes.map((code) => `- \`${code}\`: ${errors[code].message}`).join('\n'),
    headers: headerRefs(['x-request-id', ...(isTimed ? ['retry-after'] : [])]),
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, code] } } },
  }
}

function headerRefs(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

import { STATUS_CODES } from 'node:http'
import type { FastifyDynamicSwaggerOptions, SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callGroups, calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { applicationStates } from '#contract/events/application.ts'
import * as fields from '#contract/fields.ts'
import * as questions from '#contract/questions/questions.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import manifest from '../../../package.json' with { type: 'json' }

type Json = Record<string, object>
type Paths = Record<string, Record<string, { requestBody?: { required: boolean } }>>
type Document = { paths: Paths; components: { schemas: Json } }

/** The mounted calls as an OpenAPI 3.1 document, from their description in the contract. */
export function documentOptions({ BRAND_NAME: brand, PUBLIC_URL: publicUrl }: Settings): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.1',
      info: { title: `${brand} API`, version: manifest.version, description: overview, license: { name: 'MIT' } },
      servers: [{ url: publicUrl === undefined ? '/' : new URL(publicUrl).origin }],
      tags: Object.keys(callGroups).map((name) => ({ name })),
      components: { securitySchemes },
    },
    transform,
    transformObject,
  }
}

const overview = `Everything that the pages do goes through these calls. \`POST /api/users/login\` returns the token that most
of them need; long lists are paged (\`Link\`, \`X-Total-Count\`); an error has a stable \`code\` and a \`message\` for people.
New fields and enum values may be added: ignore what you do not know. More in docs/api.md.`

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'A personal access token of the scope named here.' },
  doorLink: { type: 'apiKey', in: 'header', name: doorLinkHeader, description: 'The secret of a door link.' },
} as const

const transform: SwaggerTransform = (given) => {
  const { url } = given
  const call = calls.find(({ endpoint }) => endpoint.method === given.route.method && endpoint.url === url)
  if (call === undefined) return { schema: { hide: true }, url }
  const { name, group, endpoint } = call
  const { summary, params, querystring } = endpoint.schema
  const schema = {
    operationId: name,
    tags: [group],
    summary,
    security: securityOf(endpoint),
    // Copies, because a named schema would become a reference, and parameters are listed one by one.
    params: params && z.object(params.shape),
    querystring: querystring && z.object(querystring.shape),
    body: endpoint.schema.body,
    response: successesOf(endpoint),
  }
  const json = toJson({ ...given, schema: schema as never }).schema as { body?: object; response: Json }
  const responses = [...Object.entries(json.response), ...refusalsOf(endpoint)].map(([status, response]) => [
    status,
    { description: STATUS_CODES[status], ...response, headers: headersOf(endpoint, Number(status)) },
  ])
  return { schema: { ...json, body: bodyOf(endpoint, json.body), response: Object.fromEntries(responses) }, url }
}

function securityOf({ schema, config }: Endpoint) {
  if (config.access === 'anyone') return []
  const own = [{ session: [] }, ...(config.scope ? [{ accessToken: [config.scope] }] : [])]
  if (schema.byDoorLink) return [...own, { doorLink: [] }]
  return config.access === 'signed-in' ? own : [...own, {}]
}

/** JSON everywhere; a form where the web client sends one, and files only in forms. */
function bodyOf({ config: { send, file } }: Endpoint, schema?: object) {
  if (schema === undefined && file === undefined) return undefined
  const picture = { type: 'string', format: 'binary', description: 'A JPEG or PNG picture of at most 5 MB.' }
  const upload = { type: 'object', properties: { [String(file)]: picture } }
  const form = schema ? { allOf: [schema, upload] } : { ...upload, required: [file] }
  const content = {
    ...(schema && { 'application/json': { schema } }),
    ...(schema && send === 'urlencoded' && { 'application/x-www-form-urlencoded': { schema } }),
    ...(file && { 'multipart/form-data': { schema: form } }),
  }
  return { content }
}

/** A stream has the schema of one message's data. Null is no body. */
function successesOf({ schema: { response, mediaType = 'application/json' }, config }: Endpoint) {
  const successes = Object.entries(response).map(([status, schema]) => {
    const content = { [mediaType]: { schema } }
    return [status, schema instanceof z.ZodUndefined ? z.null() : { description: schema.description, content }]
  })
  return { ...Object.fromEntries(successes), ...(config.shared && { 304: z.null() }) }
}

/** One response per status, with all its codes. */
function refusalsOf(endpoint: Endpoint) {
  const codes = [...refusalCodesOf(endpoint)]
  const statuses = new Set(codes.map((code) => errors[code].status))
  return Array.from(statuses, (status): [number, object] => {
    const same = codes.filter((code) => errors[code].status === status)
    const description = same.map((code) => `- \`${code}\`: ${errors[code].message}`).join('\n')
    const code = { type: 'object', properties: { code: { enum: same } } }
    const schema = { allOf: [{ $ref: '#/components/schemas/Refusal' }, code] }
    return [status, { description, content: { 'application/json': { schema } } }]
  })
}

/** All refusals of a call: its own, and those of its access, input and limit. */
function refusalCodesOf({ method, url, schema, config }: Endpoint): Set<ErrorCode> {
  const { params, querystring, body, byDoorLink, refusals = [] } = schema
  const when = (isSo: unknown, ...codes: ErrorCode[]) => (isSo ? codes : [])
  return new Set([
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

const headers = {
  'x-total-count': { type: 'integer', description: 'How many rows there are on all pages together.' },
  'x-version': { type: 'integer', description: 'The version that the answer has at least.' },
  'content-disposition': { type: 'string', description: 'The name of the file.' },
  link: { type: 'string', description: 'The next page, as `</api/...>; rel="next"`; missing on the last.' },
  'retry-after': { type: 'integer', description: 'How many seconds to wait before the next try.' },
  etag: { type: 'string', description: 'Sent back as `If-None-Match`, it spares an answer that has not changed.' },
}

function headersOf({ schema, config }: Endpoint, status: number) {
  const names: (keyof typeof headers)[] = status === 429 || status === 503 ? ['retry-after'] : []
  if (status < 300) names.push(...(schema.responseHeaders ?? []))
  if (status < 400 && config.shared) names.push('etag')
  return Object.fromEntries(names.map((name) => [name, headers[name]]))
}

const FieldProblem = z.object({
  loc: z.array(z.string()).describe("Where the field is, such as `['body', 'event_name']`."),
  msg: z.string().describe('What is wrong with it, as a sentence for people.'),
  type: z.string(),
})

const Refusal = z.object({
  error: z.string(),
  message: z.string().describe('A message for people.'),
  detail: z.union([z.string(), z.array(FieldProblem)]),
  code: z.string().describe('Stable: what programs decide by.'),
  problems: z.array(FieldProblem).optional(),
  seats_free: z.number().int().min(0).optional(),
  applications_fit: z.number().int().min(0).optional(),
  state: z.enum(applicationStates).optional(),
})

/** The contract's objects and choices by the names of their exports. */
const schemaRegistry = z.registry<{ id: string }>()
const modules = [...Object.values(callGroups).flat(), fields, questions, { FieldProblem, Refusal }]
for (const [id, schema] of modules.flatMap((module) => Object.entries<unknown>(module))) {
  const isNamed = schema instanceof z.ZodObject || schema instanceof z.ZodEnum
  if (isNamed && !schemaRegistry.has(schema)) schemaRegistry.add(schema, { id })
}

const options: Parameters<typeof createJsonSchemaTransform>[0] = {
  schemaRegistry,
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema: json }) => {
      // `meta` and `describe` write to zod's own registry, which the library reads only where no other is given.
      Object.assign(json, z.globalRegistry.get(zodSchema))
      // Answers may get more fields later.
      if (json.additionalProperties === false) delete json.additionalProperties
      // zod leaves it out where the value is transformed.
      if (zodSchema instanceof z.ZodDefault) json.default = zodSchema.def.defaultValue
      // It only repeats the format.
      if (/date|uuid/.test(json.format ?? '')) delete json.pattern
    },
  },
}
const toJson = createJsonSchemaTransform(options)
const addNamedSchemas = createJsonSchemaTransformObject(options)

const transformObject: SwaggerTransformObject = (given) => {
  const document = withoutUnused(addNamedSchemas(given) as Document)
  for (const { endpoint } of calls) {
    const path = document.paths[endpoint.url.replace(/:(\w+)/g, '{$1}')]
    const body = path?.[endpoint.method.toLowerCase()]?.requestBody
    // A missing body is read as one without fields. The library requires every body.
    if (body && endpoint.schema.body?.safeParse({}).success) body.required = false
  }
  return document
}

/** The library adds each schema as input and as output, of which calls use only some. */
function withoutUnused(document: Document): Document {
  const { schemas } = document.components
  const text = JSON.stringify(document)
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))
  for (const name of unused) delete schemas[name]
  return unused.length > 0 ? withoutUnused(document) : document
}

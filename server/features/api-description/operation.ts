import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { NamedCall } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { refusalsOf } from './refusals.ts'
import type { Json, Schemas } from './schemas.ts'

/** One call as an OpenAPI operation. */
export function operationOf({ name, group, endpoint }: NamedCall, schemas: Schemas): Json {
  const { schema, config } = endpoint
  const parameters = [
    ...parametersIn('path', schema.params, schemas),
    ...parametersIn('query', schema.querystring, schemas),
  ]
  const body = bodyOf(endpoint, schemas)
  return {
    operationId: name,
    tags: [group],
    summary: schema.summary,
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...successesOf(endpoint, schemas),
      ...(config.shared ? { 304: { $ref: '#/components/responses/unchanged' } } : {}),
      ...refusalResponses(endpoint),
    },
  }
}

/** `/api/events/:eventId` as `/api/events/{eventId}`. */
export function pathTemplate(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

function securityOf({ schema, config }: Endpoint): Json[] {
  if (config.access === 'anyone') return []
  const session = { session: [] }
  if (schema.byDoorLink) return [session, { doorLink: [] }]
  return config.access === 'signed-in' ? [session] : [session, {}]
}

function parametersIn(where: 'path' | 'query', schema: z.ZodObject | undefined, schemas: Schemas): Json[] {
  if (schema === undefined) return []
  return schemas.fieldsOf(schema, 'address').map(({ name, isRequired, schema: json }) => ({
    name,
    in: where,
    required: where === 'path' || isRequired,
    schema: json,
  }))
}

/** JSON everywhere; a form where the web client sends one, and there alone a file. */
function bodyOf({ schema: { body }, config: { send, file } }: Endpoint, schemas: Schemas): Json | null {
  if (body === undefined && file === undefined) return null
  const content: Json = {}
  // No body is read as one without fields.
  const isOptional = body?.safeParse({}).success ?? false
  if (body !== undefined) {
    const json = schemas.describe(body, 'body')
    content['application/json'] = { schema: json }
    if (send === 'urlencoded') content['application/x-www-form-urlencoded'] = { schema: json }
  }
  if (file !== undefined) content['multipart/form-data'] = formWith(file, body, schemas)
  return { required: !isOptional, content }
}

function formWith(file: string, body: z.ZodType | undefined, schemas: Schemas): Json {
  const files = {
    type: 'object',
    properties: { [file]: { type: 'string', format: 'binary' } },
    // What has no other field than the file makes no sense without it.
    ...(body === undefined ? { required: [file] } : {}),
  }
  return {
    schema: body === undefined ? files : { allOf: [schemas.describe(body, 'body'), files] },
    encoding: { [file]: { contentType: 'image/jpeg, image/png' } },
  }
}

const successes: Record<string, string> = {
  200: 'It is done.',
  201: 'It is made.',
  204: 'It is done; there is no body.',
}

function successesOf({ schema, config }: Endpoint, schemas: Schemas): Json {
  const { response, mediaType = 'application/json', tells = [] } = schema
  const told = ['x-request-id', 'x-server-time', ...tells, ...(config.shared ? ['etag'] : [])]
  const headers = Object.fromEntries(told.map((name) => [name, headerRef(name)]))
  const content = (answer: z.ZodType) =>
    mediaType === 'application/json' ? { schema: schemas.describe(answer, 'answer') } : contentOf(mediaType)
  return Object.fromEntries(
    Object.entries(response).map(([status, answer]) => [
      status,
      {
        description: successes[status] ?? STATUS_CODES[status],
        headers,
        ...(answer._zod.def.type === 'undefined' ? {} : { content: { [mediaType]: content(answer) } }),
      },
    ]),
  )
}

/** Texts are texts; of files nothing is said but what they are. */
function contentOf(mediaType: string): Json {
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
}

export function headerRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

/** One response for each status, with all codes that it may have. */
function refusalResponses(endpoint: Endpoint): Json {
  const codes = [...refusalsOf(endpoint)]
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const [code, ...more] = codes.filter((one) => errors[one].status === status)
      const isOne = code !== undefined && more.length === 0
      return [
        status,
        isOne ? { $ref: `#/components/responses/${code}` } : refusalResponse([code as ErrorCode, ...more]),
      ]
    }),
  )
}

/** The response of refusals that have the same status. */
export function refusalResponse(codes: ErrorCode[]): Json {
  const status = errors[codes[0] as ErrorCode].status
  const isTimed = status === 429 || status === 503
  return {
    description: codes.map((code) => `- \`${code}\`: ${errors[code].message}`).join('\n'),
    headers: Object.fromEntries(
      ['x-request-id', ...(isTimed ? ['retry-after'] : [])].map((name) => [name, headerRef(name)]),
    ),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Refusal' }, { type: 'object', properties: { code: { enum: codes } } }],
        },
      },
    },
  }
}

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { calls } from '#contract/calls.ts'
import { serverTimeHeader } from '#contract/endpoint.ts'

/** The parts of the document used here. */
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
}

interface Response {
  headers?: Record<string, object>
  content?: Record<string, object>
}

/** Described headers that only some responses have. */
const optionalHeaders = ['link', 'etag', 'retry-after']

/** In characters. Longer responses are not checked, to keep tests of very long lists fast. */
const longest = 200_000

const templates = new Map(
  calls.map(({ endpoint: { method, url } }) => [
    `${method} ${url}`,
    [url.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()] as const,
  ]),
)

/** Made by the first test of a worker. */
let known: { description: Description; ajv: Ajv2020 } | null = null
const checks = new Map<string, ValidateFunction>()

function open(app: FastifyInstance) {
  const description = app.swagger() as unknown as Description
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(description, 'api', undefined, false)
  return { description, ajv }
}

/** Checks every API response of an app, and reports a sentence for each that differs from the API description. */
export function watchAnswers(app: FastifyInstance, note: (problem: string) => void): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const name = `${request.method} ${request.routeOptions.url}`
    const [path, method] = templates.get(name) ?? []
    // Other methods of the same path belong to other calls, or to none.
    if (path === undefined || method === undefined || reply.statusCode === 405) return payload
    const problem = problemOf(app, path, method, reply, payload)
    if (problem !== null) note(`${name} ${problem}`)
    return payload
  })
}

/** How a response differs from its description, as the rest of a sentence. */
function problemOf(
  app: FastifyInstance,
  path: string,
  method: string,
  reply: FastifyReply,
  payload: unknown,
): string | null {
  known ??= open(app)
  const described = known.description.paths[path]?.[method]?.responses[reply.statusCode]
  if (described === undefined) return `answers ${reply.statusCode}, which is not described: ${payload}`
  const { headers = {}, content = {} } = described

  const always = reply.statusCode < 400 ? ['x-request-id', serverTimeHeader] : ['x-request-id']
  const required = Object.keys(headers).filter((name) => !optionalHeaders.includes(name))
  const missing = [...always, ...required].filter((name) => !reply.hasHeader(name))
  if (missing.length > 0) return `answers ${reply.statusCode} without ${missing.join(' and ')}`

  const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
  if (type === '') return Object.keys(content).length > 0 ? `answers ${reply.statusCode} without a body` : null
  if (!(type in content)) return `answers ${reply.statusCode} as ${type}`
  if (type !== 'application/json' || typeof payload !== 'string' || payload.length > longest) return null
  const pointer = `#/paths/${part(path)}/${method}/responses/${reply.statusCode}`
  return bodyProblem(`${pointer}/content/${part(type)}/schema`, payload)
}

function bodyProblem(pointer: string, payload: string): string | null {
  const check = checks.get(pointer) ?? (known?.ajv.compile({ $ref: `api${pointer}` }) as ValidateFunction)
  checks.set(pointer, check)
  if (check(JSON.parse(payload))) return null
  const [first] = check.errors as ErrorObject[]
  return `does not fit ${pointer}: ${first?.instancePath} ${first?.message}: ${payload.slice(0, 300)}`
}

/** A part of a JSON pointer (RFC 6901) in a URL fragment. */
const part = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

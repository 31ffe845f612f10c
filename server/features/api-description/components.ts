import { type ErrorCode, errors } from '#contract/errors.ts'
import { applicationStates } from '#contract/events/application.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import type { Json } from './schemas.ts'

export const overview = `
Everything that the pages do goes through these calls. \`POST /api/users/login\` returns the token that most of them need; lists are
paged (\`Link\`, \`X-Total-Count\`); an error has a stable \`code\` and a \`message\` for people. New fields and enum values may be
added: ignore what you do not know. More in docs/api.md.
`.trim()

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const problems = { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } }
const object = (required: string[], properties: Json) => ({ type: 'object', properties, required })
const always = (description: string, schema: Json) => ({ description, required: true, schema })

/** Shared parts of the description. The transform adds the contract's own schemas. */
export const components = {
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
      state: { ...text, enum: [...applicationStates] },
    }),
  },
  responses: {
    unchanged: { description: 'The answer that `If-None-Match` names; without a body.', headers: headerRefs(['etag']) },
    ...Object.fromEntries((Object.keys(errors) as ErrorCode[]).map((code) => [code, refusalResponse([code])])),
  },
}

/** The response of all refusals with the same status. */
export function refusalResponse(codes: ErrorCode[]): Json {
  const status = errors[codes[0] as ErrorCode].status
  const isTimed = status === 429 || status === 503
  const code = { type: 'object', properties: { code: { enum: codes } } }
  return {
    description: codes.map((code) => `- \`${code}\`: ${errors[code].message}`).join('\n'),
    headers: headerRefs(['x-request-id', ...(isTimed ? ['retry-after'] : [])]),
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, code] } } },
  }
}

export function headerRefs(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

import { calls } from '#contract/calls.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { applicationStates } from '#contract/events/application.ts'
import { doorLinkHeader } from '#contract/tickets/door.ts'
import { groupNames, namedSchemas } from './calls.ts'
import { headerRef, operationOf, pathTemplate, refusalResponse } from './operation.ts'
import { type Json, openSchemas } from './schemas.ts'

interface Installation {
  brand: string
  /** The product's version, as package.json has it. */
  version: string
  /** Where people reach the product; null where only whoever asks knows it. */
  publicUrl: string | undefined
}

/** The whole API as an OpenAPI 3.1 document, made of the contract. */
export function describeApi({ brand, version, publicUrl }: Installation): Json {
  const schemas = openSchemas(namedSchemas)
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = pathTemplate(call.endpoint.url)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${brand} API`, version, summary: 'Events, applications and tickets.', description, license },
    servers: [{ url: publicUrl === undefined ? '/' : new URL(publicUrl).origin }],
    tags: groupNames.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      headers,
      schemas: { ...schemas.components, ...refusalSchemas },
      responses: responsesIn(paths),
    },
  }
}

const license = { name: 'MIT', identifier: 'MIT' }

const description = `
Whatever the pages do goes through these calls, and whoever may press a button may make its call.

- **Signing in.** \`POST /api/users/login\` answers an access token, which is sent as \`Authorization: Bearer ...\`. It is
  good for 15 minutes; \`POST /api/token/refresh\` gives the next one for the refresh token.
- **Bodies** are JSON. Where a form is described it does as well, and where a file is described it is a part of one.
- **Texts** lose the blanks around them. Lengths are those of the text without them.
- **Refusals** have one shape. \`code\` is stable, and \`message\` a sentence for people; \`detail\` repeats it, or lists the
  fields that do not fit.
- **Lists** come in pages: \`Link\` has the address of the next one, and \`X-Total-Count\` says how many rows there are in all.
- **Limits.** Too many calls in too short a time are answered with 429; \`Retry-After\` says how many seconds to wait.
- **Answers may have more fields one day**, and choices more values. Pass over what you do not know.
`.trim()

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
  doorLink: {
    type: 'apiKey',
    in: 'header',
    name: doorLinkHeader,
    description: 'The secret of a door link, by which helpers without an account check tickets in.',
  },
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

const headers: Record<string, Json> = {
  'x-request-id': { description: 'Names this call in the log of the server.', required: true, schema: text },
  'x-server-time': {
    description: "The server's clock when the call came in, in milliseconds since 1970.",
    required: true,
    schema: count,
  },
  'x-total-count': { description: 'How many rows there are on all pages together.', required: true, schema: count },
  link: {
    description: 'The address of the next page, as `</api/...>; rel="next"`; not there on the last.',
    schema: text,
  },
  'x-version': { description: 'The version that the answer has at least.', required: true, schema: count },
  'content-disposition': { description: 'The name of the file.', required: true, schema: text },
  'retry-after': {
    description: 'How many seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
  },
  etag: {
    description: 'Names this answer; sent as `If-None-Match` it spares an answer that is the same.',
    schema: text,
  },
}

const problem = {
  type: 'object',
  properties: {
    loc: { type: 'array', items: text, description: "Where the field is, such as `['body', 'event_name']`." },
    msg: { ...text, description: 'What is wrong with it, as a sentence for people.' },
    type: text,
  },
  required: ['loc', 'msg', 'type'],
}

const refusalSchemas: Record<string, Json> = {
  FieldProblem: problem,
  Refusal: {
    type: 'object',
    properties: {
      error: text,
      message: { ...text, description: 'What is said to people.' },
      detail: { anyOf: [text, { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } }] },
      code: { ...text, description: 'Stable: what programs decide by.' },
      problems: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
      seats_free: count,
      state: { ...text, enum: [...applicationStates] },
    },
    required: ['error', 'message', 'detail', 'code'],
  },
}

/** Refusals that stand alone under their status, by their code, and the answer to whoever has the answer already. */
function responsesIn(paths: object): Json {
  const text = JSON.stringify(paths)
  const alone = (Object.keys(errors) as ErrorCode[]).filter((code) => text.includes(`"#/components/responses/${code}"`))
  return {
    unchanged: {
      description: 'The answer is the one that `If-None-Match` names; it has no body.',
      headers: { etag: headerRef('etag') },
    },
    ...Object.fromEntries(alone.map((code) => [code, refusalResponse([code])])),
  }
}

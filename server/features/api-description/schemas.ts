import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Password, Username } from '#contract/accounts/auth.schemas.ts'
import { passwordLength } from '#contract/accounts/auth.ts'
import { PhoneNumber } from '#contract/accounts/phone-number.ts'
import { NearPoint } from '#contract/events/event-list.schemas.ts'
import { WebAddress } from '#contract/fields.ts'

/** JSON Schema as in OpenAPI 3.1 (draft 2020-12), and any other part of the description. */
export type Json = Record<string, unknown>

/** Where a value is: in a path or query, where numbers are text; in a body; or in a response. */
type Place = 'address' | 'body' | 'answer'

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** The library's transforms, with what zod cannot say about our schemas. */
export function transformsFor(schemaRegistry: z.core.$ZodRegistry<{ id: string }>) {
  const options = (place: Place) => ({ schemaRegistry, zodToJsonConfig: { override: overrideFor(place) } })
  return {
    address: createJsonSchemaTransform(options('address')),
    body: createJsonSchemaTransform(options('body')),
    answer: createJsonSchemaTransform(options('answer')),
    components: (place: Place) => createJsonSchemaTransformObject(options(place)),
  }
}

/** What a schema checks by a function, as far as JSON Schema can express it. */
const checkedByFunction = new Map<unknown, Json>([
  [Password, { minLength: passwordLength.min, maxLength: passwordLength.max }],
  [Username, { description: 'Letters and digits of any language, and @ . + - _' }],
  [PhoneNumber, { description: 'Ten digits, also with spaces, dashes or +66.', examples: ['0812345678'] }],
  [NearPoint, { pattern: '^-?\\d{1,2}(\\.\\d{1,15})?,-?\\d{1,3}(\\.\\d{1,15})?$', examples: ['13.76,100.50'] }],
  [WebAddress, { description: 'An address that begins with http:// or https://, or nothing.' }],
])

function overrideFor(place: Place): Override {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    tidy(jsonSchema)
    // Responses may get more fields later.
    if (place === 'answer') return void delete jsonSchema.additionalProperties
    if (def.type === 'catch') replace(jsonSchema, {})
    else if (def.type === 'pipe') addBounds(jsonSchema, def as z.core.$ZodPipeDef, place)
    else if (def.type === 'default') addDefault(jsonSchema, (def as z.core.$ZodDefaultDef).defaultValue)
    // A time without an offset is in UTC.
    else if ('format' in def && def.format === 'datetime') replace(jsonSchema, { type: 'string', format: 'date-time' })
    Object.assign(jsonSchema, checkedByFunction.get(zodSchema))
    // A URL contains no null.
    if (place === 'address' && Array.isArray(jsonSchema.anyOf)) dropNull(jsonSchema)
  }
}

function toJson(schema: z.ZodType, place: Place): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: overrideFor(place),
  })
  return json
}

/** A text is checked again after trimming: its lengths hold, and its pattern if only spaces were removed. */
function addBounds(json: Json, { in: first, out }: z.core.$ZodPipeDef, place: Place) {
  const text = [json, ...((json.anyOf ?? []) as Json[])].find(({ type }) => type === 'string')
  if (text === undefined || out._zod.def.type === 'transform') return
  const { type, ...bounds } = toJson(out as z.ZodType, place)
  if (type !== 'string') return
  const isChanged = first._zod.def.type === 'pipe'
  for (const [key, bound] of Object.entries(bounds)) {
    if (text[key] === undefined && (!isChanged || key.endsWith('Length'))) text[key] = bound
  }
}

/** zod gives none if the value is transformed. */
function addDefault(json: Json, value: unknown) {
  if (typeof value !== 'object' && value !== undefined) json.default = value
}

function dropNull(json: Json) {
  const { anyOf, ...more } = json as { anyOf: Json[] }
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (others.length === 0) replace(json, { ...only, ...more })
}

/** Drops meaningless bounds, patterns that only repeat a format, and patterns that other languages cannot read. */
function tidy(json: Json) {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (['date', 'date-time', 'uuid'].includes(String(json.format))) delete json.pattern
  if (json.format === 'email' && json.pattern !== undefined) delete json.format
  if (/\\p\{|\(\?[=!<]/.test(String(json.pattern))) delete json.pattern
}

function replace(json: Json, other: Json) {
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, other)
}

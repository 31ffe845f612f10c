import { z } from 'zod'
import { type WrittenNumber, writtenNumberOf } from '#contract/numbers.ts'
import { told } from './told.ts'

/** JSON Schema as OpenAPI 3.1 has it (draft 2020-12), and any other part of the description. */
export type Json = Record<string, unknown>

/** Where a value stands: in a path or a query, where every number is a text; in a body; or in an answer. */
export type Place = 'address' | 'body' | 'answer'

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Turns schemas of the contract into JSON Schema, and keeps those that have a name for `components`. */
export function openSchemas(named: [name: string, schema: z.ZodType][]) {
  const names = z.registry<{ id: string }>()
  const components: Record<string, Json> = {}
  for (const [id, schema] of named) if (!names.has(schema)) names.add(schema, { id })

  function toJson(schema: z.ZodType, place: Place): Json {
    const io = place === 'answer' ? 'output' : 'input'
    const json = z.toJSONSchema(schema, {
      io,
      metadata: names,
      // Files, and values that a call reads before it looks at them.
      unrepresentable: 'any',
      override: place === 'answer' ? asAnswered : asTaken(place, (inner) => toJson(inner, place)),
    })
    return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
  }

  /** A schema, by its name where it has one. */
  function describe(schema: z.ZodType, place: Place): Json {
    const { $defs, properties } = toJson(z.object({ it: schema }), place)
    for (const [name, { id: _, ...definition }] of Object.entries(($defs ?? {}) as Record<string, Json>))
      keep(name, definition)
    return (properties as { it: Json }).it
  }

  function keep(name: string, definition: Json) {
    const known = components[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`The schema ${name} is not the same in what is sent and in what is answered.`)
    }
    components[name] = definition
  }

  /** The fields of an object, each by itself, and which of them must be given. */
  function fieldsOf(schema: z.ZodObject, place: Place): { name: string; isRequired: boolean; schema: Json }[] {
    const { required = [] } = toJson(schema, place) as { required?: string[] }
    return Object.entries(schema.shape).map(([name, field]) => ({
      name,
      isRequired: required.includes(name),
      schema: describe(field as z.ZodType, place),
    }))
  }

  return { describe, fieldsOf, components }
}

export type Schemas = ReturnType<typeof openSchemas>

/** Answers may have more fields one day, so nothing says that there are no others. */
const asAnswered: Override = ({ jsonSchema }) => {
  delete jsonSchema.additionalProperties
  tidy(jsonSchema)
}

/** What zod says of a value that is changed as it is read is what it may be before; here, what it should be. */
function asTaken(place: Place, toJson: (schema: z.ZodType) => Json): Override {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    const written = writtenNumberOf(zodSchema)
    tidy(jsonSchema)
    if (written) replace(jsonSchema, numberOf(place, bare(toJson(written.number)), written))
    else if (def.type === 'catch') replace(jsonSchema, {})
    else if (def.type === 'pipe') addBounds(jsonSchema, def as z.core.$ZodPipeDef, toJson)
    else if (def.type === 'default') addDefault(jsonSchema, (def as z.core.$ZodDefaultDef).defaultValue)
    else if ('format' in def && def.format === 'datetime') replace(jsonSchema, instant)
    Object.assign(jsonSchema, told.get(zodSchema))
    // In an address there is no null.
    if (place === 'address' && Array.isArray(jsonSchema.anyOf)) dropNull(jsonSchema)
  }
}

/** What an instant should be; without an offset it is in UTC. */
const instant = { type: 'string', format: 'date-time' }

const digits = '[0-9\u0e50-\u0e59]+'

function numberOf(place: Place, number: Json, { isBlankTaken, plus }: WrittenNumber): Json {
  if (place === 'address') return number
  const text = `${plus ? '[+-]?' : '-?'}${digits}(\\.${digits})?`
  const asText = { type: 'string', pattern: isBlankTaken ? `^\\s*(${text})?\\s*$` : `^\\s*${text}\\s*$` }
  return { anyOf: [number, asText, ...(isBlankTaken ? [{ type: 'null' }] : [])] }
}

/** A text is checked once more after it was trimmed: its lengths are said where it is one, and its pattern where nothing but
 *  blanks was taken away. */
function addBounds(json: Json, { in: first, out }: z.core.$ZodPipeDef, toJson: (schema: z.ZodType) => Json) {
  const text = [json, ...((json.anyOf ?? []) as Json[])].find(({ type }) => type === 'string')
  if (text === undefined || out._zod.def.type === 'transform') return
  const { type, ...bounds } = bare(toJson(out as z.ZodType))
  if (type !== 'string') return
  const isChanged = first._zod.def.type === 'pipe'
  for (const [key, bound] of Object.entries(bounds)) {
    if (text[key] === undefined && (!isChanged || key.endsWith('Length'))) text[key] = bound
  }
}

function addDefault(json: Json, value: unknown) {
  if (typeof value !== 'object' && value !== undefined) json.default = value
}

function dropNull(json: Json) {
  const { anyOf, ...more } = json as { anyOf: Json[] }
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (others.length === 0) replace(json, { ...only, ...more })
}

function bare({ $schema: _, ...json }: Json): Json {
  return json
}

/** The bounds of what a number can hold say nothing, and the pattern of a format no more than its name. Patterns that other
 *  languages cannot read, by properties of letters or by what follows, are left out. */
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

import fc from 'fast-check'

type Json = Record<string, unknown>

/** Values that match a schema of the API description. `named` are its `components.schemas`. */
export function fitting(schema: Json, named: Record<string, Json>): fc.Arbitrary<unknown> {
  const inner = (one: unknown) => fitting(one as Json, named)
  const { $ref, anyOf, allOf, type } = schema
  if (typeof $ref === 'string') return inner(named[$ref.slice($ref.lastIndexOf('/') + 1)])
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(inner))
  if (Array.isArray(allOf)) return fc.tuple(...allOf.map(inner)).map((parts) => Object.assign({}, ...parts))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => inner({ ...schema, type: one })))
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return numberIn(schema)
  if (type === 'string') return textIn(schema)
  if (type === 'array') return fc.array(inner(schema.items), { minLength: Number(schema.minItems ?? 0), maxLength: 3 })
  if (type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Json).map(([name, field]) => [name, inner(field)])
    return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
  }
  return fc.jsonValue()
}

function numberIn({ type, minimum = -1_000, maximum = 1_000 }: Json): fc.Arbitrary<number> {
  const bounds = { min: Number(minimum), max: Number(maximum) }
  return type === 'integer' ? fc.integer(bounds) : fc.double({ ...bounds, noNaN: true })
}

/** Texts that are difficult for databases, terminals and lists. */
const awkward = fc.constantFrom('a\0b', '\ud800', '\u202e', "'; --", '__proto__', '%00', ' ')

function textIn({ format, pattern, minLength = 0, maxLength = 200 }: Json): fc.Arbitrary<string> {
  const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  if (format === 'date-time') return day.map((date) => date.toISOString())
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (format === 'uuid') return fc.uuid()
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  const lengths = { minLength: Number(minLength), maxLength: Math.min(200, Number(maxLength)) }
  return fc.oneof(fc.string({ unit: 'grapheme', ...lengths }), fc.string({ unit: 'binary', ...lengths }), awkward)
}

/** Like `fitting`, but sometimes a field, or the whole value, has the wrong type. */
export function nearly(schema: Json, named: Record<string, Json>): fc.Arbitrary<unknown> {
  const whole = fitting(schema, named)
  // A number as text is often valid, but not described.
  const others = fc.oneof(fc.jsonValue(), fc.integer().map(String))
  const corrupted = fc.tuple(whole, fc.nat(), others).map(([value, place, other]) => {
    if (typeof value !== 'object' || value === null) return other
    const names = Object.keys(value)
    return { ...value, [names[place % Math.max(1, names.length)] ?? 'any']: other }
  })
  return fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 2, arbitrary: corrupted },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}

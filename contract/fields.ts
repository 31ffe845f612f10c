import { z } from 'zod'
import { isGivenDay, isWithinYears, years } from './dates.ts'
import type { FieldProblem } from './errors.ts'
import { asWritten } from './numbers.ts'
import { sentenceFor } from './sentences.ts'

// Problems for which a schema has no message get a sentence for a person instead of the library's words. In a browser
// schemas are not compiled: to find out whether it may, zod would try what the Content-Security-Policy forbids.
z.config({ localeError: sentenceFor, jitless: 'document' in globalThis })

/** The highest number that PostgreSQL's `integer` can hold. */
export const mostId = 2_147_483_647

/** A row's id, as it stands in answers. */
export const Id = z.number().int().min(1).max(mostId)

/** An id in a path. Anything that is not such an integer names nothing, so the API answers 404. */
export const PathId = asWritten(
  z
    .union([z.number(), z.string().regex(/^[1-9]\d{0,9}$/)])
    .transform(Number)
    .pipe(Id),
  { number: Id },
)

/** Free text: trimmed, at most `max` characters; null counts as ''. */
export function text(max: number) {
  return z
    .string()
    .nullable()
    .transform((value) => value?.trim() ?? '')
    .pipe(z.string().max(max, `Use at most ${max} characters.`))
}

/** Free text that may not be blank. `label` is the field's name as a person knows it. */
export function requiredText(label: string, max: number) {
  return z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} may have at most ${max} characters.`)
}

/** Yes or no: JSON's own booleans, and the texts that forms send for them. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'on', 'off', '1', '0'])], 'Must be true or false.')
  .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')

/** How many characters an instant may have. Only one whose fraction has very many digits is longer. */
const longestInstant = 40

/** An instant: ISO 8601 with or without offset (then UTC); comes out as ISO 8601 in UTC, in milliseconds. */
export function requiredInstant(label: string) {
  return z
    .string({ error: `${label} is required.` })
    .min(1, `${label} is required.`)
    .pipe(givenInstant(`${label} must be a date and time.`, `${label} must lie ${withinYears}.`))
}

const withinYears = `between the years ${years.first} and ${years.last}`

function givenInstant(unreadable: string, outside: string) {
  return z.iso
    .datetime({ offset: true, local: true, error: unreadable })
    .max(longestInstant, unreadable)
    .transform((value) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`))
    .refine(isWithinYears, outside)
    .transform((instant) => instant.toISOString())
}

/** An instant in the parameters of a call. */
export const GivenInstant = givenInstant('Must be a date and time.', `Must lie ${withinYears}.`)

/** An instant in an answer: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

/** A calendar day in an answer, YYYY-MM-DD. */
export const Day = z.iso.date('Must be a date.')

/** A calendar day from outside. */
export const GivenDay = Day.refine(isGivenDay, `Must lie ${withinYears}.`)

export const Email = z
  .string({ error: 'Email is required.' })
  .trim()
  .min(1, 'Email is required.')
  .max(254, 'Enter a valid email address.')
  .pipe(z.email('Enter a valid email address.'))

const badAddress = 'Enter an address that starts with http:// or https://.'

/** In characters. */
export const webAddressLimit = 500

/** A web address, http or https only; '' where none is given. */
export const WebAddress = text(webAddressLimit).pipe(
  z.union([z.literal(''), z.url({ protocol: /^https?$/, hostname: /./, error: badAddress })], badAddress),
)

/** Words separated by commas: trimmed, each once, blank ones dropped, joined by a single comma. */
export function commaSeparated(max: number) {
  return text(max).transform((value) => [...new Set(splitCommas(value))].join(','))
}

export function splitCommas(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** YYYY-MM-DD of an instant in the product's own time zone, Asia/Bangkok (UTC+7, no daylight saving). */
export function dayInBangkok(instant: Date): string {
  return new Date(instant.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
}

/** The first instant of a YYYY-MM-DD in that time zone. */
export function startOfDayInBangkok(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`)
}

/** One problem of one field of the body, in the shape of a refusal's `detail`. */
export function fieldProblem(field: string, msg: string, type = 'value_error'): FieldProblem {
  return { loc: ['body', field], msg, type }
}

/** An answer that only says in words what happened. */
export const Message = z.object({ message: z.string() })

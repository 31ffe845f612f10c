import { z } from 'zod'
import { nobody } from '#contract/accounts/deleted-account.ts'
import { pageLanguage } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
import { asGregorian, isGivenDay, isWithinYears } from './date-input.ts'
import { splitCommas } from './endpoint.ts'
import type { FieldProblem } from './errors.ts'
import { digitsOnly, readNumber, type Written } from './numbers.ts'

// Problems without their own message get a plain sentence instead of zod's. In browsers schemas are not compiled: zod
// would test for `eval`, which the Content-Security-Policy forbids and reports. On the server all languages share one zod, so
// only the English code configures it.
const isBrowser = 'document' in globalThis
if (isBrowser || pageLanguage === 'en') z.config({ localeError: sentenceFor, jitless: isBrowser })

/** The highest number that PostgreSQL's `integer` can hold. */
export const mostId = 2_147_483_647

/** A row's id in responses. */
export const Id = z.number().int().min(1).max(mostId)

// The parameter types of `preprocess` functions say what callers may send. At run time anything may come.

/** An id in a path. Anything else cannot exist, so the API responds with 404. */
export const PathId = z.preprocess(
  (given: number | string) => (typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : given),
  z.number(m.notValid).int(m.notValid).min(1, m.notValid).max(mostId, m.notValid),
)

/** Chosen by the page for each new comment, message, draft or event, so that it is stored once even if it is sent again after a lost
 *  answer. */
export const ClientKey = z
  .union([z.uuid(), z.literal(['', 'null']).transform(() => undefined)])
  .nullish()
  .transform((key) => key ?? undefined)

/** Free text: trimmed, at most `max` characters; null counts as ''. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, fill(m.charactersAtMost, { most: max }))
    .nullable()
    .transform((value) => value ?? '')
}

/** Free text that may not be blank. `label` is the field's name in the form. */
export function requiredText(label: string, max: number) {
  return z
    .string({ error: fill(m.required, { label }) })
    .trim()
    .min(1, fill(m.required, { label }))
    .max(max, fill(m.tooLong, { label, most: max }))
}

/** A JSON boolean, or a text that forms send for one. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'on', 'off', '1', '0'])], m.trueOrFalse)
  .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')

/** In characters. Only an instant with a very long fraction of a second has more. */
const longestInstant = 40

/** A list, or its JSON text from a form; '' is the empty list. `what` names its items. */
export function listOrJson<List extends z.ZodType<unknown[]>>(list: List, what: string) {
  const read = (given: string | unknown[], context: z.RefinementCtx): unknown => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message: fill(message, { what }) })
      return z.NEVER
    }
    if (Array.isArray(given)) return given
    if (typeof given !== 'string') return refuse(m.listNeeded)
    try {
      return given.trim() === '' ? [] : JSON.parse(given, storable)
    } catch {
      return refuse(m.listNotJson)
    }
  }
  return z.preprocess(read, list).describe('In forms, as JSON text.')
}

/** JSON escapes can produce characters that PostgreSQL cannot store. */
function storable(_: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('not storable')
  return value
}

/** An instant in ISO 8601, UTC if it has no offset; parsed to ISO 8601 in UTC with milliseconds. */
export function requiredInstant(label: string) {
  const [unreadable, outside] = [fill(m.timeNotValid, { label }), fill(m.timeInYears, { label })]
  return givenInstant(unreadable, outside, fill(m.required, { label }))
}

function givenInstant(unreadable: string, outside: string, absent = unreadable) {
  const instant = z.iso
    .datetime({ offset: true, local: true, error: ({ input }) => (missing(input) ? absent : unreadable) })
    .max(longestInstant, unreadable)
    .transform((value) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`))
    .refine(isWithinYears, outside)
    .transform((instant) => instant.toISOString())
  return z.preprocess(inUsualForm, instant).meta({ format: 'date-time' })
}

/** Both eras and Thai digits are understood wherever a date is given. */
function inUsualForm(given: string): string {
  return typeof given === 'string' ? asGregorian(given) : given
}

/** An instant in a query. */
export const GivenInstant = givenInstant(m.dateTimeNeeded, m.yearsBetween)

/** An instant in a response: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

/** A calendar day in a response, YYYY-MM-DD. */
export const Day = z.iso.date(m.dateNeeded)

/** A calendar day in input, of any year. */
export const TypedDay = z.preprocess(inUsualForm, Day)

/** A calendar day in input. */
export const GivenDay = TypedDay.refine(isGivenDay, m.yearsBetween)

export const Email = z
  .string({ error: m.emailRequired })
  .trim()
  .min(1, { error: m.emailRequired, abort: true })
  .max(254, { error: m.emailNotValid, abort: true })
  .check(z.email(m.emailNotValid))

/** In characters. */
export const webAddressLimit = 500

/** A web address, http or https only; '' for none. */
export const WebAddress = text(webAddressLimit)
  .superRefine(refuseBadAddress)
  .describe('An address that begins with http:// or https://, or nothing.')

/** A web address that may not be blank. `label` is the field's name in the form. */
export function requiredWebAddress(label: string) {
  return requiredText(label, webAddressLimit).superRefine(refuseBadAddress)
}

function refuseBadAddress(address: string, context: z.RefinementCtx): void {
  const message = addressProblem(address)
  if (message !== null) context.addIssue({ code: 'custom', message })
}

const httpAddress = z.url({ protocol: /^https?$/, hostname: /./ })

/** Browsers remove line breaks and read `\\` as `/`, and a user name can look like the host: such an address is
 *  misleading. */
function addressProblem(address: string): string | null {
  if (address === '') return null
  if (!httpAddress.safeParse(address).success) return m.webAddress
  return /[\p{Cc}\\]|^[^/]*\/\/[^/?#]*@/u.test(address) ? m.webAddressMisleading : null
}

/** A comma-separated list, normalized: parts trimmed, without blanks and duplicates. */
export function commaSeparated(max: number) {
  return text(max).transform((value) => [...new Set(splitCommas(value))].join(','))
}

/** A problem with a field of the body, in the shape of a refusal's `detail`. */
export function fieldProblem(field: string, msg: string, type = 'value_error'): FieldProblem {
  return { loc: ['body', field], msg, type }
}

/** A response that only says what happened. */
export const Message = z.object({ message: z.string() })

/** The response to an upload. `file_url` is root-relative, `file_name` is the name that the browser sent. */
export const Uploaded = z.object({
  file_url: z.string(),
  message: z.string(),
  file_name: z.string(),
  uploaded_at: Instant,
})
export type Uploaded = z.infer<typeof Uploaded>

/** The id of a person, or `nobody`. */
export const PersonId = z.union([z.literal(nobody), Id])

/** A number, or its text in a query or form. */
export function numberText(number: z.ZodType<number, number>, written: Written = {}) {
  return z.preprocess((given: number | string, context) => numberIn(given, written, context), number)
}

/** A number, or its text from a form. Blank text and null become `blank`. */
export function numeric<Blank extends number | null>(
  number: z.ZodType<number, number>,
  blank: Blank,
  written: Written = {},
) {
  const schema = (blank === null ? number.nullable() : number) as z.ZodType<number | Blank, number | Blank>
  return z.preprocess((given: number | string | null, context) => {
    if (given === null || (typeof given === 'string' && given.trim() === '')) return blank
    return numberIn(given, written, context)
  }, schema)
}

function numberIn(given: number | string, written: Written, context: z.RefinementCtx): number {
  const number = typeof given === 'string' ? readNumber(given, written) : given
  if (typeof number === 'number') return number
  context.addIssue({ code: 'custom', message: digitsOnly })
  return z.NEVER
}

/** The number of rows to return: 1 to `most`, by default `most`. */
export function pageLimit(most: number) {
  return numberText(z.number().int().min(1).max(most)).default(most)
}

/** The number of rows to skip, as in the `Link` header. */
export const Cursor = numberText(z.number().int().min(0).max(10_000_000)).default(0)

/** A latitude (`limit` 90) or longitude (180), in degrees. */
export function degrees(limit: number) {
  const message = fill(m.numberBetween, { least: -limit, most: limit })
  return z.number(message).min(-limit, message).max(limit, message)
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for a problem whose schema has none of its own. */
function sentenceFor(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return missing(issue.input) ? m.requiredOther : (typeMessages[issue.expected] ?? m.notValid)
  if (issue.code === 'too_big') return tooBig(issue.origin, String(issue.maximum))
  if (issue.code === 'too_small') return tooSmall(issue.origin, String(issue.minimum))
  if (issue.code === 'invalid_value') return m.selectOption
  return m.notValid
}

const typeMessages: Record<string, string> = {
  string: m.textNeeded,
  number: digitsOnly,
  int: m.wholeNumber,
  boolean: m.trueOrFalse,
  date: m.dateNeeded,
}

const missing = (input: unknown) => input === undefined || input === null || input === ''

function tooBig(origin: string, most: string): string {
  if (origin === 'string') return fill(m.charactersAtMost, { most })
  return fill(origin === 'array' ? m.giveAtMost : m.notAbove, { most })
}

function tooSmall(origin: string, least: string): string {
  if (origin === 'string') return fill(m.charactersAtLeast, { least })
  return fill(origin === 'array' ? m.giveAtLeast : m.notBelow, { least })
}

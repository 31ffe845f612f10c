import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import * as answersInEnglish from '#languages/en/answers.json'
import * as statesInEnglish from '#languages/en/application-states.json'
import * as errorsInEnglish from '#languages/en/errors.json'
import * as fieldsInEnglish from '#languages/en/fields.json'
import * as namesInEnglish from '#languages/en/names.json'
import * as tablesInEnglish from '#languages/en/tables.json'
import * as answers from '#languages/th/answers.json'
import * as states from '#languages/th/application-states.json'
import * as errors from '#languages/th/errors.json'
import * as fields from '#languages/th/fields.json'
import * as names from '#languages/th/names.json'
import * as tables from '#languages/th/tables.json'

// The contract's schemas and most services are made once, with English messages. They are translated where an answer is sent.

type Messages = Record<string, string>

const pairs: [Messages, Messages][] = [
  // Sentences about an application's state, with which some refusals begin.
  [statesInEnglish, states],
  [errorsInEnglish, errors],
  [fieldsInEnglish, fields],
  [answersInEnglish, answers],
  [tablesInEnglish, tables],
]

/** Thai by the English message. */
const known = new Map<string, string>()
const patterns: { pattern: RegExp; letters: number; thai: string }[] = []

for (const [english, inThai] of pairs) {
  for (const [key, message] of Object.entries(english)) {
    const thai = inThai[key]
    if (thai === undefined) continue
    known.set(message, thai)
    if (/\{\w+\}/.test(message)) patterns.push({ ...patternOf(message), thai })
  }
}
// The pattern with the most fixed text is tried first, because it is the closest fit. Those that contain another message come before
// all others: that message's own pattern could match the whole text, with the words around it as a value.
patterns.sort((one, other) => (one.letters === other.letters ? 0 : other.letters - one.letters))

function patternOf(message: string): { pattern: RegExp; letters: number } {
  const parts = message.split(/\{(\w+)\}/)
  const texts = parts.filter((_, place) => place % 2 === 0)
  const source = parts.map((part, place) => (place % 2 === 0 ? escaped(part) : `(?<${part}>.+?)`)).join('')
  const letters = parts.includes('problem') ? Number.POSITIVE_INFINITY : texts.join('').length
  return { pattern: new RegExp(`^${source}$`, 's'), letters }
}

/** In characters. Longer texts are somebody's own, and would be slow to compare. */
const longest = 1_000

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Placeholders that take a message instead of a value. */
const messagesWithin = new Set(['label', 'what', 'problem'])

/** A message of the API in a language, given in English. Anything unknown stays as it is. */
export function translated(message: string, language: Language): string {
  if (language === 'en' || message.length > longest) return message
  return known.get(message) ?? fromPattern(message) ?? message
}

/** An answer in a language: its `message`, if it has one, and the names that the server gives. */
export function answeredIn(language: Language, answer: unknown): unknown {
  if (language === 'en' || typeof answer !== 'object' || answer === null) return answer
  const named = withNames(answer, language)
  if (!('message' in named) || typeof named.message !== 'string') return named
  return { ...named, message: translated(named.message, language) }
}

/** Where a name may be one that the server gave. A person's own name that reads the same becomes Thai too. */
const nameFields = new Set(['fullname', 'first_name', 'username', 'organizer_name', 'person'])

/** A value of an answer with the names that the server gives ('Walk-in', 'Guest of Malee', 'guest 57') in a language. They are
 *  stored or selected in English. */
export function withNames<T>(value: T, language: Language): T {
  return language === 'en' ? value : (withThaiNames(value) as T)
}

/** Copies only what changes, because lists can be long. */
function withThaiNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  let changed: Record<string, unknown> | null = null
  for (const key of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[key]
    const after = typeof before === 'string' ? (nameFields.has(key) ? thaiName(before) : before) : withThaiNames(before)
    if (after === before) continue
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    changed[key] = after
  }
  return changed ?? value
}

const thaiNames = new Map([
  [namesInEnglish.deletedAccount, names.deletedAccount],
  [namesInEnglish.invitedGuest, names.invitedGuest],
  [namesInEnglish.walkIn, names.walkIn],
])
const guestOf = patternOf(namesInEnglish.guestOf).pattern
const hiddenUsername = new RegExp(`^${fill(namesInEnglish.hiddenUsername, { id: String.raw`(?<id>\d+)` })}$`)

function thaiName(name: string): string {
  const host = guestOf.exec(name)?.groups
  if (host !== undefined) return fill(names.guestOf, host)
  const hidden = hiddenUsername.exec(name)?.groups
  return hidden === undefined ? (thaiNames.get(name) ?? name) : fill(names.hiddenUsername, hidden)
}

function fromPattern(message: string): string | null {
  for (const { pattern, thai } of patterns) {
    const values = pattern.exec(message)?.groups
    if (values === undefined) continue
    const inThai = Object.entries(values).map(([name, value]) => [
      name,
      messagesWithin.has(name) ? translated(value, 'th') : value,
    ])
    return fill(thai, Object.fromEntries(inThai))
  }
  return null
}

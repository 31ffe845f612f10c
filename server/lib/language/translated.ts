import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import * as answersInEnglish from '#languages/en/answers.json'
import * as statesInEnglish from '#languages/en/application-states.json'
import * as errorsInEnglish from '#languages/en/errors.json'
import * as fieldsInEnglish from '#languages/en/fields.json'
import * as tablesInEnglish from '#languages/en/tables.json'
import * as answers from '#languages/th/answers.json'
import * as states from '#languages/th/application-states.json'
import * as errors from '#languages/th/errors.json'
import * as fields from '#languages/th/fields.json'
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
// The one with the most text of its own fits best; those around another message come first.
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

/** An answer with its `message`, if it has one, in a language. */
export function answeredIn(language: Language, answer: unknown): unknown {
  if (language === 'en' || typeof answer !== 'object' || answer === null) return answer
  if (!('message' in answer) || typeof answer.message !== 'string') return answer
  return { ...answer, message: translated(answer.message, language) }
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

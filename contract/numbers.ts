import type { z } from 'zod'

/** The problem of a text that is no number as people write one: '0x10', '1e3', '1,000', 'ten'. */
export const digitsOnly = 'Write the number with digits only.'

/** The problem of an amount of money with more than baht and satang. */
export const centsOnly = 'Use at most two decimals.'

const thaiZero = 0x0e50

const written = /^[+-]?\d+(\.\d+)?$/
const signless = /^-?\d+(\.\d+)?$/

/** The number that somebody wrote in decimal digits, Thai ones (๐-๙) too, with spaces around it or not; null for any
 *  other text. A plus in front belongs to coordinates only. */
export function readNumber(text: string, { plus = false } = {}): number | null {
  const digits = inAscii(text).trim()
  if (!(plus ? written : signless).test(digits)) return null
  // However many digits there are, it is a number; the caller's schema says that it is too large.
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(digits)))
}

/** The text with its Thai digits in ASCII. */
export function inAscii(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
}

export interface Written {
  /** Whether '+13.75' is a number. */
  plus?: boolean
}

/** The number that a schema takes, which takes its text as well. */
export interface WrittenNumber extends Written {
  number: z.ZodType
  isBlankTaken?: true
}

const writtenNumbers = new WeakMap<object, WrittenNumber>()

/** Notes of a schema which number it takes, for the description of the API: the schema alone does not tell. */
export function asWritten<Schema extends z.ZodType>(schema: Schema, written: WrittenNumber): Schema {
  writtenNumbers.set(schema, written)
  return schema
}

export const writtenNumberOf = (schema: object): WrittenNumber | undefined => writtenNumbers.get(schema)

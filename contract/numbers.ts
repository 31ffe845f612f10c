import * as m from '#messages/fields.json'

/** For '0x10', '1e3', '1,000' or 'ten'. */
export const digitsOnly = m.digitsOnly

/** For an amount smaller than a satang. */
export const centsOnly = m.twoDecimals

const thaiZero = 0x0e50

const written = /^[+-]?\d+(\.\d+)?$/
const signless = /^-?\d+(\.\d+)?$/

/** Reads a number in decimal digits, including Thai ones (๐-๙), and trims spaces; null for any other text. Only coordinates may
 *  have a leading plus. */
export function readNumber(text: string, { plus = false } = {}): number | null {
  const digits = inAscii(text).trim()
  if (!(plus ? written : signless).test(digits)) return null
  // Clamped, so that the caller's schema reports a huge number as too large.
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

/** Satang as baht with both decimals: '1,250.50'. From integers, because floats must not hold money. */
export function exactBaht(satang: number): string {
  return `${Math.floor(satang / 100).toLocaleString('en-US')}.${String(satang % 100).padStart(2, '0')}`
}

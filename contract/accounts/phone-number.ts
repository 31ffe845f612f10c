import { z } from 'zod'
import { inAscii } from '#contract/numbers.ts'
import * as m from '#messages/fields.json'

/** Separators between digits: spaces, dashes, dots, brackets, and the invisible marks of copied numbers. */
const between = /[\s().\p{Pd}\p{Cf}]/gu

/** Thailand's country code, with or without the 0 after it. */
const countryCode = /^(?:\+|00)?66(?=0?\d{9}$)0?/

/** The ten digits of a Thai phone number: '081-234 5678', '+66 81 234 5678' and '๐๘๑๒๓๔๕๖๗๘' are all 0812345678. Null for anything
 *  else. */
export function phoneDigits(written: string): string | null {
  const digits = inAscii(written.normalize('NFKC')).replace(between, '').replace(countryCode, '0')
  return /^\d{10}$/.test(digits) ? digits : null
}

/** Normalized to ten digits, as in Thailand (0812345678). */
export const PhoneNumber = z
  .string({ error: m.phoneNumberRequired })
  .trim()
  .min(1, m.phoneNumberRequired)
  .transform((written, context) => {
    const digits = phoneDigits(written)
    if (digits === null) context.addIssue({ code: 'custom', message: m.phoneNumberDigits })
    return digits ?? z.NEVER
  })
  .describe('Ten digits, also with spaces, dashes or +66, such as 0812345678.')

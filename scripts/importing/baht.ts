import { inAscii, readNumber } from '#contract/numbers.ts'

/** A price as people write it in baht: the first number, or where another currency is named too, the one beside baht.
 *  0 where it says free or nothing; null where the price is in other currencies alone. */
export function priceInBaht(typed: string): number | null {
  if (/^\W*free/i.test(typed)) return 0
  const text = inAscii(typed)
  if (!isForeign(text)) return amount(number.exec(text)?.[0])
  const [found, before, after] = inBaht.exec(text) ?? []
  return found === undefined ? null : amount(before ?? after)
}

function amount(digits = ''): number {
  return readNumber(digits.replaceAll(',', '')) ?? 0
}

const number = /\d[\d,]*(?:\.\d{1,2})?/
const inBaht = new RegExp(`(?:THB|฿)\\s*(${number.source})|(${number.source})\\s*(?:THB|baht|฿|บาท)`, 'i')
const codes = new Set(Intl.supportedValuesOf('currency').filter((code) => code !== 'THB'))

function isForeign(text: string): boolean {
  const beside = [...text.matchAll(/\b([A-Z]{3})\s*\d|\d\s*([A-Z]{3})\b/g)].map(([, before, after]) => before ?? after)
  return /(?!฿)\p{Sc}/u.test(text) || beside.some((code) => code !== undefined && codes.has(code))
}

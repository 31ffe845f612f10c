import { inAscii, readNumber } from '#contract/numbers.ts'

/** A price as people write it in baht: the first number beside baht, of a range its lower end, or where nothing names
 *  a currency the first number. 0 where it says free or nothing; null where the price is in other currencies alone. */
export function priceInBaht(typed: string): number | null {
  if (/^\W*free/i.test(typed)) return 0
  const text = inAscii(typed)
  // What stands beside baht goes before other numbers, such as those of days and seats.
  const [found, before, after] = inBaht.exec(text) ?? []
  if (found !== undefined) return amount(before ?? after)
  return isForeign(text) ? null : amount(number.exec(text)?.[0])
}

function amount(digits = ''): number {
  return readNumber(digits.replaceAll(',', '')) ?? 0
}

const number = /\d[\d,]*(?:\.\d{1,2})?/
const inBaht = new RegExp(
  `(?:THB|฿)\\s*(${number.source})|(${number.source})(?:\\s*[~–-]\\s*${number.source})?\\s*(?:THB|baht|฿|บาท)`,
  'i',
)
const codes = new Set(Intl.supportedValuesOf('currency').filter((code) => code !== 'THB'))
const beside = /(?<![a-z])([a-z]+)\.?\s*\d|\d\s*([a-z]+)/gi
const foreignNames = new Set(
  'dollar dollars euro euros pound pounds quid yen yuan won rupee rupees ringgit kip dong peso pesos franc francs rs rm rp kr'.split(
    ' ',
  ),
)

function isForeign(text: string): boolean {
  if (/(?!฿)\p{Sc}/u.test(text)) return true
  const words = [...text.matchAll(beside)].flatMap(([, before, after]) => [before, after])
  return words.some(
    (word) => word !== undefined && (codes.has(word.toUpperCase()) || foreignNames.has(word.toLowerCase())),
  )
}

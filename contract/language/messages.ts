import { type Language, pageLanguage } from './languages.ts'

/** Replaces the placeholders of a message: `fill('{name} is there', { name: 'Malee' })` is 'Malee is there'. */
export function fill(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** The message in a language. For functions of the contract and of web/lib that the server or a test asks for either language;
 *  the messages are of `#languages/en/...` and `#languages/th/...`, which in the pages' builds are both the page's own, so that
 *  a page does not load the other language. */
export const textIn = (language: Language, english: string, thai: string) => (language === 'th' ? thai : english)

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const isOne = (count: number, language: Language) => language === 'en' && count === 1

/** The message for a number of things, with the number as `{count}`: '1 seat', '1,250 seats'. Thai has one form for all numbers
 *  (Unicode CLDR), so its messages have no `_one`. */
export function counted(
  count: number,
  one: string,
  other: string,
  values: Record<string, string | number> = {},
  language = pageLanguage,
): string {
  return fill(isOne(count, language) ? one : other, { count: numbers.format(count), ...values })
}

/** The messages of a file in every language: `inLanguages(en, th).th.hello`. Thai has one form for all numbers, so it leaves out
 *  the messages for one of something, which `counted` never shows in Thai. */
export function inLanguages<English extends object>(
  en: English,
  th: Record<Exclude<keyof English, `${string}_one` | 'default'>, string>,
): Record<Language, English> {
  return { en, th: th as unknown as English }
}

/** 'Malee, Anan, and Chai'. Not by `Intl` in Thai: it puts only spaces between names, and names have spaces in them. */
export function listOf(
  names: string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
  language: Language = pageLanguage,
): string {
  if (language === 'en' || names.length < 2) return new Intl.ListFormat('en', { type }).format(names)
  return `${names.slice(0, -1).join(', ')} ${type === 'conjunction' ? 'และ' : 'หรือ'} ${names.at(-1)}`
}

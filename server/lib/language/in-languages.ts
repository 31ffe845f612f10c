import type { Language } from '#contract/language/languages.ts'

/** The messages of a file in every language: `inLanguages(en, th).th.hello`. Thai has one form for all numbers, so it leaves out
 *  the messages for one of something, which `counted` never shows in Thai. */
export function inLanguages<English extends object>(
  en: English,
  th: Record<Exclude<keyof English, `${string}_one` | 'default'>, string>,
): Record<Language, English> {
  return { en, th: th as unknown as English }
}

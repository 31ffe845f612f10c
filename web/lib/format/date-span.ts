import { fullSpan, zoneName } from '#contract/dates.ts'
import { type Language, pageLanguage } from '#contract/language/languages.ts'

/** 'Saturday, December 5, 2026 at 6:00 PM to 8:00 PM (Bangkok time)'. Null if a date is invalid or `end` is not later. */
export function dateSpan(start: string, end: string, language: Language = pageLanguage): string | null {
  const isSpan = Date.parse(start) < Date.parse(end)
  return isSpan ? `${fullSpan(start, end, language)} (${zoneName(language)})` : null
}

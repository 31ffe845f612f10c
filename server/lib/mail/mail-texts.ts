import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/mails.json'
import * as th from '#languages/th/mails.json'

/** What several mails say. */
export const mailTexts = inLanguages(en, th)

/** A mail's first line. */
export function helloTo(name: string, language: Language): string {
  return fill(mailTexts[language].hello, { name })
}

/** What an organizer has written, if anything. */
export function organizerWrites(words: string, language: Language): string[] {
  return words === '' ? [] : [fill(mailTexts[language].organizerWrites, { words })]
}

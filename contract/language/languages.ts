import * as m from '#messages/language.json'

/** The languages of pages, mails and the API's messages. */
export const languages = ['en', 'th'] as const

export type Language = (typeof languages)[number]

/** The language of the pages that this code is built into: each language is a build of its own. English in the server, which
 *  writes in several languages and names the one it wants. */
export const pageLanguage = m.code as Language

/** The cookie with the language that a person has chosen in this browser. */
export const languageCookie = 'language'

/** An address in a language: '/th/discover', or '/discover' in English, whose addresses have no prefix. */
export function inLanguage(path: string, language = pageLanguage): string {
  return language === 'en' ? path : `/${language}${path === '/' ? '' : path}`
}

import * as m from '#messages/language.json'

/** The languages of pages, mails and the API's messages. */
export const languages = ['en', 'th'] as const

export type Language = (typeof languages)[number]

/** The language of the pages that this code is built into: each language is a build of its own. English in the server, which
 *  writes in several languages and names the one it wants. */
export const pageLanguage = m.code as Language

/** The cookie of this browser with the language that a person has chosen. */
export const languageCookie = 'language'

/** An address in a language: '/th/discover', or '/discover' in English, whose addresses have no prefix. */
export function inLanguage(path: string, language = pageLanguage): string {
  return language === 'en' ? path : `/${language}${path === '/' ? '' : path}`
}

/** React Router asks for the data of the home page '/th' at '/th.data'. */
const prefix = /^\/th(?=[/?]|\.data\b|$)/

/** The language that an address names. */
export const languageOf = (path: string): Language => (prefix.test(path) ? 'th' : 'en')

/** The address without its language, as the routes name it. */
export function withoutLanguage(path: string): string {
  if (!prefix.test(path)) return path
  const rest = path.replace(prefix, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

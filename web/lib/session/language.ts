import { type Language, languageCookie } from '#contract/language/languages.ts'

const oneYear = 365 * 86_400

/** Links from outside then open in this language, in this browser. */
export function rememberLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}

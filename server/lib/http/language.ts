import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Language, languageCookie, languages } from '#contract/language/languages.ts'

const prefix = new RegExp(`^/(${languages.filter((language) => language !== 'en').join('|')})(?=[/?]|$)`)

/** The request's URL for the router: every address of the server answers below /th in Thai. */
export function withoutLanguage(url: string): string {
  const rest = url.replace(prefix, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Gives each request the language that its address names. */
export function readLanguages(app: FastifyInstance): void {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      return (prefix.exec(this.originalUrl)?.[1] ?? 'en') as Language
    },
  })
}

/** The language of a person who opens a page from outside, such as a shared link: their own choice, else the browser's.
 *  Undefined on the way from one page of the site to another, and for clients that name no language that there is. */
export function languageOfVisitor({ headers }: FastifyRequest): Language | undefined {
  const site = headers['sec-fetch-site']
  if (headers['sec-fetch-mode'] !== 'navigate' || site === undefined || site === 'same-origin') return undefined
  const chosen = new RegExp(`(?:^|; *)${languageCookie}=(\\w+)`).exec(headers.cookie ?? '')?.[1]
  const known = languages.find((language) => language === chosen)
  if (known !== undefined || headers['accept-language'] === undefined) return known
  return new Negotiator({ headers }).language([...languages]) as Language | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Language, languageCookie, languageOf, languages } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'

/** Gives each request the language that its address names. */
export function readLanguages(app: FastifyInstance): void {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      return languageOf(this.originalUrl)
    },
  })
}

/** The language of a person who opens a page from outside, such as a shared link: their own choice, else the browser's.
 *  Undefined for navigation within the site, and if Accept-Language has none of our languages. */
export function languageOfVisitor({ headers, host, originalUrl }: FastifyRequest): Language | undefined {
  // Redirects by LINE keep the referer, and its return address is the same in every language.
  const isFromLine = originalUrl.split('?')[0] === paths.lineReturn
  // Not Sec-Fetch-Site: with a service worker every navigation looks as if it came from the site.
  const isInside = !isFromLine && headers.referer?.split('/')[2] === host
  if (headers['sec-fetch-mode'] !== 'navigate' || isInside) return undefined
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

import { inLanguage, type Language } from '#contract/language/languages.ts'
import type { Settings } from './settings.ts'

/** A page's full public URL in a language, for mails. */
export function pageUrl(
  settings: Pick<Settings, 'PUBLIC_URL' | 'PORT'>,
  path: `/${string}`,
  language: Language,
): string {
  return publicUrl(settings, inLanguage(path, language) as `/${string}`)
}

/** The full public URL of an address, in English if it is a page. */
export function publicUrl({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>, path: `/${string}`): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '') + path
}

/** A host name or address with an optional port, as browsers write it; nothing that could end an HTML attribute. */
const host = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i

/** The site's scheme and host as the visitor sees it: those of PUBLIC_URL, else the request's own, as reported by trusted
 *  proxies. Never share a result between hosts: anyone can send any Host header. */
export function originOf(
  { PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>,
  request: { protocol: string; host: string },
): string {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).origin
  const own = `http://localhost:${PORT}`
  if (!host.test(request.host)) return own
  const address = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`
  return URL.canParse(address) ? new URL(address).origin : own
}

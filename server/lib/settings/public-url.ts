import type { Settings } from './settings.ts'

/** The whole address of a page, as people reach it from outside: for mails and shares. */
export function publicUrl({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>, path: `/${string}`): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '') + path
}

/** A host name or an address, with a port or without: as browsers write it, and nothing that could end an attribute. */
const host = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i

/** The scheme and host of the site as the visitor sees it: those of PUBLIC_URL, else the request's own, as reported by the
 *  proxies of TRUST_PROXY. Never share a result between hosts: any Host header can be sent. */
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

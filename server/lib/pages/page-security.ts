import { createHash } from 'node:crypto'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Headers of a rendered page. Only inline scripts written by the renderer may run: their nonce is `mark`, a secret of this
 *  process. Here the mark is removed and each script's hash added to the policy, so that visitors can share a rendered page
 *  and a script smuggled into a text never runs. `html` is the page's bytes read as latin1, here and in the result. */
export function secured(html: string, mark: string, publicUrl: string | undefined, outside: OutsideSources[] = []) {
  const https = publicUrl?.startsWith('https:') ?? false
  const nonce = ` nonce="${mark}"`
  const hashes = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(nonce) && !attributes.includes(' src='))
    .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script, 'latin1').digest('base64')}'`)
  return { html: html.replaceAll(nonce, ''), headers: pageHeaders([...new Set(hashes)], outside, https) }
}

function pageHeaders(scriptHashes: string[], outside: OutsideSources[], https: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(scriptHashes, outside, https),
    // Google's sign-in opens a pop-up that must be able to respond.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

function contentSecurityPolicy(scriptHashes: string[], outside: OutsideSources[], https: boolean): string {
  const from = (directive: keyof OutsideSources) => outside.flatMap((sources) => sources[directive] ?? [])
  const frames = from('frame-src')
  return [
    "default-src 'self'",
    ["script-src 'self'", ...from('script-src'), ...scriptHashes].join(' '),
    ["style-src 'self'", ...from('style-src')].join(' '),
    // https: for images in an event's Markdown; blob: for the preview of a chosen file.
    ["img-src 'self' data: blob: https:", ...from('img-src')].join(' '),
    ["font-src 'self'", ...from('font-src')].join(' '),
    ["connect-src 'self'", ...from('connect-src')].join(' '),
    ["worker-src 'self'", ...from('worker-src')].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
    // Over plain http (a laptop, a venue's network) this directive would break the page.
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Other sites that pages may load from, by directive of the Content-Security-Policy. */
type OutsideSources = Partial<
  Record<'script-src' | 'style-src' | 'img-src' | 'font-src' | 'connect-src' | 'frame-src' | 'worker-src', string[]>
>

/** From the documentation of Google's sign-in. Its button also adds a style sheet to the page. */
const googleSignIn: OutsideSources = {
  'script-src': ['https://accounts.google.com/gsi/client'],
  'style-src': ["'unsafe-inline'", 'https://accounts.google.com/gsi/style'],
  'connect-src': ['https://accounts.google.com/gsi/'],
  'frame-src': ['https://accounts.google.com/gsi/'],
}

/** As https://developers.google.com/maps/documentation/javascript/content-security-policy lists them for a policy of
 *  hosts, without 'unsafe-eval'. The map writes style sheets of its own into the page. */
const googleMaps: OutsideSources = {
  'script-src': ['https://*.googleapis.com', 'https://*.gstatic.com', 'blob:'],
  'style-src': ["'unsafe-inline'", 'https://fonts.googleapis.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'connect-src': ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'data:', 'blob:'],
  'frame-src': ['https://*.google.com'],
  'worker-src': ['blob:'],
}

type Asked = Pick<Settings, 'GOOGLE_CLIENT_ID' | 'GOOGLE_MAPS_API_KEY' | 'MAP_TILES_URL'>

/** Nothing but what the operator's settings ask for. */
export function outsideSources({ GOOGLE_CLIENT_ID, GOOGLE_MAPS_API_KEY, MAP_TILES_URL }: Asked): OutsideSources[] {
  return [
    ...(GOOGLE_CLIENT_ID ? [googleSignIn] : []),
    ...(GOOGLE_MAPS_API_KEY ? [googleMaps] : [{ 'img-src': tileSources(MAP_TILES_URL) }]),
  ]
}

/** The tile server's hosts, which `{s}` may spread over several. Images over https are allowed anyway. */
function tileSources(address: string): string[] {
  const host = /^(http:\/\/)([^/]+)/.exec(address)
  return host ? [`${host[1]}${host[2]?.replace('{s}', '*')}`] : []
}

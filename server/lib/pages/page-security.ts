import { createHash } from 'node:crypto'
import type { OutsideSources } from './outside-sources.ts'

/**
 * Headers of a rendered page. Only the inline scripts that the renderer itself wrote may run: they carry `mark`, a
 * secret of this process, as their nonce. Here the mark is taken off again and the hash of each goes into the policy,
 * so that one rendered page can be shared among visitors and a script that somebody smuggled into a text stays dead.
 */
export function secured(html: string, mark: string, publicUrl: string | undefined, outside: OutsideSources[] = []) {
  const https = publicUrl?.startsWith('https:') ?? false
  const nonce = ` nonce="${mark}"`
  const hashes = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(nonce) && !attributes.includes(' src='))
    .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return { html: html.replaceAll(nonce, ''), headers: pageHeaders([...new Set(hashes)], outside, https) }
}

function pageHeaders(scriptHashes: string[], outside: OutsideSources[], https: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(scriptHashes, outside, https),
    // Google's sign-in opens a pop-up that must be able to answer.
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
    // https: for the pictures in an event's Markdown; blob: for the preview of a file that was just chosen.
    ["img-src 'self' data: blob: https:", ...from('img-src')].join(' '),
    ["font-src 'self'", ...from('font-src')].join(' '),
    ["connect-src 'self'", ...from('connect-src')].join(' '),
    ["worker-src 'self'", ...from('worker-src')].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
    // Over plain http (a laptop, a hall's own network) this directive would blank the page.
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { outsideSources, secured } from './page-security.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const policyOf = (html: string, url?: string) => secured(html, 'mark', url).headers['content-security-policy'] ?? ''

test("the renderer's inline scripts run by their hash, and the mark is removed", () => {
  const { html, headers } = secured('<script nonce="mark">let a = 1</script>', 'mark', undefined)

  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashOf('let a = 1')}`)
  expect(html).toBe('<script>let a = 1</script>')
})

test('a script in Thai is unchanged, and its hash is that of its bytes', () => {
  const page = Buffer.from('<script nonce="mark">let a = "งาน"</script>').toString('latin1')
  const { html, headers } = secured(page, 'mark', undefined)

  expect(Buffer.from(html, 'latin1').toString()).toBe('<script>let a = "งาน"</script>')
  expect(headers['content-security-policy']).toContain(hashOf('let a = "งาน"'))
})

test('an injected script does not run', () => {
  const policy = policyOf('<script>steal()</script><script nonce="guess">steal()</script>')

  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain(hashOf('steal()'))
})

test('inline styles and eval are blocked', () => {
  const policy = policyOf('<style>p { color: red }</style><p style="color: red">')

  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toMatch(/unsafe|style-src-attr|style-src-elem/)
})

test('requests are upgraded to https only on an https site', () => {
  expect(policyOf('', 'http://hall.local:8000')).not.toContain('upgrade-insecure-requests')
  expect(policyOf('', 'https://ruam.example')).toContain('upgrade-insecure-requests')
  expect(secured('', 'mark', 'https://ruam.example').headers).toHaveProperty('strict-transport-security')
  expect(secured('', 'mark', undefined).headers).not.toHaveProperty('strict-transport-security')
})

test('Google sign-in is allowed only if its client id is set', () => {
  const settings = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' }
  const policyWith = (given: Parameters<typeof outsideSources>[0]) =>
    secured('', 'mark', undefined, outsideSources(given)).headers['content-security-policy']

  expect(policyWith({ ...settings, GOOGLE_CLIENT_ID: undefined, GOOGLE_MAPS_API_KEY: undefined })).not.toContain(
    'google',
  )
  expect(policyWith({ ...settings, GOOGLE_CLIENT_ID: 'id', GOOGLE_MAPS_API_KEY: undefined })).toContain(
    "script-src 'self' https://accounts.google.com/gsi/client",
  )
})

const tiles = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const settings = { GOOGLE_CLIENT_ID: undefined, GOOGLE_MAPS_API_KEY: undefined, MAP_TILES_URL: tiles }

test('pages load nothing from other sites unless a setting asks for it', () => {
  expect(outsideSources(settings)).toEqual([{ 'img-src': [] }])
})

test.each([
  ['http://127.0.0.1:9000/{z}/{x}/{y}.png', 'http://127.0.0.1:9000'],
  ['http://{s}.tiles.example/{z}/{x}/{y}.png', 'http://*.tiles.example'],
])('tiles over plain http (%s) are allowed by host', (MAP_TILES_URL, source) => {
  expect(outsideSources({ ...settings, MAP_TILES_URL })).toEqual([{ 'img-src': [source] }])
})

test('Google Maps is allowed only with a key', () => {
  const [maps] = outsideSources({ ...settings, GOOGLE_MAPS_API_KEY: 'a-key' })

  expect(maps?.['script-src']).toContain('https://*.googleapis.com')
  expect(maps?.['script-src']).not.toContain("'unsafe-eval'")
})

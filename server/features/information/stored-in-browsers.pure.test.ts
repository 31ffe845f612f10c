import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languageCookie, languages } from '#contract/language/languages.ts'
import { packageRoot } from '#server/lib/settings/package-root.ts'
import { storedNames } from '#server/testing/stored-names.ts'

/** The names under which the web's own code stores something in a browser. */
const stored = [
  ...['access_token', 'refresh_token', 'username', 'status', 'id', 'picture', 'session'],
  ...['sidebar', 'sign_in_code', 'line_sign_in', 'apply_choice', 'scheme', 'notices'],
  ...['kept', 'values', 'event-draft', 'comment-drafts', 'message-drafts', 'answers'],
  ...['door', 'door-muted', 'links', 'snapshots', 'settings', 'scans', 'device', 'seats'],
  ...['pages 1', 'files 1'],
]

/** What React Router stores; the others only where pages ask for view transitions, or for the route table in pieces. */
const ofReactRouter = {
  'react-router-scroll-positions': 'stored',
  'remix-router-transitions': 'not stored',
  'react-router-manifest-version': 'not stored',
}

const root = packageRoot()
const sources = readSources(join(root, 'web'))
const policies = languages.map((language) => ({
  language,
  policy: readFileSync(new URL(`texts/${language}/cookie-policy.md`, import.meta.url), 'utf8'),
}))

test('the list holds what the sources store in browsers', () => {
  const found = Object.values(sources).flatMap((source) => storedNames(source, sources) ?? [])

  expect([...new Set(found)].sort()).toEqual([...stored].sort())
})

test.each(policies)('the cookie policy ($language) names everything that the list holds', ({ policy }) => {
  const ofLibraries = Object.entries(ofReactRouter).filter(([, state]) => state === 'stored')

  expect([...stored, ...ofLibraries.map(([name]) => name)].filter((name) => !policy.includes(`\`${name}\``))).toEqual(
    [],
  )
})

test.each(policies)('the cookie policy ($language) names nothing that is not stored', ({ policy }) => {
  const known = [...stored, 'react-router-scroll-positions', 'sw.js', 'g_state', languageCookie]

  expect(
    [...policy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => !known.includes(name)),
  ).toEqual([])
})

test('a new way to store something is noticed', () => {
  const write = "writeItem('localStorage', key, 'x')"
  const saving = "import { saveValue } from '#web/lib/storage/saved-values.ts'\n"

  expect(storedNames('nothing at all', {})).toBeNull()
  expect(storedNames(`const key = 'seen'\n${write}`, {})).toEqual(['seen'])
  expect(storedNames(`${saving}saveValue(\`search/\${id}\`, words)`, {})).toEqual(['search'])
  expect(() => storedNames(write, {})).toThrow('The name of key in the browser')
  expect(() => storedNames("window.localStorage.setItem('a', 'b')", {})).toThrow('Store by readItem')
})

test('the only cookie is that of the chosen language', () => {
  const all = { ...sources, ...readSources(join(root, 'server')), ...readSources(join(root, 'contract')) }
  const cookies = /document\.cookie|cookieStore|set-?cookie|['"]cookie['"]|@fastify\/cookie|headers\.cookie/i

  expect(Object.keys(all).filter((path) => cookies.test(all[path] ?? ''))).toEqual([
    'lib/session/session.ts',
    'lib/http/language.ts',
  ])
})

test('React Router stores what the list says and no more', () => {
  const folder = join(root, 'node_modules', 'react-router', 'dist', 'development')
  const library = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const keys = [...library.matchAll(/_STORAGE_KEY = "([^"]+)"/g)].map(([, key]) => key)

  expect([...new Set(keys)].sort()).toEqual(Object.keys(ofReactRouter).sort())
  expect(Object.keys(sources).filter((path) => /viewTransition/.test(sources[path] ?? ''))).toEqual([])
  expect(readFileSync(join(root, 'react-router.config.ts'), 'utf8')).toContain("routeDiscovery: { mode: 'initial' }")
})

/** The text of each source below a folder by its path, without tests. */
function readSources(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const ours = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name))
  return Object.fromEntries(ours.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

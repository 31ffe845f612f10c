import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { languageCookie, languages } from '#contract/language/languages.ts'
import { fileCache, pageCache } from '#web/lib/offline/offline-names.ts'
import { valueNames } from './saved-values.ts'
import { itemNames } from './storage.ts'

/** The sources that store something in browsers, with its names. All others use `readItem`, `writeItem` and `saveValue`, whose
 *  keys have types. */
const storing: Record<string, readonly string[]> = {
  'entry.client.tsx': ['door'],
  'features/door/phone/door-storage.ts': ['door', 'links', 'snapshots', 'settings', 'scans', 'device', 'seats'],
  'lib/offline/offline.ts': [pageCache, fileCache],
  'lib/session/session.ts': ['access_token', 'refresh_token', 'username', 'status', 'id', 'picture'],
  'lib/session/theme.ts': ['scheme'],
  'lib/storage/saved-values.ts': ['kept', 'values', ...valueNames],
  'lib/storage/storage.ts': itemNames,
  'worker/worker.ts': [pageCache, fileCache],
}

/** What React Router stores; the others only where pages ask for view transitions, or for the route table in pieces. */
const ofReactRouter = {
  'react-router-scroll-positions': 'stored',
  'remix-router-transitions': 'not stored',
  'react-router-manifest-version': 'not stored',
}

const stored = [...Object.values(storing).flat(), 'react-router-scroll-positions']
const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = readSources('web')
const policies = languages.map((language) => ({
  language,
  policy: readFileSync(join(root, `server/features/information/texts/${language}/cookie-policy.md`), 'utf8'),
}))

test('only the listed sources use the storage of browsers directly', () => {
  const storage =
    /\b(local|session)Storage\.|window\[storage|\bopenDB\b|\bcaches\.|indexedDB|navigator\.storage|cookieStore/

  expect(Object.keys(sources).filter((path) => storage.test(sources[path] ?? ''))).toEqual(Object.keys(storing).sort())
})

test('databases and the items of a session have the listed names', () => {
  const declaredIn = (path: string) =>
    [...(sources[path] ?? '').matchAll(/^const (?:database|store|keys) = (.*)/gm)].flatMap(
      ([, value = '']) => value.match(/[\w-]+(?=')/g) ?? [],
    )

  expect(declaredIn('features/door/phone/door-storage.ts')).toEqual(['door'])
  expect(declaredIn('lib/session/session.ts')).toEqual(storing['lib/session/session.ts'])
  expect(declaredIn('lib/storage/saved-values.ts')).toEqual(['kept', 'values'])
})

test.each(policies)('the cookie policy ($language) names everything that is stored', ({ policy }) => {
  expect(stored.filter((name) => !policy.includes(`\`${name}\``))).toEqual([])
})

test.each(policies)('the cookie policy ($language) names nothing that is not stored', ({ policy }) => {
  const known = [...stored, 'sw.js', 'g_state', languageCookie]

  expect(
    [...policy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => !known.includes(name)),
  ).toEqual([])
})

test('the only cookie is that of the chosen language', () => {
  const all = { ...sources, ...readSources('server'), ...readSources('contract') }
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

/** The text of each source by its path in the folder, without tests. */
function readSources(folder: string): Record<string, string> {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const ours = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name)).sort()
  return Object.fromEntries(ours.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]))
}

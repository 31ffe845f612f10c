import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { endpoints } from '../../e2e/support/network/endpoints.ts'
import type { Failure } from '../../e2e/support/network/failure.ts'
import { screens } from '../../e2e/support/network/screens.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The modules of web/ that a module imports, of values and not of types alone. */
function importsOf(module: string): string[] {
  const found = read(module).matchAll(/(?:import (?!type)[^;'"]*from|import\()\s*'((?:#web\/|\.\.?\/)[^']+\.tsx?)'/g)
  return [...found]
    .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : join(module, '..', path)))
    .filter((path) => !path.includes('/+types/'))
}

/** The calls whose endpoints a module takes from the contract. */
function callsOf(module: string): string[] {
  const lists = [...read(module).matchAll(/import \{([^}]*)\} from '#contract\//g)].map(([, list = '']) => list)
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' as ')[0] ?? '')
  return names.filter((name) => endpoints.has(name))
}

/** A screen's module and all that it imports, but for the client of the API, which serves them all. */
function codeOf(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module) || module.startsWith('web/lib/api/')) return seen
  seen.add(module)
  for (const imported of importsOf(module)) codeOf(imported, seen)
  return seen
}

/** The screens of the route table: `pages/events/home.tsx` is `events/home`. Layouts make no call of their own. */
const pages = [...read('web/routes.ts').matchAll(/'pages\/([^']+)\.tsx'/g)]
  .map(([, page = '']) => page)
  .filter((page) => !page.startsWith('layout/'))

const made = Object.fromEntries(
  [...new Set(pages)].map((page) => {
    const calls = [...codeOf(`web/pages/${page}.tsx`)].flatMap(callsOf)
    return [page, [...new Set(calls)].sort()]
  }),
)

const rows = Object.entries(screens).flatMap(([screen, calls]) =>
  Object.entries(calls).map(([call, failure]) => ({ screen, call, failure })),
)

test('the table of screens has every call of every screen, and no other', () => {
  const listed = Object.fromEntries(
    Object.entries(screens).map(([screen, calls]) => [screen, Object.keys(calls).sort()]),
  )
  expect(listed).toEqual(Object.fromEntries(Object.entries(made).filter(([, calls]) => calls.length > 0)))
})

test('layouts call the API through its client alone', () => {
  const layouts = readdirSync(join(root, 'web/pages/layout')).map((name) => `web/pages/layout/${name}`)
  expect([...layouts, 'web/root.tsx'].flatMap((layout) => [...codeOf(layout)].flatMap(callsOf))).toEqual([])
})

test('every call of the contract is known to the table', () => {
  const modules = readdirSync(join(root, 'contract'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && read(`contract/${name}`).includes('satisfies Endpoint'))
    .sort()
  const imported = [...read('contract/calls.ts').matchAll(/'\.\/([^']+)'/g)]
    .flatMap(([, name = '']) => (name === 'endpoint.ts' ? [] : [name]))
    .sort()

  expect(imported).toEqual(modules)
})

test('every failure that a screen tells is brought about by a journey, and tried again', () => {
  const journeys = readdirSync(join(root, 'e2e/journeys'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => spelledOut(read(`e2e/journeys/${name}`)))
    .join('\n')

  expect(rows.filter((row) => !isShown(row, journeys))).toEqual([])
})

/** A journey's text with the name of its one screen in the place of `screen`. */
function spelledOut(journey: string): string {
  const [, screen] = /const screen = '([^']+)'/.exec(journey) ?? []
  return screen === undefined ? journey : journey.replaceAll('(page, screen, ', `(page, '${screen}', `)
}

function isShown({ screen, call, failure }: { screen: string; call: string; failure: Failure }, journeys: string) {
  if ('again' in failure) return journeys.includes(`'${screen}', '${call}'`)
  if ('journey' in failure) return read(failure.journey).includes(failure.sees)
  if ('like' in failure) return call in (screens[failure.like] ?? {})
  return true
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { apply, login, type Row, routes as swept } from '../e2e/support/sweep/routes.ts'
import routes from './routes.ts'

type Routes = typeof routes

/** The patterns of a route table, including nested ones. */
function patternsOf(table: Routes, above = ''): string[] {
  return table.flatMap(({ path = '', index, children }) => {
    const pattern = `${above}/${path}`.replace(/\/+/g, '/')
    const within = children ? patternsOf(children, pattern) : []
    return index || path !== '' ? [pattern, ...within] : within
  })
}

const patterns = [...new Set(patternsOf(routes).map((pattern) => pattern.replace(/(.)\/$/, '$1')))]

const exampleOf = (path: (typeof paths)[keyof typeof paths]) =>
  typeof path === 'string' ? path : (path as (id: number, token: string) => string)(7, 'token')

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`).test(path)

test('every page has its path in `paths`, and every path leads to a page', () => {
  const examples = Object.values(paths).map(exampleOf)
  const named = patterns.filter((pattern) => pattern !== '/*')

  expect(named.filter((pattern) => !examples.some((path) => matches(pattern, path)))).toEqual([])
  expect(examples.filter((path) => !named.some((pattern) => matches(pattern, path)))).toEqual([])
})

/** The routes in a paragraph of the specification's route table: '/events/:eventId'. */
function specified(kind: string): string[] {
  const document = readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8')
  const [, table = ''] = /### Route table\n(.*?)\n###/s.exec(document) ?? []
  const paragraph = table.split('\n').find((line) => line.startsWith(kind)) ?? ''
  const found = paragraph.match(/(?<=[ (])\/[\w/{}-]*/g) ?? []
  return found.map((path) => path.replace(/\{(\w+)\}/g, ':$1'))
}

test("the sweep's table has exactly one row for every route", () => {
  const rows = Object.values(swept).flat()
  const named = new Set(rows.map(({ pattern }) => pattern))

  expect([...named].sort()).toEqual([...patterns].sort())
})

test("in the sweep's table visitors see public pages and are redirected to the login elsewhere", () => {
  const rows = Object.values(swept).flat()
  const viewsOf = (path: string) =>
    rows.filter(({ pattern }) => pattern === path || matches(pattern, path)).map(({ sees }) => sees.visitor)
  const isLed = (path: string) => viewsOf(path).every((view) => typeof view === 'object' && view.path === paths.login)

  const open = [...specified('Public'), ...specified('Static')]
  const guarded = specified('Protected').filter((path) => path !== paths.login)
  expect([open.length, guarded.length]).toEqual([22, 10])
  expect([...open, ...guarded].filter((path) => viewsOf(path).length === 0)).toEqual([])
  // The first has its own guard; the second signs out and goes to the login.
  expect(open.filter(isLed)).toEqual([paths.completeProfile, paths.logout])
  expect(guarded.filter((path) => !isLed(path))).toEqual([])
})

/** The patterns of the pages within a layout. */
function patternsWithin(layout: string, table: Routes = routes): string[] {
  return table.flatMap(({ file, children = [] }) =>
    file === layout ? patternsOf(children) : patternsWithin(layout, children),
  )
}

test("exactly the pages of the guard, and those of an event's team, redirect others", () => {
  const sorted = (some: Row[]) => [...new Set(some.map(({ pattern }) => pattern))].sort()
  const rows = Object.values(swept).flat()
  const ownGuards = [paths.completeProfile, '/events/:eventId/check-in']
  const guarded = rows.filter(({ pattern, sees }) => sees.visitor === login && !ownGuards.includes(pattern))
  const ofTeam = rows.filter(({ pattern, sees }) => sees.attendee === apply && pattern.startsWith('/events/'))

  expect(patternsWithin('pages/layout/guard.tsx').sort()).toEqual(sorted(guarded))
  expect(patternsWithin('pages/organizing/event-home.tsx').sort()).toEqual(sorted(ofTeam))
})

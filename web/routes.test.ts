import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { informationPages, paths } from '#contract/paths.ts'
import { routes as swept } from '../e2e/support/sweep/routes.ts'
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

test('the sweep opens every page except the logout, and three of the information pages', () => {
  const opened = Object.values(swept).flatMap((rows) => rows.map(({ path }) => path.replace(/[?#].*/, '')))
  const isOpened = (pattern: string) => opened.some((path) => matches(pattern, path))
  const information: string[] = Object.values(informationPages).map(({ path }) => path)

  const left = patterns.filter((pattern) => pattern !== '/*' && !isOpened(pattern))
  expect(left.filter((pattern) => !information.includes(pattern))).toEqual([paths.logout])
  expect(information.filter(isOpened)).toHaveLength(3)
})

/** The patterns of the pages within a layout. */
function patternsWithin(layout: string, table: Routes = routes): string[] {
  return table.flatMap(({ file, children = [] }) =>
    file === layout ? patternsOf(children) : patternsWithin(layout, children),
  )
}

/** Public pages that the specification's table does not have. */
const publicSince = [
  ...['/organizers/:organizerId', '/events/:eventId/check-in', '/sign-in/:link', '/guest-ticket/:code'],
  ...[
    '/invitation/:token',
    '/team-invitation/:secret',
    '/stop-following/:link',
    '/stop-messages/:link',
    '/how-was-it/:link',
  ],
]

test("every page is within the guard, except the specification's public ones and those listed here", () => {
  const within = patternsWithin('pages/layout/guard.tsx')
  const isWithin = (path: string) => within.some((pattern) => matches(pattern, path))
  const open = [...specified('Public'), ...specified('Static')]
  const isOpen = (pattern: string) => open.some((path) => path === pattern || matches(pattern, path))
  const guarded = specified('Protected').filter((path) => path !== paths.login)
  const ofTeam = ['manage', 'edit', 'applicants', 'refunds', 'codes', 'dates', 'messages', 'share', 'team']

  expect([open.length, guarded.length]).toEqual([22, 10])
  expect(open.filter(isWithin)).toEqual([])
  expect(guarded.filter((path) => !isWithin(path))).toEqual([])
  expect(patterns.filter((pattern) => !within.includes(pattern) && !isOpen(pattern)).sort()).toEqual(publicSince.sort())
  expect(patternsWithin('pages/organizing/event-home.tsx')).toEqual(ofTeam.map((page) => `/events/:eventId/${page}`))
})

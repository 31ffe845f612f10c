import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import routes from './routes.ts'

type Routes = typeof routes

/** The patterns of a route table, including nested ones. */
function patternsOf(table: Routes, above = ''): string[] {
  return table.flatMap(({ path = '', index, children }) => {
    const pattern = `${above}/${path}`.replace(/\/+/g, '/')
    const within = children ? patternsOf(children, pattern) : []
    return index || (path !== '' && path !== '*') ? [pattern, ...within] : within
  })
}

const exampleOf = (path: (typeof paths)[keyof typeof paths]) =>
  typeof path === 'string' ? path : (path as (id: number, token: string) => string)(7, 'token')

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`).test(path)

test('every page has its path in the list, and every path of the list leads to a page', () => {
  const patterns = [...new Set(patternsOf(routes).map((pattern) => pattern.replace(/(.)\/$/, '$1')))]
  const examples = Object.values(paths).map(exampleOf)

  expect(patterns.filter((pattern) => !examples.some((path) => matches(pattern, path)))).toEqual([])
  expect(examples.filter((path) => !patterns.some((pattern) => matches(pattern, path)))).toEqual([])
})

import { expect, test } from 'vitest'
import { inLanguage, languageOf, withoutLanguage } from './languages.ts'

test.each([
  ['/th', '/'],
  ['/th/', '/'],
  ['/th?x=1', '/?x=1'],
  ['/th/discover?x=1', '/discover?x=1'],
  ['/th.data?_routes=home', '/.data?_routes=home'],
])('%s is in Thai', (path, rest) => {
  expect([languageOf(path), withoutLanguage(path)]).toEqual(['th', rest])
})

test.each(['/', '/thai', '/the.data', '/events/th', 'http://localhost/th', '*'])('%s is in English', (path) => {
  expect([languageOf(path), withoutLanguage(path)]).toEqual(['en', path])
})

test('an address without a prefix is in English', () => {
  expect([inLanguage('/', 'th'), inLanguage('/discover', 'th'), inLanguage('/discover', 'en')]).toEqual([
    '/th',
    '/th/discover',
    '/discover',
  ])
})

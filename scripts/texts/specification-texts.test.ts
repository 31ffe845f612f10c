import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { screensOfEvents } from './events.ts'
import { screensForEverybody } from './everybody.ts'
import { failures } from './failures.ts'
import { ownScreens } from './own-pages.ts'
import type { Place, QuotedTexts } from './row.ts'
import { rules } from './rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const listed: QuotedTexts = { ...screensForEverybody, ...screensOfEvents, ...ownScreens, ...rules, ...failures }
const rows = Object.entries(listed).flatMap(([section, texts]) => texts.map((row) => ({ section, row })))

test('every text in quotation marks of the specification has its row, and no row is of another text', () => {
  const texts = Object.entries(listed).map(([section, row]) => [section, row.map(([text]) => text).sort()])
  expect(Object.fromEntries(texts)).toEqual(textsOf(read('docs/specification.md')))
})

test('every text is said by the product, word for word', () => {
  const missing = rows.filter(({ row: [text, said] }) => isPlace(said) && !(isProduct(said) && holds(said, text)))
  expect(missing).toEqual([])
})

test('every text is asserted by a test', () => {
  const missing = rows.filter(({ row: [text, , place] }) => place && !(isTest(place) && holds(place, text)))
  expect(missing).toEqual([])
})

test('texts are found in every kind of quotation marks, and apostrophes are none', () => {
  const specification = `
# Product

A 'text' of an organizer's page.

## 2. Screens

The button 'Don't go' and "You don't hold one." or \`Go\`, then “Go Home” and ‘Stay’; a parent's replies ('{n} left').
`
  expect(textsOf(specification)).toEqual({
    Product: ['text'],
    '2. Screens': ["Don't go", 'Go', 'Go Home', 'Stay', "You don't hold one.", '{n} left'],
  })
})

test('a text counts only where it stands alone', () => {
  expect(standsAlone("title='Go Home'", 'Go Home')).toBe(true)
  expect(standsAlone('<Link>\n  Go Home\n</Link>', 'Go Home')).toBe(true)
  expect(standsAlone('"You don\'t go"', "You don't go")).toBe(true)
  expect(standsAlone("'Go Home again'", 'Go Home')).toBe(false)
  expect(standsAlone("'go home'", 'Go Home')).toBe(false)
})

/** The texts by the heading above them, sorted, each once. */
function textsOf(specification: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let section = ''
  for (const line of specification.split('\n')) {
    section = /^#+ (.+)$/.exec(line)?.[1] ?? section
    if (line.startsWith('#')) continue
    const texts = [...line.matchAll(quoted)].map((match) => match.slice(1).find(Boolean)?.trim() ?? '')
    if (texts.length > 0) found[section] = [...new Set([...(found[section] ?? []), ...texts])].sort()
  }
  return found
}

/** An apostrophe stands between letters. */
const quoted = /(?<![A-Za-z])'((?:[^']|(?<=[a-z])'(?=[a-z]))+)'(?![A-Za-z])|"([^"]+)"|`([^`]+)`|“([^”]+)”|‘([^’]+)’/g

const isPlace = (place: Place | object): place is Place => typeof place === 'string' || Array.isArray(place)
const fileOf = (place: Place) => (typeof place === 'string' ? place : place[0])
const isProduct = (place: Place) => /^(contract|web|server)\/(?!testing)[^.]+\.(ts|tsx)$/.test(fileOf(place))
// The journeys of e2e/journeys/network expect the words of these.
const isTest = (place: Place) => /\.(test|spec)\.tsx?$|^e2e\/support\/network\/screens\/\w+\.ts$/.test(fileOf(place))

function holds(place: Place, text: string): boolean {
  const file = read(fileOf(place))
  return typeof place === 'string' ? standsAlone(file, text) : file.includes(place[1])
}

/** Whether code has a text between quotation marks or tags. */
function standsAlone(code: string, text: string): boolean {
  const words = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll("'", "(?:\\\\?'|’)")
    .replaceAll(' ', '\\s+')
  return new RegExp(`(?:['"\`>]|^)\\s*${words}\\s*(?:['"\`<]|$)`, 'm').test(code)
}

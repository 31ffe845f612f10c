import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Quoted texts with placeholders: the form in the messages or the code, and the form that a test expects. */
const patterns: Record<string, [code: string, expected: string]> = {
  'Error fetching data: {message}': ['Error fetching data', 'Error fetching data: {reason}'],
  'Error fetching data:': ['Error fetching data', 'Error fetching data: {reason}'],
  'Error fetching organizer events: {message}': [
    'Error fetching organizer events',
    'Error fetching organizer events: {reason}',
  ],
  'Error fetching bookmarked events: {message}': [
    'Error fetching bookmarked events',
    'Error fetching bookmarked events: {reason}',
  ],
  'Error fetching user data: ...': ['Error fetching user data: {problem}', 'Error fetching user data: {reason}'],
  'Error fetching comments: {detail}': ['Error fetching comments: {reason}', 'Error fetching comments: {reason}'],
  'Error deleting comment: {detail}': ['Error deleting comment: {reason}', 'Error deleting comment: {reason}'],
  'Error editing comment: {detail}': ['Error editing comment: {reason}', 'Error editing comment: {reason}'],
  'Error: {message}': ['Error: {reason}', 'Error: out of paper'],
  'MMM d, yyyy': ['export function shortDate', 'Nov 21, 2026'],
  'h:mm a': ['export function clockTime', '6:30 PM'],
  '...': ['trimEnd()}...`', '(50)}...`'],
  '... ago': ['ago', '1 minute ago'],
  '{n} attendees max': ['{count} attendees max', '50 attendees max'],
  'Limited to N attendees': ['Limited to {count} attendees', 'Limited to 50 attendees'],
  '{n} reply': ['{count} reply', '1 reply'],
  '{n} replies': ['{count} replies', '6 replies'],
  'Check out this event: {event_name}': ['Check out this event: {event}', 'Check out this event: Bangkok'],
  'Show N More Tags': ['Show {count} More Tags', 'Show 2 More Tags'],
  'Events on {date}': ['Events on {date}', '`Events on $'],
}

/** Quoted texts that users never see. */
const unseen: Record<string, string> = {
  'No access token found': 'It leads to the alert of the sections Account Details and Organizer Profile.',
  'show more': "It speaks of 'Show N More Tags'.",
}

/** An apostrophe between letters is not a quotation mark. */
const quoted = /(?<![A-Za-z])'((?:[^']|(?<=[a-z])'(?=[a-z]))+)'(?![A-Za-z])|"([^"]+)"|`([^`]+)`|“([^”]+)”|‘([^’]+)’/g

const texts = [...textsOf(read('docs/specification.md'))].filter((text) => !(text in unseen))

test('every quoted text of the specification is in the product, word for word', () => {
  const product = sourcesIn('contract', 'messages/en', 'web', 'server').filter(({ file }) => !isTest(file))
  const code = product.map(({ text }) => text).join('\n')

  expect(texts.filter((text) => !holds(code, text, patterns[text]?.[0]))).toEqual([])
})

test('every quoted text of the specification is expected by a test', () => {
  const tests = sourcesIn('contract', 'web', 'server', 'e2e/journeys').filter(({ file }) => isTest(file))
  const code = tests.map(({ text }) => text).join('\n')

  expect(texts.filter((text) => !holds(code, text, patterns[text]?.[1]))).toEqual([])
})

test('patterns and exceptions are quoted in the specification', () => {
  const quotedTexts = textsOf(read('docs/specification.md'))

  expect(Object.keys({ ...patterns, ...unseen }).filter((text) => !quotedTexts.has(text))).toEqual([])
})

test('every kind of quotation mark is recognized, apostrophes are not', () => {
  const specification = `
The 'text' of an organizer's page, the button 'Don't go' and "You don't hold one." or \`Go\`, then “Go Home” and ‘Stay’; a
parent's replies ('{n} left').
`
  expect([...textsOf(specification)].sort()).toEqual([
    ...["Don't go", 'Go', 'Go Home', 'Stay', "You don't hold one.", 'text', '{n} left'],
  ])
})

test('a text counts only as a whole string', () => {
  expect(standsAlone("title='Go Home'", 'Go Home')).toBe(true)
  expect(standsAlone('<Link>\n  Go Home\n</Link>', 'Go Home')).toBe(true)
  expect(standsAlone('"You don\'t go"', "You don't go")).toBe(true)
  expect(standsAlone("'Go Home again'", 'Go Home')).toBe(false)
  expect(standsAlone("'go home'", 'Go Home')).toBe(false)
})

function textsOf(specification: string): Set<string> {
  const lines = specification.split('\n').filter((line) => !line.startsWith('#'))
  const found = lines.flatMap((line) => [...line.matchAll(quoted)])
  return new Set(found.map((match) => match.slice(1).find(Boolean)?.trim() ?? ''))
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

const holds = (code: string, text: string, pattern: string | undefined) =>
  pattern === undefined ? standsAlone(code, text) : code.includes(pattern)

/** Whether code has a text between quotation marks or tags. */
function standsAlone(code: string, text: string): boolean {
  const words = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll("'", "(?:\\\\?'|’)")
    .replaceAll(' ', '\\s+')
  return new RegExp(`(?:['"\`>]|^)\\s*${words}\\s*(?:['"\`<]|$)`, 'm').test(code)
}

function sourcesIn(...folders: string[]): { file: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|json)$/.test(name) && !/^testing\//.test(name))
      .map((name) => ({ file: name, text: read(join(folder, name)) })),
  )
}

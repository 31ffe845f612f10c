import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { languages } from '#contract/language/languages.ts'

type Messages = Record<string, string>

const names = readdirSync('messages/en')
const read = (language: string, name: string): Messages =>
  JSON.parse(readFileSync(`messages/${language}/${name}`, 'utf8'))
/** Placeholders and tags, each as often as it occurs. */
const marks = (message: string) => [...message.matchAll(/\{\w+\}|<\/?\w+>/g)].map(([mark]) => mark).sort()

/** What the code uses: 'shell.json: skipToContent'. */
const used = new Set<string>()
/** Files that the server uses in several languages, whose messages it may pass on. They count as used where they are named. */
const inLanguages = new Set<string>()
const words = new Set<string>()
for (const folder of ['contract', 'server', 'web']) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/(?<!\.test)\.tsx?$/.test(file)) addUses(readFileSync(join(folder, file), 'utf8'))
  }
}

function addUses(source: string) {
  for (const [, name = ''] of source.matchAll(/ from '#languages\/en\/([\w-]+\.json)'/g)) inLanguages.add(name)
  for (const [word] of source.matchAll(/\w+/g)) words.add(word)
  for (const [, local, name] of source.matchAll(/import \* as (\w+) from '#messages\/([\w-]+\.json)'/g)) {
    for (const [, key] of source.matchAll(new RegExp(`(?<![\\w.])${local}\\.(\\w+)`, 'g'))) used.add(`${name}: ${key}`)
  }
}

test('every language has the same files', () => {
  for (const language of languages) expect(readdirSync(`messages/${language}`)).toEqual(names)
})

test.each(names)('%s says in Thai all that it says in English, with the same placeholders', (name) => {
  const [english, thai] = [read('en', name), read('th', name)]
  const inThai = Object.keys(english).filter((key) => !key.endsWith('_one'))

  expect(Object.keys(thai).sort()).toEqual(inThai.sort())
  for (const key of inThai) expect(marks(thai[key] ?? ''), key).toEqual(marks(english[key] ?? ''))
})

/** What Thai texts use as it is. */
const latinOnly = ['Google Calendar', 'Outlook', 'Webhook', 'th']

test.each(names)('the Thai messages of %s are Thai', (name) => {
  const isForeign = (message: string) =>
    /[a-z]/i.test(message.replace(/\{\w+\}|<\/?\w+>/g, '')) && !/[ก-๙]/.test(message) && !latinOnly.includes(message)

  expect(Object.values(read('th', name)).filter(isForeign)).toEqual([])
})

test.each(names)('every message of %s is used', (name) => {
  const isUsed = (key: string) => used.has(`${name}: ${key}`) || (inLanguages.has(name) && words.has(key))

  expect(Object.keys(read('en', name)).filter((key) => !isUsed(key))).toEqual([])
})

// Modules do not export reserved words of JSON: the build would put undefined in the message's place.
test('no message is called like a word of JavaScript', () => {
  const isReserved = (key: string) => {
    try {
      new Script(`'use strict'; const ${key} = 0`)
      return false
    } catch {
      return true
    }
  }

  expect(names.flatMap((name) => Object.keys(read('en', name))).filter(isReserved)).toEqual([])
  expect(['delete', 'in', 'private'].every(isReserved)).toBe(true)
})

test('no text that users see stands in an attribute', () => {
  const written =
    /\b(?:alt|aria-label|confirmLabel|hint|label|placeholder|saying|text|title)="(?!Google|https:)[^"]*[a-z]{4}[^"]*"/g
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  )

  expect(
    files.flatMap((file) => withoutComments(readFileSync(join('web', file), 'utf8')).match(written) ?? []),
  ).toEqual([])
})

const withoutComments = (source: string) => source.replace(/\/\*.*?\*\//gs, '')

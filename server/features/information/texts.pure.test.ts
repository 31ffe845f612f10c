import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/language/languages.ts'
import { informationNames } from '#contract/paths.ts'

const folder = new URL('texts/', import.meta.url)
const files = informationNames.map((name) => `${name}.md`)

/** What a text has in common with its translations. Facts and links may be told in another order, or more than once. */
function frameOf(language: Language, file: string) {
  const text = readFileSync(new URL(`${language}/${file}`, folder), 'utf8')
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([mark]) => mark)
  return {
    headings: all(/^#+ /gm),
    conditions: all(/^\{(?:if \w+|else|end)\}$/gm),
    facts: [...new Set(all(/\{\w+\}/g))].sort(),
    links: [...new Set(all(/\]\[[\w-]+\]|\]\([^)]+\)/g))].sort(),
    entries: all(/^- /gm).length,
    paragraphs: text.split('\n\n').length,
  }
}

test.each(languages)('every page has its text (%s), and there are no others', (language) => {
  expect(readdirSync(new URL(language, folder)).sort()).toEqual(files.sort())
})

test.each(files)('%s has the same headings, conditions, facts and links in Thai', (file) => {
  expect(frameOf('th', file)).toEqual(frameOf('en', file))
})

/** What Thai texts use as it is. */
const names = /Apple Wallet|Google Wallet|Google|LINE|Webhook|SIL Open Font License|www\.pdpc\.or\.th/g

test.each(files)('%s has no English left in Thai', (file) => {
  const text = readFileSync(new URL(`th/${file}`, folder), 'utf8')
  const parts = text.replace(/`[^`]*`|\]\([^)]*\)|\]\[[^\]]*\]|\{\w+( \w+)?\}/g, '').split(/\n|\*\*/)
  const isEnglish = (part: string) =>
    /[ก-๙]/.test(part) ? /([A-Za-z]{2,} ){2}[A-Za-z]{2,}/.test(part) : /[A-Za-z]{3}/.test(part)

  expect(parts.filter((part) => isEnglish(part.replace(names, '')))).toEqual([])
})

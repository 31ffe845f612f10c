import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/language/languages.ts'
import { clientFolder, loadBuild } from './page-build.ts'

/** The pages that most people open first, by their routes. */
const pages = {
  home: ['root', 'pages/layout/main-layout', 'pages/events/home'],
  list: ['root', 'pages/layout/main-layout', 'pages/events/discover', 'pages/events/discover-list'],
  event: ['root', 'pages/layout/main-layout', 'pages/events/event-detail'],
}

/** The most JavaScript that each may load, in kB after gzip. */
const most = 155

const everyPage = languages.flatMap((language) =>
  (Object.keys(pages) as (keyof typeof pages)[]).map((page) => ({ language, page })),
)

async function codeOf(page: keyof typeof pages, language: Language): Promise<string[]> {
  const { assets } = await loadBuild(language)
  const routes = pages[page].map((route) => {
    const files = assets.routes[route]
    if (!files) throw new Error(`There is no route ${route}.`)
    return files
  })
  return [
    ...new Set([assets.url, ...[assets.entry, ...routes].flatMap(({ module, imports = [] }) => [module, ...imports])]),
  ]
}

const read = (file: string) => readFileSync(path.join(clientFolder, file))

test.each(everyPage)('the $page page in $language stays within the JavaScript limit', async ({ page, language }) => {
  const files = await codeOf(page, language)

  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)

  expect(files.length).toBeGreaterThan(5)
  expect(bytes / 1_000).toBeLessThan(most)
})

test.each(everyPage)('the $page page in $language, which has no form, loads no schemas', async ({ page, language }) => {
  const files = await codeOf(page, language)

  expect(files.filter((file) => read(file).includes('ZodObject'))).toEqual([])
})

test("all pages share the root's style sheet, so no navigation waits for one", async () => {
  const { assets } = await loadBuild('en')

  expect(Object.values(assets.routes).filter((route) => route?.css && route.css.length > 0)).toEqual([])
})

test('no style sheet rule makes a small change recompute the styles of the whole page', () => {
  const sheets = readdirSync(path.join(clientFolder, 'assets')).filter((file) => file.endsWith('.css'))

  expect(sheets.length).toBeGreaterThan(0)
  expect(
    sheets.flatMap(
      (file) =>
        read(`assets/${file}`)
          .toString()
          .match(/:has\([^{}]*\) \*/g) ?? [],
    ),
  ).toEqual([])
})

test('the fonts of a page with Thai and Latin text are at most 60 kB', () => {
  const fonts = readdirSync(path.join(clientFolder, 'assets')).filter((file) => /^anuphan-.*\.woff2$/.test(file))

  expect(fonts).toHaveLength(2)
  expect(fonts.reduce((sum, file) => sum + read(`assets/${file}`).length, 0)).toBeLessThan(60_000)
})

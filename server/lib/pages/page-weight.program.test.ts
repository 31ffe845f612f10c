import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clientFolder, loadBuild } from './page-build.ts'

/** The pages that most people open first, by their routes. */
const pages = {
  home: ['root', 'pages/layout/main-layout', 'pages/events/home'],
  list: ['root', 'pages/layout/main-layout', 'pages/events/discover', 'pages/events/discover-list'],
  event: ['root', 'pages/layout/main-layout', 'pages/events/event-detail'],
}

/** The most kB of code that each may load, gzipped; see docs/decisions/062-what-a-page-loads.md. */
const most = { home: 120.3, list: 127, event: 130 }

async function codeOf(page: keyof typeof pages): Promise<string[]> {
  const { assets } = await loadBuild()
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

test.each(['home', 'list', 'event'] as const)('the %s page loads no more code than it may', async (page) => {
  const files = await codeOf(page)

  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)

  expect(files.length).toBeGreaterThan(8)
  expect(bytes / 1_000).toBeLessThan(most[page])
})

test.each(['home', 'list', 'event'] as const)('the %s page, which has no form, loads no schemas', async (page) => {
  const files = await codeOf(page)

  expect(files.filter((file) => read(file).includes('ZodObject'))).toEqual([])
})

test('the style sheet of every page is the root’s, for which the router waits on no page', async () => {
  const { assets } = await loadBuild()

  expect(Object.values(assets.routes).filter((route) => route?.css && route.css.length > 0)).toEqual([])
})

test('no rule of the style sheet lets a change anywhere in a page compute all of its styles anew', () => {
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

test('the rendered page and its code draw their icons by the same file, which is there, compressed as well', () => {
  const sprites = readdirSync(path.join(clientFolder, 'assets')).filter((file) => file.startsWith('icons-'))
  const [sprite = ''] = sprites
  const shells = [clientFolder, path.join(clientFolder, '..', 'server')].map((folder) =>
    readdirSync(path.join(folder, 'assets')).filter((file) => {
      return (
        file.endsWith('.js') && readFileSync(path.join(folder, 'assets', file), 'utf8').includes(`/assets/${sprite}`)
      )
    }),
  )

  expect(sprites.sort()).toEqual([sprite, `${sprite}.br`, `${sprite}.gz`])
  expect(shells.map((files) => files.length)).toEqual([1, 1])
})

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['.ci', 'contract', 'docs', 'e2e', 'lab', 'messages', 'scripts', 'server', 'web']

/** The text of each file by its path; '' for a picture. */
type Files = Record<string, string>

test('documents and comments name existing files, and every decision is in the index', () => {
  expect(problemsOf(readRepository())).toEqual([])
})

test('names in documents and comments that do not exist are reported', () => {
  const page = '# 1. One program\n\nSee `web/lib/gone.ts`, `gone.ts`, `web/gone/`, `a/{b,gone}` and [this](gone.md).\n'
  const files: Files = {
    'README.md': '`a/b.ts`, `b.ts`, `web/lib/`, `a/{b}` and [decisions](docs/decisions/README.md) are there.',
    'docs/decisions/README.md': '| 002 | [Two](002-two.md) | 2026-11-21 | in force |\n',
    'docs/decisions/001-one.md': page,
    'docs/rules.md': '# Rules\n\n## Events\n',
    'docs/specification.md': '# Specification\n\n## 2. Screens\n',
    'web/lib/a/b.ts':
      '/** As docs/rules.md, Events, and the specification, section 2, have it. */\nimport "c/gone.ts"\n',
    'web/lib/a/b/c.ts': [
      '// See docs/gone.md, decision 9 and migration 7.',
      '/** (docs/rules.md, Gone), (specification, section 3), lib/gone.ts */',
    ].join('\n'),
  }

  expect(problemsOf(files)).toEqual([
    'docs/decisions/001-one.md names web/lib/gone.ts, which does not exist.',
    'docs/decisions/001-one.md names gone.ts, which does not exist.',
    'docs/decisions/001-one.md names web/gone/, which does not exist.',
    'docs/decisions/001-one.md names a/gone, which does not exist.',
    'docs/decisions/001-one.md links to gone.md, which does not exist.',
    'docs/decisions/README.md links to 002-two.md, which does not exist.',
    'docs/decisions/README.md has no row "| 001 | [One program](001-one.md) |".',
    'web/lib/a/b/c.ts cites docs/gone.md, which does not exist.',
    'web/lib/a/b/c.ts cites lib/gone.ts, which does not exist.',
    'web/lib/a/b/c.ts cites decision 9, which does not exist.',
    'web/lib/a/b/c.ts cites migration 7, which does not exist.',
    'web/lib/a/b/c.ts cites docs/rules.md, Gone, which does not exist.',
    'web/lib/a/b/c.ts cites specification, section 3, which does not exist.',
  ])
})

test('docs/settings.md lists every setting and no other, and documented commands exist', () => {
  const files = readRepository()
  const documents = Object.keys(files).filter((path) => path.endsWith('.md'))
  const all = (text: string | undefined, pattern: RegExp) => [...(text ?? '').matchAll(pattern)].map(([, one]) => one)
  const rows = all(files['docs/settings.md'], /^\| (`[A-Z].*?`) \| /gm).flatMap((names) => all(names, /`(\w+)`/g))
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
  const named = documents.flatMap((path) => all(files[path], /npm run\s(?:-s )?([a-z]+(?::[a-z-]+)?)/g))
  const commands = documents.flatMap((path) => all(files[path], /admin -- ([a-z-]+)/g))

  expect(rows.sort()).toEqual(all(files['server/lib/settings/settings.ts'], /^ {2}([A-Z][A-Z0-9_]+): /gm).sort())
  expect(named.filter((name) => !scripts.includes(`${name}`))).toEqual([])
  expect(commands.filter((name) => !files['server/admin/commands.ts']?.includes(`admin -- ${name}`))).toEqual([])
  expect([rows.length, named.length, commands.length].every((found) => found > 5)).toBe(true)
})

function readRepository(): Files {
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  const here = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    [...below, ...here].map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(root.length), isText(name) ? readFileSync(path, 'utf8') : '']
    }),
  )
}

const isText = (name: string) => /\.(md|ts|tsx|mjs|cjs|css|sql)$/.test(name)

/** One sentence for each name of something that does not exist. */
function problemsOf(files: Files): string[] {
  const paths = Object.keys(files).sort()
  const documents = paths.filter((path) => path.endsWith('.md'))
  return [
    ...documents.flatMap((path) => missingNames(path, files[path] ?? '', paths)),
    ...missingRows(files),
    // This test's own examples name files that do not exist.
    ...paths
      .filter((path) => isText(path) && !path.endsWith('.md') && !path.startsWith('scripts/documents.'))
      .flatMap((path) => missingCitations(path, files)),
  ]
}

function missingNames(document: string, text: string, paths: string[]): string[] {
  const named = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, name = '']) => pathsIn(name))
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link)
  return [
    ...named
      .filter((name) => !isThere(name, paths) && !example.test(name))
      .map((name) => `${document} names ${name}, which does not exist.`),
    ...links
      .filter((link) => !paths.includes(fileOf(document, link)) && !isFolder(document, link, paths))
      .map((link) => `${document} links to ${link}, which does not exist.`),
  ]
}

/** The path that a link leads to. On the site's own pages a link from the root leads to a file of web/public. */
function fileOf(document: string, link: string): string {
  return link.startsWith('/') ? `web/public${link}` : normalize(join(dirname(document), link))
}

/** The example feature of CONTRIBUTING.md, which does not exist. */
const example = /[/-]arrivals\b/

/** `web/ui` and `rules.md` are paths; `a/{b,c}` means `a/b` and `a/c`. Addresses, packages and the folders of a
 *  running product are not paths. */
function pathsIn(name: string): string[] {
  const [, before = '', inner, after = ''] = /^([\w./-]+\/)\{([\w,-]+)\}([\w./-]*)$/.exec(name) ?? []
  if (inner !== undefined) return inner.split(',').map((one) => before + one + after)
  const isPlain = /^[\w.-]+(\/[\w.-]+)*\/?$/.test(name)
  return isPlain && (isNamedFile(name) || folders.some((folder) => name.startsWith(`${folder}/`))) ? [name] : []
}

const isNamedFile = (name: string) => isText(name) || name.endsWith('.json')

/** Whether a name is a whole path, or the end of one: `events.sql.ts`, `tickets/admission`. */
function isThere(name: string, paths: string[]): boolean {
  const bare = name.replace(/\/$/, '')
  return paths.some((path) => `/${path}`.endsWith(`/${bare}`) || `/${path}`.includes(`/${bare}/`))
}

function isFolder(document: string, link: string, paths: string[]): boolean {
  const folder = normalize(join(dirname(document), link)).replace(/\/$/, '')
  return paths.some((path) => path.startsWith(`${folder}/`))
}

function missingRows(files: Files): string[] {
  const index = files['docs/decisions/README.md'] ?? ''
  return Object.keys(files)
    .filter((path) => /^docs\/decisions\/\d/.test(path))
    .sort()
    .flatMap((path) => {
      const name = path.slice('docs/decisions/'.length)
      const title = /^# \d+\. (.+)$/m.exec(files[path] ?? '')?.[1]
      const row = `| ${name.slice(0, 3)} | [${title}](${name}) |`
      return index.includes(row) ? [] : [`docs/decisions/README.md has no row "${row}".`]
    })
}

function missingCitations(file: string, files: Files): string[] {
  const paths = Object.keys(files)
  const comments = commentsOf(file, files[file] ?? '')
  const cited = (pattern: RegExp, isGood: (match: RegExpMatchArray) => boolean) =>
    [...comments.matchAll(pattern)]
      .filter((match) => !isGood(match))
      .map(([whole]) => `${file} cites ${whole}, which does not exist.`)
  const number = (one: string | undefined) => `${one}`.padStart(3, '0')
  const hasHeading = (path: string, heading: RegExp) => heading.test(files[path] ?? '')

  return [
    ...cited(/(?<![\w./#:-])(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|md|sql|css)\b/g, ([path]) => isThere(path, paths)),
    ...cited(/\bdecision (\d+)/g, ([, one]) => paths.some((path) => path.startsWith(`docs/decisions/${number(one)}-`))),
    ...cited(/\bmigration (\d+)/g, ([, one]) => paths.some((p) => p.startsWith(`server/migrations/${number(one)}-`))),
    ...cited(/docs\/rules\.md, ([A-Z][a-z ]+)/g, ([, title]) =>
      hasHeading('docs/rules.md', new RegExp(`^##+ ${title}$`, 'm')),
    ),
    ...cited(/specification, section (\d+)/g, ([, one]) =>
      hasHeading('docs/specification.md', new RegExp(`^## ${one}\\.`, 'm')),
    ),
  ]
}

/** The lines that are comments, or end in one. */
function commentsOf(file: string, text: string): string {
  const mark = file.endsWith('.sql') ? /--\s.*$/ : /(^\s*(\/\*\*?|\*)\s.*$)|((^|\s)\/\/\s.*$)|(\{?\/\*.*\*\/)/
  return text
    .split('\n')
    .map((line) => mark.exec(line)?.[0] ?? '')
    .join('\n')
}

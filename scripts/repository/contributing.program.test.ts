import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { fileProblems } from '../folders.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** A block of a document: a whole file, or lines to insert below the first line that has `below`, or at the file's end. */
interface Block {
  path: string
  below: string | undefined
  isAtEnd: boolean
  text: string
}

test("CONTRIBUTING's example touches at most 12 files, a second call on its noun 7, and both pass the checks", async () => {
  const { copy, files } = await copyOfRepository()
  const example = blocksOf('CONTRIBUTING.md')
  const secondCall = blocksOf('scripts/repository/second-call.md')

  for (const block of [...example, ...secondCall]) apply(copy, block)
  const touched = pathsOf(example)

  expect(touched.length).toBeLessThanOrEqual(12)
  expect(pathsOf(secondCall).length).toBeLessThanOrEqual(7)
  expect(touched).toEqual(expect.arrayContaining(pathsOf(secondCall)))
  const modules = [...new Set([...files, ...touched])].filter((path) => /^[a-z].*\/.*\.(tsx?|mjs)$/.test(path))
  expect(fileProblems(modules)).toEqual([])
  await node(copy, '@biomejs/biome/bin/biome', 'check', '--write', ...touched.filter((path) => /\.tsx?$/.test(path)))
  const texts = ['scripts/repository/call-failures.test.ts', 'scripts/repository/messages.test.ts']
  const ofPeople = ['server/rights.long.test.ts', 'server/features/information/stored-on-server.test.ts']
  const tests = [...texts, ...ofPeople, 'server/features/arrivals']
  const results = await Promise.allSettled([
    node(copy, 'vitest/vitest.mjs', 'run', '--project=pure', '--project=server', ...tests),
    checkTypes(copy, 'server'),
    node(copy, '@react-router/dev/bin.js', 'typegen').then(() => checkTypes(copy, 'web')),
  ])
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))).toEqual([])
}, 300_000)

/** All files except ignored ones, with our node_modules. */
async function copyOfRepository(): Promise<{ copy: string; files: string[] }> {
  const copy = mkdtempSync(join(tmpdir(), 'ruam-contributing-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', listing, { cwd: root, maxBuffer: 10_000_000 })
  const files = stdout.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  for (const path of files) cpSync(join(root, path), join(copy, path))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return { copy, files }
}

function blocksOf(path: string): Block[] {
  const document = readFileSync(join(root, path), 'utf8')
  const found = [...document.matchAll(/^`([^`\n]+)`(?:, below `([^`\n]+)`|, (at the end))?:\n\n```\w+\n(.*?)^```$/gms)]
  expect(found).toHaveLength((document.match(/^```\w/gm) ?? []).length)
  return found.map(([, path = '', below, end, text = '']) => ({ path, below, isAtEnd: end !== undefined, text }))
}

const pathsOf = (blocks: Block[]) => [...new Set(blocks.map(({ path }) => path))]

function apply(copy: string, { path, below, isAtEnd, text }: Block): void {
  const file = join(copy, path)
  expect(existsSync(file), path).toBe(isAtEnd || below !== undefined)
  if (below === undefined) {
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, isAtEnd ? `\n${text}` : text)
    return
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  const place = lines.findIndex((line) => line.includes(below))
  expect(place, `${path} has no line with "${below}"`).toBeGreaterThan(-1)
  lines.splice(place + 1, 0, text.trimEnd())
  writeFileSync(file, lines.join('\n'))
}

/** Without the compiler's cache, which is in node_modules and must stay the repository's own. */
const checkTypes = (copy: string, folder: string) =>
  node(copy, 'typescript-7/bin/tsc', '--noEmit', '--incremental', 'false', '--singleThreaded', '-p', folder)

async function node(cwd: string, program: string, ...args: string[]): Promise<void> {
  const command = [join('node_modules', program), ...args]
  // The repository's own run checks the rights of all other calls. One worker loads the server once, and types need no
  // garbage collection (scripts/test.mjs).
  const env = { ...process.env, RIGHTS_OF: '/arrival', TEST_WORKERS: '1', GOGC: 'off' }
  await run(process.execPath, command, { cwd, env, maxBuffer: 10_000_000 }).catch(({ stdout, stderr }) => {
    throw new Error(`node ${command.join(' ')}:\n${stdout}${stderr}`)
  })
}

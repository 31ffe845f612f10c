/**
 * Applies the faults of `list.ts` to a copy of the sources, one at a time, and runs the check that must report each:
 * `npm run check:mutations`, or `-- R1 R7` for some of them, or `-- --find` only to check that their texts and tests still exist.
 * Results are saved in test-results/mutations.json; a second run continues there (`-- --again` starts over). Exits with 1 unless
 * all are reported.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Mutation, mutations } from './list.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const resultsFile = join(root, 'test-results', 'mutations.json')
/** In milliseconds: the timeout of one check, and the time after which no further check starts. */
const longestCheck = 150_000
const longestRun = 25 * 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean' }, find: { type: 'boolean' } },
})
const results: Record<string, string> =
  existsSync(resultsFile) && !values.again ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const sources = files.filter((file) => /^(contract|server|web)\/.*\.tsx?$/.test(file) && !/\.test\.|testing/.test(file))
const textOf = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const wanted = mutations.filter(({ promise }) => positionals.length === 0 || positionals.includes(promise))
const lost = wanted.flatMap((mutation) => {
  const problem = problemOf(mutation)
  return problem === null ? [] : [`${mutation.promise}: ${problem}`]
})
for (const problem of lost) console.error(`Update lab/mutations/list.ts. ${problem}`)
if (values.find) process.exit(lost.length === 0 ? 0 : 1)

const copy = mkdtempSync(join(tmpdir(), 'ruam-mutations-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
for (const file of files) cpSync(join(root, file), join(copy, file))
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const began = performance.now()
for (const mutation of wanted) {
  const { promise, fault, reportedBy } = mutation
  if (results[promise]?.startsWith('reported') && positionals.length === 0) continue
  if (performance.now() - began > longestRun) {
    console.info('The time is over: run it again for the others.')
    break
  }
  const from = performance.now()
  results[promise] = problemOf(mutation) ?? tryOne(mutation)
  const seconds = Math.round((performance.now() - from) / 1_000)
  console.info(`${promise.padEnd(10)} ${fault} (${reportedBy}, ${seconds} s): ${results[promise]}`)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(resultsFile, JSON.stringify(results, null, 2))
}
const missed = wanted.filter(({ promise }) => !results[promise]?.startsWith('reported'))
console.info(`${wanted.length - missed.length} of ${wanted.length} faults are reported.`)
process.exit(missed.length === 0 ? 0 : 1)

function tryOne(mutation: Mutation): string {
  const changed = new Map<string, string>()
  for (const [find, replace] of mutation.edits) {
    const [file = ''] = filesWith(find)
    changed.set(
      file,
      (changed.get(file) ?? textOf.get(file) ?? '').replace(pattern(find), () => replace),
    )
  }
  for (const [file, text] of changed) writeFileSync(join(copy, file), text)
  const result = check(mutation)
  for (const file of changed.keys()) writeFileSync(join(copy, file), textOf.get(file) ?? '')
  return result
}

function check({ reportedBy, titled }: Mutation): string {
  const options = { cwd: copy, encoding: 'utf8' as const, timeout: longestCheck, killSignal: 'SIGKILL' as const }
  if (reportedBy.startsWith('faults ')) {
    const env = { ...process.env, TIMES: '3' }
    const args = ['--import', 'tsx', 'lab/faults/main.ts', reportedBy.slice(7)]
    const { stdout } = spawnSync(process.execPath, args, { ...options, env })
    return stdout.includes('BROKEN') ? `reported: ${/BROKEN.*/.exec(stdout)?.[0]}` : `NOT REPORTED ${stdout}`
  }
  const output = join(copy, 'result.json')
  rmSync(output, { force: true })
  const { signal, stderr } = spawnSync(
    process.execPath,
    [
      ...[
        'node_modules/vitest/vitest.mjs',
        'run',
        '--retry=0',
        '--bail=1',
        '--reporter=json',
        `--outputFile=${output}`,
      ],
      ...(titled === undefined ? [] : ['-t', titled]),
      ...testsNamed(reportedBy),
    ],
    options,
  )
  if (signal !== null) return 'reported: the test never ended'
  if (!existsSync(output)) return `NOT RUN: ${stderr.slice(-500)}`
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { message: string; assertionResults: { status: string; title: string }[] }[]
  }
  const failed = testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed')
  if (failed !== undefined) return `reported: ${failed.title}`
  const broken = testResults.find(({ message }) => message !== '')
  if (broken !== undefined || testResults.length === 0) return `NOT RUN: ${broken?.message ?? stderr.slice(-500)}`
  return 'NOT REPORTED'
}

/** Null if each text occurs once and the test exists. */
function problemOf({ edits, reportedBy, titled = '' }: Mutation): string | null {
  for (const [find] of edits) {
    const found = filesWith(find)
    if (found.length !== 1) return `NOT RUN: found in ${found.length} files: ${find}`
  }
  if (reportedBy.startsWith('faults ')) return null
  const tests = testsNamed(reportedBy)
  if (tests.length === 0) return `NOT RUN: no test file has ${reportedBy}`
  const isThere = tests.some((file) => readFileSync(join(root, file), 'utf8').includes(titled))
  return isThere ? null : `NOT RUN: no title in ${tests} has ${titled}`
}

function filesWith(find: string): string[] {
  const searched = pattern(find)
  return sources.filter((file) => searched.test(textOf.get(file) ?? ''))
}

function testsNamed(name: string): string[] {
  const tests = files.filter((file) => /^server\/.*\.test\.ts$/.test(file))
  if (name.endsWith('.test.ts')) return tests.filter((file) => basename(file) === name)
  return tests.filter((file) => readFileSync(join(root, file), 'utf8').includes(name))
}

/** The text with any white space between its words. */
function pattern(text: string): RegExp {
  return new RegExp(
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
  )
}

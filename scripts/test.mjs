import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { browserSettings } from './browser.mjs'
import { install } from './install.mjs'
import { root, run } from './run.mjs'

/**
 * Runs every check of the product and prints one line at the end with the numbers of passed and failed ones; with `--quick`
 * only those that start no program and no browser and do not take long (`*.long.test.ts`). Checks run in parallel, because each
 * of them leaves the CPU idle at times. A check's output is printed when it ends, the journeys' while they run. What failed and
 * what is flaky is named once more before the last line.
 */
const quick = process.argv.includes('--quick')
const results = join(root, 'test-results')
const node = (program, args = [], options = {}) =>
  run(process.execPath, [join(root, program), ...args], { output: 'text', ...options })
const tool = (program, args, options) => node(join('node_modules', program), args, options)

/** On one thread and without garbage collection, which a short run does not need: a third of the work. */
const types = (folder) =>
  tool('typescript-7/bin/tsc', ['--noEmit', '--singleThreaded', '-p', folder], { env: { GOGC: 'off' } })

const sources = [
  // This writes files that the next two checks read.
  ['Types of pages', () => check(tool('@react-router/dev/bin.js', ['typegen']))],
  ['Nothing unused', () => check(tool('knip/bin/knip.js'))],
  ['Types', () => check(types('.'))],
  ['Types of the server', () => check(types('server'))],
  ['Types of the web', () => check(types('web'))],
  ['Types of the service worker', () => check(types('web/worker'))],
  ['Import rules', () => check(node('scripts/check-imports.mjs'))],
  ['Format and lint', () => check(tool('@biomejs/biome/bin/biome', ['check', '.']))],
]
const build = ['Build', () => check(node('scripts/build.mjs'))]
const units = ['Unit and server tests', () => testUnits(['pure', 'server'])]
const programs = ['Unit, server and program tests', () => testUnits(['pure', 'server', 'programs'])]
const journeys = ['Journeys', testJourneys]

// For all Node programs below: fewer garbage collections of new objects, which tests make many of.
process.env.NODE_OPTIONS ??= '--max-semi-space-size=64'

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
const allFailures = []
const repeated = []
let browser
if (await install()) {
  // Started early, because the browser may have to be installed.
  if (!quick) browser = browserSettings()
  browser?.catch(() => {})
  const tests = quick
    ? inTurn([units])
    : inTurn([build]).then(() => Promise.all([inTurn([programs]), inTurn([journeys])]))
  await Promise.all([inTurn(sources), tests])
} else {
  failed = 1
}

const summary = `${passed} passed, ${failed} failed`
writeFileSync(join(results, 'summary.txt'), `${summary}\n`)
for (const name of allFailures) console.info(`\nFailed: ${name}`)
for (const name of repeated) console.info(`\nHeld only when it was repeated: ${name}`)
console.info(`\n${summary}`)
process.exit(failed === 0 ? 0 : 1)

async function inTurn(steps) {
  for (const [name, step] of steps) {
    const began = Date.now()
    const result = await step().catch((error) => ({ passed: 0, failed: 1, text: `${error.message}\n` }))
    console.info(`\n== ${name} (${Math.round((Date.now() - began) / 1000)} s)`)
    process.stdout.write(result.text)
    passed += result.passed
    failed += result.failed
    // A check or a runner that ended early has no test to name.
    if (result.failed > 0) allFailures.push(...(result.failures?.length ? result.failures : [name]))
  }
}

async function check(running) {
  const { code, text } = await running
  return code === 0 ? { passed: 1, failed: 0, text } : { passed: 0, failed: 1, text }
}

async function testUnits(projects) {
  const report = join(results, 'units.json')
  const reporters = ['default', 'json', './scripts/repeated-tests.mjs'].map((name) => `--reporter=${name}`)
  const output = [...reporters, `--outputFile.json=${report}`]
  const chosen = projects.map((name) => `--project=${name}`)
  // Server tests often wait for a clock or a mail, which leaves the CPU idle when no journeys run in parallel.
  const env = quick ? { TEST_QUICK: 'yes', TEST_WORKERS: '3' } : {}
  const { code, text } = await tool('vitest/vitest.mjs', ['run', ...chosen, ...output], { env })
  const { numPassedTests, numFailedTests, testResults } = readReport(report, text)
  repeated.push(...(text.match(/(?<=^Held only when it was repeated: ).+/gm) ?? []))
  // A file that cannot be loaded has no tests that could fail, so it counts as one failure.
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const broken = brokenFiles.map(({ name, message }) => named(relative(root, name), message))
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => named(`${relative(root, name)} > ${fullName}`, failureMessages[0])),
  )
  return {
    ...counted(numPassedTests, numFailedTests + broken.length, code),
    failures: [...broken, ...failures],
    text,
  }
}

/** The journeys take longest, so each is printed as it ends. */
async function testJourneys() {
  const env = await browser
  const { code } = await tool('@playwright/test/cli.js', ['test'], { env, output: 'inherit' })
  const { stats, suites } = readReport(join(results, 'journeys.json'), '')
  const specs = suites.flatMap(specsOf)
  const those = (wanted) => specs.filter(({ tests }) => tests.some(({ status }) => status === wanted))
  repeated.push(...those('flaky').map(({ title }) => title))
  const failures = those('unexpected').map(({ file, title, tests }) =>
    named(`e2e/${file} > ${title}`, tests[0].results.at(-1).error?.message),
  )
  return { ...counted(stats.expected + stats.flaky, stats.unexpected, code), failures, text: '' }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** A failed test with the start of its error. */
function named(name, error = '') {
  return `${name}\n${stripVTControlCharacters(error).slice(0, 1_000)}`
}

/** The report that a runner wrote. Throws its output if there is none. */
function readReport(path, text) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`${text}\nThe tests could not run.`)
  }
}

/** A runner that ran nothing, or failed without naming a test, counts as one failure. */
function counted(ok, notOk, code) {
  return { passed: ok, failed: notOk > 0 || (code === 0 && ok > 0) ? notOk : 1 }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserSettings } from './browser.mjs'
import { install } from './install.mjs'
import { npm, root, run } from './run.mjs'

/** Every check of the product, one after the other, and one line at the end that says how many passed and failed. */
const results = join(root, 'test-results')
const program = (...path) => join(root, 'node_modules', ...path)

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps = [
  ['Format and lint', () => check(npm(['run', '--silent', 'check:format']))],
  ['Import rules', () => check(run(process.execPath, ['scripts/check-imports.mjs']))],
  ['Nothing unused', () => check(npm(['run', '--silent', 'check:unused']))],
  ['Types', () => check(npm(['run', '--silent', 'check:types']))],
  ['Unit and server tests', testUnits],
  ['Build', () => check(run(process.execPath, ['scripts/build.mjs']))],
  ['Journeys', testJourneys],
]

let passed = 0
let failed = 0
if (await install()) {
  for (const [name, step] of steps) {
    console.info(`\n== ${name}`)
    const result = await step().catch((error) => {
      console.error(error.message)
      return { passed: 0, failed: 1 }
    })
    passed += result.passed
    failed += result.failed
  }
} else {
  failed = 1
}

const summary = `${passed} passed, ${failed} failed`
writeFileSync(join(results, 'summary.txt'), `${summary}\n`)
console.info(`\n${summary}`)
process.exit(failed === 0 ? 0 : 1)

async function check(running) {
  const { code } = await running
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function testUnits() {
  const report = join(results, 'units.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run(process.execPath, [program('vitest', 'vitest.mjs'), 'run', ...reporters])
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that cannot even be loaded has no tests that could fail.
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return counted(numPassedTests, numFailedTests + brokenFiles.length, code)
}

async function testJourneys() {
  const env = await browserSettings()
  const { code } = await run(process.execPath, [program('@playwright', 'test', 'cli.js'), 'test'], { env })
  const { stats } = JSON.parse(readFileSync(join(results, 'journeys.json'), 'utf8'))
  return counted(stats.expected + stats.flaky, stats.unexpected, code)
}

/** A runner that ran nothing, or that failed without naming a test, counts as one failure. */
function counted(ok, notOk, code) {
  return { passed: ok, failed: notOk > 0 || (code === 0 && ok > 0) ? notOk : 1 }
}

import { browserSettings } from './browser.mjs'
import { buildIfChanged } from './build.mjs'
import { install } from './install.mjs'
import { run, stopWithNpm } from './run.mjs'

/** Builds, and saves screenshots of all screens, or of those whose name has one of the given words, in `screenshots/`. */
stopWithNpm()
if (!(await install()) || !(await buildIfChanged())) process.exit(1)
const { code } = await run(process.execPath, ['--import', 'tsx', 'e2e/screens/main.ts', ...process.argv.slice(2)], {
  env: await browserSettings(),
})
process.exit(code)

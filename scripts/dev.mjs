import { install } from './install.mjs'
import { run, stopWithNpm } from './run.mjs'

/** Runs the server from its sources and restarts it when they change; the pages update themselves in the browser. */
stopWithNpm()
if (!(await install())) process.exit(1)
const watched = ['--include', 'server/**/*.{ts,sql}', '--include', 'contract/**/*.ts', '--exclude', '**/*.test.ts']
const { code } = await run(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', ...watched, 'server/main.ts'],
  { env: { NODE_ENV: 'development' } },
)
process.exit(code)

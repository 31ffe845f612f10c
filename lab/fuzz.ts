/** Sends every call many generated requests: `npm run fuzz -- --runs 200 --seeds 1,2,3`. Runs made-up-requests.long.test.ts, where
 *  fast-check generates requests from the OpenAPI document, with more rounds. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './programs.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100' }, seeds: { type: 'string', default: '1' } },
})
for (const seed of values.seeds.split(',')) {
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--retry=0', '--testTimeout=3600000', 'made-up-requests'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MADE_UP_SEED: seed, MADE_UP_RUNS: values.runs } },
  )
  if (status !== 0) process.exitCode = 1
}

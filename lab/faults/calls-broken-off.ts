import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promise } from './calls.ts'
import { root } from './program.ts'

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')

/** Every call that changes something, with the database breaking off before each of its statements in turn. */
export async function callsBrokenOff(): Promise<string> {
  const config = join('lab', 'faults', 'calls', 'vitest.config.ts')
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', root, '--config', config], {
    cwd: root,
    encoding: 'utf8',
  })
  promise(status === 0, stdout)
  return /\d+ breaks in \d+ calls/.exec(stdout)?.[0] ?? stdout
}

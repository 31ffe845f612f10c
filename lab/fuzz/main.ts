/**
 * Sends the API what its description allows and what it does not, as a visitor, an attendee and an organizer, and compares the
 * answers with it: `npm run fuzz -- --seeds 1,2,3 --examples 50`. Schemathesis comes from PyPI into a folder of its own, and the
 * server that is called is started for it, with data of its own; nothing else is touched. Needs Python 3.10 or newer.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Actor, startStage } from './stage.ts'

const version = '4.32.5'
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'node_modules', '.cache', `schemathesis-${version}`)

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    /** How many requests of each kind are made up for each call. */
    examples: { type: 'string', default: '20' },
    /** The longest that one run may take, and the slowest answer, in seconds. */
    seconds: { type: 'string', default: '900' },
    slowest: { type: 'string', default: '5' },
    as: { type: 'string', default: 'visitor,attendee,organizer' },
  },
})

// The server is built first, which may install the packages of this folder anew.
const stage = await startStage()
const failed: string[] = []
try {
  await install()
  for (const seed of values.seeds.split(',')) {
    for (const actor of values.as.split(',') as Actor[]) {
      console.info(`\n== Seed ${seed}, ${actor}`)
      if ((await fuzz(seed, actor)) !== 0) failed.push(`seed ${seed} as ${actor}`)
    }
  }
} finally {
  await stage.stop()
}
const ended = stage.troubles()
if (ended !== '') console.error(`The server reported:\n${ended}`)
console.info(failed.length === 0 ? '\nNo failures.' : `\nFailures: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 && ended === '' ? 0 : 1

async function install(): Promise<void> {
  if (existsSync(join(folder, 'bin', 'st'))) return
  console.info('Installing Schemathesis, once ...')
  const python = process.env.PYTHON ?? 'python3'
  if ((await run(python, ['-m', 'venv', folder])) !== 0) throw new Error('Python 3.10 or newer is needed.')
  const code = await run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`])
  if (code !== 0) throw new Error('Schemathesis could not be installed.')
}

/** The exit code of one run. */
async function fuzz(seed: string, actor: Actor): Promise<number> {
  const { headers, known } = await stage.enter(actor)
  const settings = join(root, 'lab', 'fuzz', 'schemathesis.toml')
  return run(
    join(folder, 'bin', 'st'),
    [
      ...['--config-file', settings, 'run', `${stage.url}/api/openapi.json`],
      ...['--seed', seed, '--max-examples', values.examples, '--max-response-time', values.slowest],
      ...headers.flatMap((header) => ['--header', header]),
      // A session that logs out would make no other call.
      ...(actor === 'visitor' ? [] : ['--exclude-operation-id', 'logout']),
      // It answers for as long as the page is open.
      ...['--exclude-operation-id', 'watchEvent'],
      ...['--continue-on-failure', '--no-color', '--warnings', 'off', '--generation-database', 'none'],
    ],
    {
      ...process.env,
      FUZZ_KNOWN: JSON.stringify(known),
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: join(root, 'lab', 'fuzz'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  )
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const child = spawn(program, args, {
    env,
    cwd: join(root, 'node_modules', '.cache'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const timer = setTimeout(() => child.kill(), Number(values.seconds) * 1_000)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}

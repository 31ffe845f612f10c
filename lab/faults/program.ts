import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The package's folder, and the one below it into which the server is bundled for these runs. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join('.cache', 'faults')
const longestStart = 60_000
const build = new URL('../../scripts/build.mjs', import.meta.url).href

type Name = 'main' | 'admin'

/** Bundles the server from the sources as they are now. Pages are not built: faults are done to the API. */
export async function makePrograms(): Promise<void> {
  const { bundle, programs } = await import(build)
  await bundle(programs, folder)
}

/** The path of one of the programs. */
export const programPath = (name: Name) => join(root, folder, `${name}.js`)

/** The server as a process of its own, which faults are done to. */
export interface Program {
  pid: number
  /** Where it listens. */
  url: string
  isRunning(): boolean
  /** Sends the signal, and waits for the end: the exit code (null where the signal ended it) and the milliseconds. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; milliseconds: number }>
  /** What it has said that no server says in good health: anything that is no line of the log, such as a promise that nobody
   *  waited for, and errors that are bugs. */
  troubles(): string[]
  /** Everything that it has said. */
  said(): string
}

/** Every process that was started and may still run; whatever ends this one ends them. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the server; resolves once it listens, throws what it said where it ends before. `preload` is a module that is loaded
 *  first. */
export async function startProgram(env: Record<string, string>, preload?: string): Promise<Program> {
  const { child, said } = spawnProgram(env, preload)
  const deadline = performance.now() + longestStart
  while (!/running on (http\S+)\n/.test(said())) {
    if (!isRunning(child)) throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}: ${said()}`)
    if (performance.now() > deadline) throw new Error(`The server does not start: ${said()}`)
    await sleep(5)
  }
  return programOf(child, said)
}

/** Starts the server without waiting for anything. */
export function spawnProgram(env: Record<string, string>, preload?: string) {
  const options = preload === undefined ? [] : ['--import', preload]
  const child = spawn(process.execPath, [...options, '--enable-source-maps', programPath('main')], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', RATE_LIMIT_SCALE: '0' },
      SAMPLE_DATA: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (text += piece))
  return { child, said: () => text }
}

function programOf(child: ChildProcess, said: () => string): Program {
  return {
    pid: child.pid ?? 0,
    url: /running on (http\S+)\n/.exec(said())?.[1] ?? '',
    isRunning: () => isRunning(child),
    said,
    troubles: () =>
      said()
        .split(/\n(?! )/)
        .filter((line) => line.trim() !== '' && !line.includes(' is running on ') && !isUsual(line)),
    async end(signal) {
      const began = performance.now()
      const ended = isRunning(child) ? once(child, 'exit') : null
      child.kill(signal)
      await ended
      return { code: child.exitCode, milliseconds: performance.now() - began }
    },
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** A line of the log that tells of something outside; or the queue's library, which lets one promise of its own go when it may
 *  not give its jobs back, and is begun anew. */
const isUsual = (line: string) =>
  line.startsWith('{"level":')
    ? !line.includes('"msg":"internal"')
    : /\n.*\/graphile-worker\/(?!.*\n.*\/server\/)/s.test(line)

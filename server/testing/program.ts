import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { isPostgresOn, signal } from '#server/lib/postgres/processes.ts'

/** The folder into which `scripts/bundle-test-programs.mjs` puts the programs, once for the whole run. */
const programs = fileURLToPath(new URL('../../.cache/programs/', import.meta.url))

type Name = 'main' | 'admin' | 'postgres-process'

/** The path of one of the server's programs, made from the sources as they are now. */
export const programAt = (name: Name) => join(programs, `${name}.js`)

/** The product as a process of its own. */
export interface Program {
  process: ChildProcess
  /** All that it said, once it has ended. */
  output: Promise<string>
  /** Resolves to its address once it listens, to null when it ends before. */
  address: Promise<string | null>
}

/** A data folder; when the test is over it is removed, and a PostgreSQL that still runs on it is ended. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-program-'))
  onTestFinished(async () => {
    signal(runningPostgres(folder) ?? 0, 'SIGQUIT')
    while (runningPostgres(folder)) await sleep(10)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** The same of a product that was started before, without anybody's data. */
export function usedFolder(): string {
  const folder = newFolder()
  execFileSync('cp', ['-a', `${inject('usedFolder')}/.`, folder])
  return folder
}

/** The process id of the PostgreSQL that runs on a data folder, or null. */
export function runningPostgres(folder: string): number | null {
  const cluster = join(folder, 'postgres')
  const pid = readPidFile(cluster)?.pid
  return pid && isPostgresOn(cluster, pid) ? pid : null
}

/** The program as `npm start` runs it, on a free port. */
export function run(env: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--enable-source-maps', programAt('main')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = new Promise<string | null>((resolve) => {
    let said = ''
    child.stdout.on('data', (piece) => {
      said += piece
      const found = /running on (http\S+)\n/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('close', () => resolve(null))
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''))
  return { process: child, output, address }
}

/** Waits for its end; null where a signal ended it. */
export async function exitCode({ process: child }: Program): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

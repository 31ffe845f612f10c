import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { endPostgres, startProgram } from './programs/start-program.ts'

export { runningPostgres } from './programs/start-program.ts'

/** The programs, bundled once for the whole run by vitest.config.ts. */
const programs = fileURLToPath(new URL('../../.cache/programs/', import.meta.url))

type Name = 'main' | 'admin' | 'postgres-process'

/** The path of one of the server's programs, bundled from the current sources. */
export const programAt = (name: Name) => join(programs, `${name}.js`)

/** The product as a process of its own. */
export interface Program {
  process: ChildProcess
  /** Everything it wrote, once it has ended. */
  output: Promise<string>
  /** Its URL once it listens; null if it ends before that. */
  address: Promise<string | null>
}

/** A data folder. After the test it is removed, and a PostgreSQL still running on it is stopped. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ruam-program-'))
  onTestFinished(async () => {
    await endPostgres(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** A data folder with a migrated database and no data. */
export function usedFolder(): string {
  const folder = newFolder()
  execFileSync('cp', ['-a', `${inject('usedFolder')}/.`, folder])
  return folder
}

/** The program as `npm start` runs it, on a free port. */
export function run(env: Record<string, string>): Program {
  const { process, output, url } = startProgram(programAt('main'), env)
  onTestFinished(() => void process.kill('SIGKILL'))
  return { process, output: once(process, 'close').then(output), address: url }
}

/** Waits for the program to exit; null if a signal ended it. */
export async function exitCode({ process: child }: Program): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** A call to the program, retried while it is too busy and asks for it. */
export async function ask(url: string, token: string, method = 'GET'): Promise<Response> {
  for (;;) {
    const reply = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })
    if (reply.status !== 503) return reply
    await sleep(1_000 * Number(reply.headers.get('retry-after')))
  }
}

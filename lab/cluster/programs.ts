import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '#server/lib/postgres/processes.ts'

/** Where Debian puts what is no command of everybody's. */
const folders = ['/usr/lib/postgresql/15/bin', '/usr/sbin', '/usr/bin']
const needed = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' }
const neededToo = { postgres: 'postgresql-15' }
export const postgresPrograms = '/usr/lib/postgresql/15/bin'

export interface Running {
  pid: number
  process: ChildProcess
  /** What it has said so far. */
  said(): string
}

/** Programs of Debian and of the product as processes below a folder of their own, which is removed at the end. */
export class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'ruam-cluster-'))
  readonly #running: Running[] = []
  /** PostgreSQL and its pooler do not run as root. */
  readonly #account = process.getuid?.() === 0 ? accountOf('postgres') : {}

  /** Throws where something is not installed, with how to install it. */
  constructor() {
    const missing = Object.entries({ ...needed, ...neededToo }).filter(([name]) => find(name) === null)
    if (missing.length > 0) {
      rmSync(this.folder, { recursive: true })
      throw new Error(`Not installed: apt-get install ${missing.map(([, name]) => name).join(' ')} python3-etcd`)
    }
    this.#give(this.folder)
  }

  /** A folder that the programs may write. */
  newFolder(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path, { mode: 0o700 })
    return this.#give(path)
  }

  start(name: string, program: string, args: string[], env: Record<string, string> = {}): Running {
    const log = join(this.folder, `${name}.log`)
    const output = openSync(log, 'a')
    const isOurs = program === process.execPath
    const child = spawn(find(program) ?? program, args, {
      cwd: isOurs ? process.cwd() : '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      ...(isOurs ? {} : this.#account),
    })
    const running = { pid: child.pid ?? 0, process: child, said: () => readFileSync(log, 'utf8') }
    this.#running.push(running)
    return running
  }

  /** The end of what each has said, for whoever looks for what went wrong. */
  lastWords(): string {
    const logs = readdirSync(this.folder).filter((name) => name.endsWith('.log'))
    const endOf = (name: string) => readFileSync(join(this.folder, name), 'utf8').slice(-1_500)
    return logs.map((name) => `== ${name}\n${endOf(name)}`).join('\n')
  }

  /** Lets all end, the last that was started first, and removes what they wrote. */
  async stop(): Promise<void> {
    for (const { process: child } of this.#running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await Promise.race([once(child, 'exit'), sleep(4_000, null, { ref: false })])
      child.kill('SIGKILL')
    }
    for (const file of readdirSync(this.folder, { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('postmaster.pid')) killTree(pidIn(join(this.folder, file)))
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }

  #give(path: string): string {
    const { uid, gid } = this.#account as { uid?: number; gid?: number }
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
    return path
  }
}

/** Ends a process and all that it started, as when the power of its machine fails: none of them does anything more. */
export function killTree(pid: number): void {
  if (pid <= 0) return
  signal(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) killTree(child)
  signal(pid, 'SIGKILL')
}

/** The number of the PostgreSQL on a data folder. */
export function pidIn(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

function parentOf(pid: string): number {
  try {
    return Number(/^\d+ \(.*\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

function find(program: string): string | null {
  const path = folders.map((folder) => join(folder, program)).find(existsSync)
  return path ?? null
}

function accountOf(name: string): { uid: number; gid: number } {
  const number = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

/** Asks for an address; throws where nothing comes for some seconds. */
export function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) })
}

/** Waits until `look` finds something; throws after a while with what was waited for. */
export async function until<T>(what: string, look: () => Promise<T | null>, seconds = 60): Promise<T> {
  const end = Date.now() + seconds * 1_000
  while (Date.now() < end) {
    const found = await look().catch(() => null)
    if (found !== null && found !== false) return found
    await sleep(100)
  }
  throw new Error(`Waited ${seconds} seconds for ${what}.`)
}

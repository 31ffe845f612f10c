/** Starts the product, workers and databases for everything in lab/. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { type Database, openDatabase } from '#server/lib/postgres/database.ts'
import { embeddedUrl, startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { findBinaries } from '#server/lib/postgres/postgres-binaries.ts'
import { launch, readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { administratorUrl } from '#server/lib/postgres/postgres-owner.ts'
import { readKey } from '#server/lib/settings/data-folder.ts'
import { endPostgres, runningPostgres, startProgram } from '#server/testing/programs/start-program.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** In milliseconds. */
const longestStart = 60_000
const script = (name: string) => import(new URL(`../scripts/${name}.mjs`, import.meta.url).href)

/** Builds pages and server unless they are built; returns the path of the program. */
export async function buildProduct(): Promise<string> {
  const { buildIfChanged } = await script('build')
  if (!(await buildIfChanged())) throw new Error('The product could not be built.')
  return join(root, 'build', 'main.js')
}

/** Bundles the server without pages, which takes a second; returns the path of the program. */
export async function bundleServer(): Promise<string> {
  const { bundle, programs } = await script('build')
  await bundle(programs, '.cache/lab')
  return join(root, '.cache', 'lab', 'main.js')
}

/** The path of a Chromium. */
export async function findChromium(): Promise<string> {
  const { browserSettings } = await script('browser')
  const { PLAYWRIGHT_CHROMIUM = process.env.PLAYWRIGHT_CHROMIUM } = await browserSettings()
  return PLAYWRIGHT_CHROMIUM ?? (await import('@playwright/test')).chromium.executablePath()
}

/** A server process of the product that is running. */
export interface Product {
  pid: number
  url: string
  output(): string
  /** Output that a healthy server never writes: unhandled rejections and `internal` errors. */
  troubles(): string[]
  /** Asks the module that was preloaded by `nodeOptions`. */
  ask<Answer>(question: string): Promise<Answer>
  /** Sends the signal and waits for the exit: the exit code (null if the signal ended it) and the time. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; milliseconds: number }>
}

/** Starts a program of `buildProduct` or `bundleServer` without limits and sample data, and waits until it listens. */
export async function startProduct(
  main: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<Product> {
  // Required with DATABASE_URL.
  const secret = env.DATABASE_URL === undefined ? {} : { TOKEN_SECRET: 'a secret of the lab, long enough for it' }
  const settings = { RATE_LIMIT_SCALE: '0', SAMPLE_DATA: 'false', ...secret, ...env }
  const started = startProgram(main, settings, { nodeOptions, ipc: nodeOptions.length > 0 })
  killAtExit(started.process)
  const timer = setTimeout(() => started.process.kill('SIGKILL'), longestStart)
  const url = await started.url
  clearTimeout(timer)
  if (url === null) throw new Error(`The server ended with ${await started.ended}: ${started.output()}`)
  const { process: child, output, ended } = started
  return {
    pid: child.pid ?? 0,
    url: url.replace('localhost', '127.0.0.1'),
    output,
    troubles: () =>
      output()
        .split(/\n(?! )/)
        .filter((line) => line.trim() !== '' && !line.includes(' is running on ') && !isUsual(line)),
    async ask<Answer>(question: string) {
      const answer = once(child, 'message')
      child.send(question)
      return (await answer)[0] as Answer
    },
    async end(signal = 'SIGTERM') {
      const began = performance.now()
      child.kill(signal)
      return { code: await ended, milliseconds: performance.now() - began }
    },
  }
}

/** Expected log lines: about outside services, and an unhandled rejection in graphile-worker when it cannot return its jobs. */
const isUsual = (line: string) =>
  line.startsWith('{"level":')
    ? !line.includes('"msg":"internal"')
    : /\n.*\/graphile-worker\/(?!.*\n.*\/server\/)/s.test(line)

function killAtExit(child: { kill(signal: 'SIGKILL'): boolean; once(event: 'exit', listener: () => void): unknown }) {
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

/** A module of lab/ in its own process. It sends a message when it is ready, then answers one question at a time. */
export interface Worker {
  ready: unknown
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): Promise<void>
}

export function startWorker(file: string, env: Record<string, string> = {}): Promise<Worker> {
  return forkWorker(join(root, 'lab', file), ['--import', 'tsx'], env)
}

let bundled: Promise<void> | null = null

/** The server of bench/rush-server.ts. It is bundled, as in production: a loader of sources would count as its memory. */
export async function startRushServer(env: Record<string, string>): Promise<Worker> {
  const { bundle, programs } = await script('build')
  bundled ??= bundle({ ...programs, 'rush-server': 'lab/bench/rush-server.ts' }, '.cache/lab')
  await bundled
  return forkWorker(join(root, '.cache', 'lab', 'rush-server.js'), [], env)
}

async function forkWorker(file: string, execArgv: string[], env: Record<string, string>): Promise<Worker> {
  const started = fork(file, {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', SAMPLE_DATA: 'false', ...env },
  })
  killAtExit(started)
  started.setMaxListeners(0)
  const next = async () => {
    const ended = once(started, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${code}`)
    })
    return (await Promise.race([once(started, 'message'), ended]))[0] as unknown
  }
  return {
    ready: await next(),
    async ask<Answer>(question: unknown) {
      const answer = next()
      started.send(question as object)
      return (await answer) as Answer
    },
    async stop() {
      const ended = once(started, 'exit')
      started.kill('SIGTERM')
      await ended
    },
  }
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'ruam-lab-'))

/** Ends the PostgreSQL that runs on a data folder, and removes the folder. */
export async function removeFolder(folder: string): Promise<void> {
  await endPostgres(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A migrated PostgreSQL on a new data folder. */
export async function openPostgres() {
  const dataDir = newFolder()
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate(postgres.url)
  await prepareJobs(postgres.url)
  return {
    url: postgres.url,
    dataDir,
    async close() {
      await postgres.stop()
      await removeFolder(dataDir)
    },
  }
}

/** Runs `work` with a connection to the PostgreSQL that runs on a data folder. */
export async function withDatabaseOn<T>(
  folder: string,
  work: (db: Database) => Promise<T>,
  { asAdministrator = false } = {},
): Promise<T> {
  const port = readPidFile(join(folder, 'postgres'))?.port ?? 0
  const url = asAdministrator ? administratorUrl : embeddedUrl
  const db = openDatabase(url(port, readKey(folder, 'postgres-password') ?? ''), 2)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** A PostgreSQL without supervision, as on another machine: once stopped, it stays down until `start`. */
export async function openSeparatePostgres(folder: string) {
  const cluster = join(folder, 'postgres')
  const first = await startEmbeddedPostgres({ dataDir: folder })
  const port = Number(new URL(first.url).port)
  await first.stop()
  return {
    url: embeddedUrl(port, readKey(folder, 'postgres-password') ?? ''),
    stop: () => endPostgres(folder, 'SIGINT'),
    async start() {
      const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', jit: 'off' }
      const failure = await launch(findBinaries(folder, cluster), cluster, port, settings, null)
      if (failure !== null) throw new Error(failure)
    },
  }
}

/** The process id of the PostgreSQL that runs on a data folder, and those of its children. Linux only. */
export function postgresProcesses(folder: string): number[] {
  const parent = runningPostgres(folder)
  return parent === null ? [] : [parent, ...childrenOf(parent)]
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^.*\) \w (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

/** The quantile of the numbers; 0 without numbers. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

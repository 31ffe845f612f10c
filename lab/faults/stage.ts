import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { type Database, openDatabase } from '#server/lib/postgres/database.ts'
import { embeddedUrl, startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { findBinaries } from '#server/lib/postgres/postgres-binaries.ts'
import { launch, readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { administratorUrl } from '#server/lib/postgres/postgres-owner.ts'
import { isPostgresOn, signal } from '#server/lib/postgres/processes.ts'
import { readKey } from '#server/lib/settings/keys.ts'
import { openStage } from '#server/testing/rush-stage.ts'

/** A data folder with people who are signed in and events to apply for, on which no database runs yet. */
export interface Prepared {
  folder: string
  /** The settings of a server on it. */
  env: Record<string, string>
  tokens: string[]
  eventIds: number[]
}

/** Fills a data folder: with `people`, and an event for each number of `seats`. */
export async function prepare(folder: string, people: number, seats: number[]): Promise<Prepared> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(postgres.url)
  await prepareJobs(postgres.url)
  const { tokens, tokenSecret, addEvents, close } = await openStage(postgres.url, people)
  const eventIds: number[] = []
  for (const number of seats) eventIds.push(...(await addEvents(1, number)))
  await close()
  await postgres.stop()
  return { folder, env: { DATA_DIR: folder, TOKEN_SECRET: tokenSecret }, tokens, eventIds }
}

/** A folder below the system's own for temporary files. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'ruam-faults-'))

/** Ends the database that still runs on a data folder, and removes the folder. */
export async function removeFolder(folder: string): Promise<void> {
  await endPostgres(folder, 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

const clusterOf = (folder: string) => join(folder, 'postgres')

/** The process id of the PostgreSQL that runs on a data folder, or null. */
export function postgresOn(folder: string): number | null {
  const pid = readPidFile(clusterOf(folder))?.pid
  return pid && isPostgresOn(clusterOf(folder), pid) ? pid : null
}

/** That process and its children. */
export function processesOn(folder: string): number[] {
  const parent = postgresOn(folder)
  if (parent === null) return []
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
  return [parent, ...children.map(Number)]
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^.*\) \w (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

export async function endPostgres(folder: string, by: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  const pid = postgresOn(folder)
  if (pid === null) return
  // One that was stopped hears nothing else.
  signal(pid, 'SIGCONT')
  signal(pid, by)
  while (postgresOn(folder) !== null) await sleep(10)
}

/** A PostgreSQL that nobody watches over, as on another machine: it stays away until it is started. */
export async function openOwnPostgres(folder: string) {
  const cluster = clusterOf(folder)
  const first = await startEmbeddedPostgres({ dataDir: folder })
  const { port, pathname } = new URL(first.url)
  await first.stop()
  return {
    url: embeddedUrl(Number(port), readKey(folder, 'postgres-password') ?? ''),
    name: pathname.slice(1),
    stop: () => endPostgres(folder, 'SIGINT'),
    async start() {
      const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', jit: 'off' }
      const failure = await launch(findBinaries(folder, cluster), cluster, Number(port), settings, null)
      if (failure !== null) throw new Error(failure)
    },
  }
}

/** Starts the database of a data folder on which no server runs, for `work` alone. */
export async function withItsDatabase<T>(folder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  try {
    return await withDatabase(folder, work)
  } finally {
    await postgres.stop()
  }
}

/** Does `work` with a connection to the database that runs on a data folder. */
export async function withDatabase<T>(
  folder: string,
  work: (db: Database) => Promise<T>,
  asAdministrator = false,
): Promise<T> {
  const port = readPidFile(clusterOf(folder))?.port ?? 0
  const url = asAdministrator ? administratorUrl : embeddedUrl
  const db = openDatabase(url(port, readKey(folder, 'postgres-password') ?? ''), 2)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

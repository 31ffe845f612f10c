import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { isAlive, isPostgresOn, signal } from '#server/lib/postgres/processes.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the run's PostgreSQL, for `createTestDatabase`. */
    postgres: { url: string; adminUrl: string }
  }
}

const prefix = 'ruam-test-postgres-'
const settings = {
  // Tests need no durability.
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  max_connections: '300',
  // Each test opens connections, and 4096 password hash rounds would be most of their cost.
  scram_iterations: '1',
}

/** One PostgreSQL for the whole run; its migrated database is the template for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeKilledRuns()
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const stop = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await migrate(postgres.url)
    await prepareJobs(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', { url: postgres.url, adminUrl: postgres.adminUrl })
  return stop
}

/** A run that was killed could not stop its PostgreSQL; the next run does. */
async function removeKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    const folder = join(tmpdir(), name)
    const cluster = join(folder, 'postgres')
    const pid = readPidFile(cluster)?.pid
    if (pid && isPostgresOn(cluster, pid)) {
      signal(pid, 'SIGQUIT')
      for (let wait = 0; wait < 200 && isPostgresOn(cluster, pid); wait++) await sleep(10)
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

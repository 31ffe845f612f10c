import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { embeddedUrl } from '#server/lib/postgres/embedded-postgres.ts'
import { readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { isPostgresOn, signal } from '#server/lib/postgres/processes.ts'
import { readKey } from '#server/lib/settings/data-folder.ts'

/** A running server process. */
export interface Started {
  process: ChildProcess
  /** Its output so far, both streams. */
  output(): string
  /** Its URL once it listens; null if it ends before. */
  url: Promise<string | null>
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>
}

/** Starts a bundled program of the server (`main.js`) in production, on a free port. With `ipc` it can be sent messages. */
export function startProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  { nodeOptions = [], ipc = false }: { nodeOptions?: string[]; ipc?: boolean } = {},
): Started {
  const child = spawn(process.execPath, ['--enable-source-maps', ...nodeOptions, file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc' as const] : [])],
  })
  let text = ''
  const ended = once(child, 'exit').then(() => child.exitCode)
  const url = new Promise<string | null>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece) => {
        text += piece
        const found = /running on (http\S+)\n/.exec(text)?.[1]
        if (found) resolve(found)
      })
    }
    child.once('close', () => resolve(null))
  })
  return { process: child, output: () => text, url, ended }
}

/** The process id of the PostgreSQL that runs on a data folder, or null. */
export function runningPostgres(folder: string): number | null {
  const cluster = join(folder, 'postgres')
  const pid = readPidFile(cluster)?.pid
  return pid && isPostgresOn(cluster, pid) ? pid : null
}

/** Ends the PostgreSQL on a data folder, if one runs, and waits until it is gone. */
export async function endPostgres(folder: string, by: 'SIGINT' | 'SIGQUIT' = 'SIGQUIT'): Promise<void> {
  const pid = runningPostgres(folder)
  if (pid === null) return
  // A stopped process reacts to no other signal.
  signal(pid, 'SIGCONT')
  signal(pid, by)
  while (runningPostgres(folder) !== null) await sleep(10)
}

/** Skips the waiting time of mails about new tickets (10 seconds) and moved events (10 minutes), so that the program on this data
 *  folder sends them in its next round. */
export async function sendWaitingMailsNow(folder: string): Promise<void> {
  const port = readPidFile(join(folder, 'postgres'))?.port ?? 0
  const db = openDatabase(embeddedUrl(port, readKey(folder, 'postgres-password') ?? ''), 1)
  try {
    await db.run(sql`UPDATE event_moves SET changed_at = changed_at - interval '10 minutes'`)
    await db.run(sql`UPDATE unconfirmed_tickets SET added_at = added_at - interval '10 seconds'`)
  } finally {
    await db.close()
  }
}

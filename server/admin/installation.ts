import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCodeReader } from '#server/lib/codes/code-reader.ts'
import type { Context } from '#server/lib/context.ts'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { openAnnouncer } from '#server/lib/live/announcer.ts'
import { openMarkdownRenderer } from '#server/lib/markdown/renderer.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { embeddedUrl, startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { isInitialised, readPidFile } from '#server/lib/postgres/postgres-cluster.ts'
import { connect } from '#server/lib/postgres/postgres-owner.ts'
import { isPostgresOn } from '#server/lib/postgres/processes.ts'
import { openReplica } from '#server/lib/postgres/replica.ts'
import { openLimits } from '#server/lib/security/limits.ts'
import { openSigningKey } from '#server/lib/security/signing-key.ts'
import { readKey } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The product's running database, until it is closed. */
export interface Installation {
  url: string
  close(): Promise<void>
}

const timeoutMs = 20_000
const nothing = async () => undefined

/** The configured database: the one of DATABASE_URL, past its pooler; or the embedded one, shared with a running server or
 *  started for this command alone. Does not disturb a running server. */
export async function findInstallation(settings: Settings): Promise<Installation> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, close: nothing }
  const cluster = join(resolve(settings.DATA_DIR), 'postgres')
  if (!isInitialised(cluster)) {
    throw new Error(
      `There is no database in ${settings.DATA_DIR} yet. Start the server once to create it, or set DATA_DIR as for the server.`,
    )
  }
  const running = await findRunning(cluster, readKey(settings.DATA_DIR, 'postgres-password') ?? '')
  return running === null ? startAlone(settings) : { url: running, close: nothing }
}

/** The embedded database, started for this command alone and created if missing. Throws if a server is running on it. */
export async function startAlone(settings: Settings): Promise<Installation> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR })
  return { url, close: stop }
}

/** Null if no PostgreSQL runs on the folder. */
async function findRunning(cluster: string, password: string): Promise<string | null> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = readPidFile(cluster)
    if (found === null || !isPostgresOn(cluster, found.pid)) return null
    // Proves that it is the one on this folder; null while it is starting or stopping.
    const connection = found.port > 0 ? await connect(cluster, found.port, password) : null
    await connection?.end()
    if (connection) return embeddedUrl(found.port, password)
    if (Date.now() > deadline) throw new Error(`The database in ${cluster} runs but does not respond.`)
    await sleep(100)
  }
}

/** Runs a command's work on the product's database, after updating it as a server's start does. */
export async function withProduct<T>(settings: Settings, work: (ctx: Context) => Promise<T>): Promise<T> {
  const installation = await findInstallation(settings)
  const db = openDatabase(installation.url, 2)
  try {
    await migrate(installation.url)
    await prepareJobs(installation.url)
    return await work({
      settings,
      db,
      replica: openReplica(db, { ...settings, DATABASE_REPLICA_URL: undefined }),
      limits: openLimits(db, settings.RATE_LIMIT_SCALE),
      markdown: openMarkdownRenderer(),
      codes: openCodeReader(),
      announcer: openAnnouncer(db),
      now: () => new Date(),
      // No command signs a session.
      tokenSecret: '',
      signingKey: await openSigningKey(db),
    })
  } finally {
    await db.close()
    await installation.close()
  }
}

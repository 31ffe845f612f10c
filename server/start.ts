import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/lib/context.ts'
import { prepareJobs } from '#server/lib/jobs/worker.ts'
import { openAnnouncer } from '#server/lib/live/announcer.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/lib/postgres/embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { openReplica } from '#server/lib/postgres/replica.ts'
import { openLimits } from '#server/lib/security/limits.ts'
import { openSigningKey } from '#server/lib/security/signing-key.ts'
import { closeDataFolder, readOrMakeKey } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { buildApp } from './app.ts'
import { startJobs } from './jobs.ts'
import { openCodeReader } from './lib/codes/code-reader.ts'
import { openMarkdownRenderer } from './lib/markdown/renderer.ts'
import { type SampleAccount, seedSampleData } from './sample-data.ts'

export interface Server {
  /** The URL at which people reach it. */
  address: string
  /** Finishes running requests, then closes everything that `start` opened. */
  stop(): Promise<void>
}

interface Events {
  /** On a first start, before the server listens. */
  onSampleAccounts(accounts: SampleAccount[]): void
  /** The embedded database is lost for good. */
  onLost(error: Error): void
  /** It cannot start now, and is retried. */
  onTrouble(error: Error): void
}

/** In milliseconds, of the ten seconds that a stop may take. Requests that are not done by then are aborted, and whatever else
 *  does not close is abandoned, so that the database is always stopped. */
const requestsTimeoutMs = 5_000
const closingTimeoutMs = 6_000

/** The whole product: database, migrations, sample data, HTTP. A failed start leaves nothing running. */
export async function start(settings: Settings, events: Events): Promise<Server> {
  const closers: (() => Promise<unknown>)[] = []
  let embedded: EmbeddedPostgres | null = null
  const stop = async () => {
    await Promise.race([closeAll(closers), sleep(closingTimeoutMs, null, { ref: false })])
    await embedded?.stop()
  }

  try {
    await closeDataFolder(settings.DATA_DIR)
    if (!settings.DATABASE_URL) {
      embedded = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, ...events })
    }
    const url = settings.DATABASE_URL ?? (embedded as EmbeddedPostgres).url
    const direct = settings.DATABASE_DIRECT_URL
    await migrate(direct ?? url)
    await prepareJobs(direct ?? url)
    const db = openDatabase(url, settings.DATABASE_POOL, { direct })
    closers.push(() => db.close())
    const replica = openReplica(db, settings)
    closers.push(() => replica.close())

    const markdown = openMarkdownRenderer()
    closers.push(() => markdown.close())
    const codes = openCodeReader()
    closers.push(() => codes.close())

    const ctx: Context = {
      settings,
      db,
      replica,
      limits: openLimits(db, settings.RATE_LIMIT_SCALE),
      markdown,
      codes,
      announcer: openAnnouncer(db),
      now: () => new Date(),
      tokenSecret: settings.TOKEN_SECRET ?? readOrMakeKey(settings.DATA_DIR, 'token-secret'),
      signingKey: await openSigningKey(db),
    }
    const app = await buildApp(ctx)
    let worker: Awaited<ReturnType<typeof startJobs>> | null = null
    closers.push(async () => worker?.stop())
    closers.push(() => closeApp(app))
    // With a mail server nobody could log in to the sample accounts: their email would never be verified.
    if (embedded && settings.SAMPLE_DATA && !settings.SMTP_URL) await seedSampleData(app, ctx, events.onSampleAccounts)
    worker = await startJobs(ctx, direct ?? url, app.log)
    replica.watch(app.log)

    const address = await listen(app, settings)
    closers.push(async () => embedded?.leave())
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Connections that may wait to be accepted, up to the system's limit: with fewer, browsers that come in the same second are
 *  rejected and retry only a second later. */
const backlog = 4096

async function listen(app: FastifyInstance, { HOST: host, PORT: port, PUBLIC_URL: publicUrl }: Settings) {
  try {
    await app.listen({ host, port, backlog })
  } catch (error) {
    throw new Error(sentences[(error as NodeJS.ErrnoException).code ?? '']?.(host, port) ?? (error as Error).message)
  }
  const address = app.server.address()
  return publicUrl ?? `http://localhost:${typeof address === 'object' ? address?.port : port}`
}

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) => `Port ${port} is already in use; stop the other program or set PORT to another number.`,
  EACCES: (_, port) => `This user may not listen on port ${port}; set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is no address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not known.`,
}

/** Closes in reverse order of opening. */
async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), requestsTimeoutMs)
  await app.close()
  clearTimeout(cutOff)
}

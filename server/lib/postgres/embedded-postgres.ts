import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, readKey, readOrMakeKey } from '#server/lib/settings/data-folder.ts'
import { type Binaries, findBinaries } from './postgres-binaries.ts'
import { freePort, initialise, isInitialised, launch, readPidFile, removeUnfinished } from './postgres-cluster.ts'
import {
  administratorUrl,
  announceLeaving,
  type Connection,
  connect,
  hasClients,
  prepare,
  takeLock,
} from './postgres-owner.ts'
import { isAlive, isPostgresOn, signal } from './processes.ts'

export interface EmbeddedPostgres {
  /** The URL for the server, with a role that owns its database only. */
  url: string
  /** The URL for backups and tests, as the administrator of the whole database server. */
  adminUrl: string
  /** Call it when a stop begins: the next start then waits for this process to end instead of being refused. */
  leave(): Promise<void>
  /** Stops PostgreSQL once its clients have disconnected. A stop that takes longer than some seconds continues by itself. */
  stop(): Promise<void>
}

interface Options {
  /** Holds `postgres/` and `keys/`; created if missing. */
  dataDir: string
  /** PostgreSQL settings on top of ours. */
  settings?: Record<string, string>
  /** PostgreSQL is lost for good, so the server cannot continue. */
  onLost?: (error: Error) => void
  /** PostgreSQL has stopped and cannot start now, for instance because the disk is full; it is retried until it does. */
  onTrouble?: (error: Error) => void
}

const product = 'ruam'
const passwordName = 'postgres-password'
const ourSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Limits the log to be replayed after a crash.
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and values (emails, password hashes) stay out of the log; the server logs its own errors.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
/** How long to wait for a server that is stopping, in milliseconds: it has ten seconds, and its database some more. */
const timeoutMs = 20_000
/** Time between attempts to restart PostgreSQL, in milliseconds. */
const retryMs = 500

/** Runs PostgreSQL on `<dataDir>/postgres` for this process alone. Takes over a database left running by a killed server. If
 *  its owner is alive, throws one sentence that names the process, and changes nothing. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  return new OwnedDatabase(options).start()
}

/** PostgreSQL ended during its start. */
class DoesNotStart extends Error {}

class OwnedDatabase {
  private readonly dataDir: string
  private readonly cluster: string
  private readonly settings: Record<string, string>
  private readonly onLost: Options['onLost']
  private readonly onTrouble: Options['onTrouble']
  /** The same after a restart, so that the pool's URL stays valid. */
  private port = 0
  private stopping = false

  constructor({ dataDir, settings = {}, onLost, onTrouble }: Options) {
    this.dataDir = dataDir
    this.cluster = join(resolve(dataDir), 'postgres')
    this.settings = { ...ourSettings, ...settings }
    this.onLost = onLost
    this.onTrouble = onTrouble
  }

  async start(): Promise<EmbeddedPostgres> {
    let connection = await this.own()
    const password = this.password()
    await prepare(connection, product, password)
    removeUnfinished(this.dataDir)

    const watch = async () => {
      const again = await this.ownAgain()
      if (again !== null) connection = again.on('end', watch)
    }
    connection.on('end', watch)

    return {
      url: embeddedUrl(this.port, password),
      adminUrl: administratorUrl(this.port, password),
      leave: () => announceLeaving(connection).catch(() => undefined),
      stop: () => this.stop(connection),
    }
  }

  /** Restarts PostgreSQL, retrying for as long as it takes, for instance until a full disk has space again. Null if the server is
   *  stopping or cannot continue. */
  private async ownAgain(): Promise<Connection | null> {
    for (let reported = ''; !this.stopping; await sleep(retryMs)) {
      try {
        return await this.own()
      } catch (thrown) {
        const error = thrown as Error
        if (!(error instanceof DoesNotStart)) {
          if (!this.stopping) this.onLost?.(error)
          return null
        }
        if (error.message !== reported) this.onTrouble?.(error)
        reported = error.message
      }
    }
    return null
  }

  /** Checks first, and writes only if nobody else runs; returns the connection that holds the lock. */
  private async own(): Promise<Connection> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      if (this.stopping) throw new Error('The database is being stopped.')
      const running = this.running()
      if (!running) {
        await this.launch()
        continue
      }
      const connection = running.port > 0 ? await connect(this.cluster, running.port, this.password()) : null
      if (connection) {
        const holder = await takeLock(connection).catch(() => ({ pid: 0, isLeaving: true }))
        if (holder === 'taken') {
          this.port = running.port
          return connection
        }
        await connection.end().catch(() => undefined)
        const isGoing = holder.isLeaving || !isAlive(holder.pid)
        if (!isGoing || performance.now() > deadline) {
          throw new Error(`Ruam is already running on this data folder (${this.dataDir}, process ${holder.pid}).`)
        }
      } else if (running.status === 'ready' && performance.now() > deadline) {
        throw new Error(`The database in ${this.cluster} (process ${running.pid}) runs but does not respond.`)
      }
      await sleep(25)
    }
  }

  private running() {
    const pidFile = readPidFile(this.cluster)
    return pidFile && isPostgresOn(this.cluster, pidFile.pid) ? pidFile : null
  }

  private password(): string {
    const password = readKey(this.dataDir, passwordName)
    if (password) return password
    throw new Error(`The password of the database is missing: ${join(this.dataDir, 'keys', passwordName)}`)
  }

  /** Returns when PostgreSQL runs, started here or elsewhere. */
  private async launch(): Promise<void> {
    makeFolder(this.dataDir)
    const binaries = findBinaries(resolve(this.dataDir), this.cluster)
    if (!isInitialised(this.cluster)) await this.initialise(binaries)

    for (let attempt = 1; ; attempt++) {
      const port = this.port || (await freePort())
      // One reading for both questions: a second one might show the postmaster of a concurrent start.
      const left = readPidFile(this.cluster)
      if (left && isPostgresOn(this.cluster, left.pid)) return
      const failure = await launch(binaries, this.cluster, port, this.settings, left?.pid ?? null)
      if (failure === null || this.running()) return
      if (attempt === 3) throw new DoesNotStart(`The database in ${this.cluster} does not start: ${failure}`)
    }
  }

  private async initialise(binaries: Binaries): Promise<void> {
    if (this.port > 0)
      throw new Error(`The database in ${this.cluster} is gone; it was removed while Ruam was running.`)
    if (existsSync(this.cluster)) {
      throw new Error(`${this.cluster} is in the way: it is no database; move it away or choose another DATA_DIR.`)
    }
    await initialise(binaries, this.cluster, readOrMakeKey(this.dataDir, passwordName))
  }

  private async stop(connection: Connection): Promise<void> {
    this.stopping = true
    // A pool reports that it is closed before its last connections are; aborting those would report errors.
    for (let wait = 0; wait < 100 && (await hasClients(connection).catch(() => false)); wait++) await sleep(10)
    const running = this.running()
    // SIGINT is PostgreSQL's fast shutdown. The lock ends with it, so nobody gets a database that is about to stop.
    if (running) signal(running.pid, 'SIGINT')
    const deadline = performance.now() + 8_000
    while (this.running() && performance.now() < deadline) await sleep(10)
    await connection.end().catch(() => undefined)
  }
}

/** The embedded database's URL for the server's own role. */
export function embeddedUrl(port: number, password: string): string {
  return `postgres://${product}:${password}@127.0.0.1:${port}/${product}`
}

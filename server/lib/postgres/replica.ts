import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#server/lib/settings/settings.ts'
import { every } from '#server/lib/timing/every.ts'
import { type Database, type Db, isUnreachable, openDatabase, sql, sqlState } from './database.ts'

/** Reads lists that may be some seconds old. */
export interface Replica {
  /** The database to read a list from: the primary for users, who must find what they have just written, and for visitors the
   *  replica, while it keeps up. */
  for(user: object | null): Db
  /** Starts checking the replica; until then everything is read from the primary. */
  watch(log: Log): void
  /** Null if no replica is configured. */
  figures(): ReplicaFigures | null
  close(): Promise<void>
}

export interface ReplicaFigures {
  isUsed: boolean
  /** Its greatest possible lag at the last check, in seconds; NaN if unknown. */
  behind: number
  /** The number of statements that the primary answered because the replica had failed. */
  fallbacks: number
}

interface Log {
  warn(message: string): void
}

/** Reads are never older than the three durations together. */
interface Checks {
  everyMs: number
  /** Timeout for asking the replica's lag. */
  timeoutMs: number
  maxLagMs: number
  /** Good checks in a row before the replica is used again; failed checks in a row after a start before we warn. */
  inARow: number
}

const queryCanceled = '57014'

const usualChecks: Checks = { everyMs: 1_000, timeoutMs: 1_000, maxLagMs: 3_000, inARow: 3 }

/** Opens the configured replica; without one everything is read from the primary. */
export function openReplica(primary: Database, settings: Settings, checks: Checks = usualChecks): Replica {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL: connections } = settings
  if (url !== undefined) return new WatchedReplica(primary, openDatabase(url, connections), checks)
  return { for: () => primary, watch: () => undefined, figures: () => null, close: async () => undefined }
}

class WatchedReplica implements Replica {
  readonly #primary: Database
  readonly #replica: Database
  readonly #checks: Checks
  readonly #timers: NodeJS.Timeout[] = []
  readonly #lists: Db
  /** Reads in progress, with a way to abort each. */
  readonly #reads = new Set<() => void>()
  #log: Log = { warn: () => undefined }
  #state: 'new' | 'used' | 'unused' = 'new'
  /** Good checks in a row, or bad ones if negative. */
  #streak = 0
  #behind = Number.NaN
  #fallbacks = 0
  /** The difference between the primary's clock and this process's steady clock; null until the primary has been asked. */
  #ahead: number | null = null

  constructor(primary: Database, replica: Database, checks: Checks) {
    this.#primary = primary
    this.#replica = replica
    this.#checks = checks
    this.#lists = {
      many: (statement) => this.#read((db) => db.many(statement)),
      one: (statement) => this.#read((db) => db.one(statement)),
      maybeOne: (statement) => this.#read((db) => db.maybeOne(statement)),
      run: (statement) => this.#primary.run(statement),
    }
  }

  for(user: object | null): Db {
    return user === null ? this.#lists : this.#primary
  }

  watch(log: Log): void {
    this.#log = log
    this.#timers.push(
      every(this.#checks.everyMs, () => this.#beat()).unref(),
      every(this.#checks.everyMs, () => this.#check()).unref(),
    )
  }

  figures(): ReplicaFigures {
    return { isUsed: this.#state === 'used', behind: this.#behind / 1_000, fallbacks: this.#fallbacks }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#replica.close()
  }

  async #read<T>(ask: (db: Db) => Promise<T>): Promise<T> {
    if (this.#state !== 'used') return ask(this.#primary)
    try {
      return await this.#unlessAbandoned(ask(this.#replica))
    } catch (error) {
      // Repeating a statement that took too long would burden the primary when reading is heaviest.
      if (sqlState(error) === queryCanceled) throw error
      // A failure may be the replica's own: a row removed since then, or a table that it lacks yet.
      this.#fallbacks += 1
      if (isUnreachable(error)) this.#abandon((error as Error).message)
      return ask(this.#primary)
    }
  }

  #unlessAbandoned<T>(reading: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = () => reject(new Error('the replica was abandoned'))
      this.#reads.add(giveUp)
      reading.then(resolve, reject).finally(() => this.#reads.delete(giveUp))
    })
  }

  async #beat(): Promise<void> {
    const asked = performance.now()
    // Rounded towards a larger lag, so that the replica is never staler than it seems.
    this.#ahead = (await beat(this.#primary)) - asked
  }

  async #check(): Promise<void> {
    try {
      this.#behind = await Promise.race([this.#measure(), tooLong(this.#checks.timeoutMs)])
      const seconds = (this.#behind / 1_000).toFixed(1)
      if (this.#behind > this.#checks.maxLagMs) this.#abandon(`it is ${seconds} seconds behind`)
      else this.#use()
    } catch (error) {
      this.#behind = Number.NaN
      this.#abandon((error as Error).message)
    }
  }

  async #measure(): Promise<number> {
    const newest = await newestBeat(this.#replica)
    if (this.#ahead === null) throw new Error('the primary has not reported its time')
    if (newest === null) throw new Error('it has no heartbeat of the primary')
    return Math.max(0, performance.now() + this.#ahead - newest)
  }

  #use(): void {
    this.#streak = Math.max(0, this.#streak) + 1
    if (this.#state === 'used' || (this.#state === 'unused' && this.#streak < this.#checks.inARow)) return
    if (this.#state === 'unused') this.#log.warn('lists are read from the replica again')
    this.#state = 'used'
  }

  /** Switches to the primary, also for reads in progress. */
  #abandon(reason: string): void {
    this.#streak = Math.min(0, this.#streak) - 1
    // At a first start the first heartbeat is still on its way.
    if (this.#state === 'unused' || (this.#state === 'new' && -this.#streak < this.#checks.inARow)) return
    this.#state = 'unused'
    this.#log.warn(`lists are read from the primary, as the replica cannot be used: ${reason}`)
    for (const giveUp of this.#reads) giveUp()
    this.#reads.clear()
  }
}

async function tooLong(milliseconds: number): Promise<never> {
  await sleep(milliseconds, undefined, { ref: false })
  throw new Error('it does not answer in time')
}

/** Several processes beat as often as one. */
const beatsApartMs = 400

/** Stores and returns the primary's clock, in milliseconds since 1970; a replica's lag is measured by it. */
export async function beat(primary: Db): Promise<number> {
  const { clock } = await primary.one<{ clock: number }>(sql`
    WITH written AS (
      INSERT INTO replica_heartbeat (beat_at) VALUES (clock_timestamp())
      ON CONFLICT (is_only) DO UPDATE SET beat_at = excluded.beat_at
        WHERE replica_heartbeat.beat_at < excluded.beat_at - ${beatsApartMs} * interval '1 millisecond'
    )
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock`)
  return clock
}

/** The newest heartbeat that has arrived, in milliseconds since 1970 by the primary's clock; null if none has. */
export async function newestBeat(replica: Db): Promise<number | null> {
  const row = await replica.maybeOne<{ at: number }>(
    sql`SELECT extract(epoch FROM beat_at)::float8 * 1000 AS at FROM replica_heartbeat`,
  )
  return row?.at ?? null
}

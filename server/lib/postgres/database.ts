import pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Listener, listen, type Subscription } from './listening.ts'

export { join, type Sql, sql }

/** A column name, to be inserted where a value would become a parameter. */
export function identifier(name: string): Sql {
  return raw(pg.escapeIdentifier(name))
}

/** Thai dictionary order: 'เกษม' under ก, Thai before other scripts. It ignores spaces and punctuation, so sort by first and last
 *  name separately. */
export const inThaiOrder = sql`COLLATE "th-x-icu"`

/** An instant within JSON, as the contract writes it. */
export const isoText = (instant: Sql) => sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A statement; `prepared` gives it a name. */
export type Statement = Sql & { name?: string }

/** The names of prepared statements, by their text. */
const names = new Map<string, string>()

/** Prepares the statement once per connection: for statements that a rush runs thousands of times, or whose planning takes longer
 *  than running them. The plan may date from when the tables were small, so only for lookups by key. */
export function prepared(statement: Sql): Statement {
  const { text } = statement
  const name = names.get(text) ?? `prepared_${names.size + 1}`
  names.set(text, name)
  return Object.assign(statement, { name })
}

/** Runs one statement. Rows are plain objects: timestamptz as ISO 8601 text in UTC, date as YYYY-MM-DD, bigint and numeric as
 *  numbers. */
export interface Db {
  many<Row>(query: Statement): Promise<Row[]>
  /** Exactly one row; throws if there is none. */
  one<Row>(query: Statement): Promise<Row>
  maybeOne<Row>(query: Statement): Promise<Row | null>
  /** The number of changed rows. */
  run(query: Statement): Promise<number>
}

export interface Database extends Db {
  /** Commits when `work` returns, rolls back when it throws. Retries after deadlocks and serialization failures. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Listens to a channel, over a connection outside the pool. */
  listen(channel: string, listener: Listener): Subscription
  /** Only for this folder and tests. Use `onOneConnection`, `poolForLibrary`, `poolFigures` or `urlOf` elsewhere. */
  pool: pg.Pool
  close(): Promise<void>
}

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)),
}

/** How long to wait for a connection, new or pooled: after that the caller should try again later. */
const connectingMs = 2_000
/** In milliseconds. The server enforces the first and the last; `query_timeout` is for a server that has gone silent. */
const usual = (timeoutFactor: number) => ({
  statement_timeout: 5_000 * timeoutFactor,
  query_timeout: 6_000 * timeoutFactor,
  idle_in_transaction_session_timeout: 15_000,
  // Rows are mostly in memory or on an SSD, where random reads cost little more than sequential ones. And compiling a plan or
  // starting parallel workers takes longer than any statement of a request may.
  options: '-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0',
})

/** A pooler lends each transaction another connection with the pooler's own settings: see deploy/pgbouncer.ini. */
const throughPooler = (timeoutFactor: number) => ({ query_timeout: usual(timeoutFactor).query_timeout })

/** Turns timeouts off, even those of the database's role. */
const unlimited = { options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0' }

interface Options {
  /** No timeouts and no pipelining: for slow statements, and for COPY, which cannot be pipelined. */
  longWork?: boolean
  /** Multiplies the timeouts for connections and statements: for work that nobody waits for. */
  timeoutFactor?: number
  /** The same database past a pooler; missing if `url` has no pooler. Used for what needs a connection of its own; nothing may
   *  depend on the state of other connections. */
  direct?: string | undefined
  /** Rows with pg's usual types: graphile-worker compares times as `Date`. */
  driverTypes?: boolean
}

/** Opens a pool of at most `connections`, which connects on first use. Statements of a transaction that do not await each
 *  other are pipelined, and run in order. */
export function openDatabase(
  url: string,
  connections: number,
  { longWork = false, timeoutFactor = 1, direct, driverTypes = false }: Options = {},
): Database {
  const isPooled = direct !== undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline: !longWork,
    ...(longWork ? unlimited : isPooled ? throughPooler(timeoutFactor) : usual(timeoutFactor)),
    connectionTimeoutMillis: connectingMs * (longWork ? 3 : timeoutFactor),
    // Connections stay open, so that a rush finds them with their prepared statements.
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(driverTypes ? {} : { types: types as unknown as pg.CustomTypesConfig }),
  })
  // The pool replaces a broken connection, and its statements fail. Without listeners it would end the process: the pool's
  // hears of idle connections, each connection's own of those in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  return {
    ...statements((statement) => pool.query(isPooled ? nameless(statement) : statement)),
    pool,
    transaction: (work) => transaction(pool, work, isPooled),
    listen: (channel, listener) => listen(direct ?? url, channel, listener),
    close: () => pool.end(),
  }
}

/** Runs `work` on a connection of its own, which is then closed: for COPY, and for transactions with another isolation level. */
export async function onOneConnection<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** The pool, for libraries that run their own statements. */
export const poolForLibrary = ({ pool }: Database): pg.Pool => pool

/** The URL that the database was opened with. */
export const urlOf = ({ pool }: Database): string => String(pool.options.connectionString)

/** Open connections, their maximum, and the number of waiting callers. */
export function poolFigures({ pool }: Database) {
  return {
    idle: pool.idleCount,
    inUse: pool.totalCount - pool.idleCount,
    most: pool.options.max ?? 0,
    waiting: pool.waitingCount,
  }
}

/** The next connection may not have the same prepared statements. */
function nameless({ name: _, ...statement }: pg.QueryConfig): pg.QueryConfig {
  return statement
}

function statements(send: (statement: pg.QueryConfig) => Promise<pg.QueryResult>): Db {
  const query = ({ name, text, values }: Statement) => send({ name, text, values })
  return {
    many: async <Row>(statement: Statement) => (await query(statement)).rows as Row[],
    one: async <Row>(statement: Statement) => {
      const { rows } = await query(statement)
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`)
      return rows[0] as Row
    },
    maybeOne: async <Row>(statement: Statement) => ((await query(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}

const attempts = 5

async function transaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>, isPooled: boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let broken = false
    try {
      const result = await inTransaction(client, work, isPooled)
      const { command } = await client.query('COMMIT')
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, and its error was ignored')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true
      })
      // A new connection may reach the current primary.
      if (sqlState(error) === '25006') broken = true
      if (attempt === attempts || !isRetriable(error)) throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Sends BEGIN with the first statement, and lets no statement succeed unless the transaction has begun. Throws the error of
 *  the first failed statement: those pipelined after it fail without a reason of their own. */
async function inTransaction<T>(client: pg.PoolClient, work: (tx: Db) => Promise<T>, isPooled: boolean): Promise<T> {
  const begun = client.query('BEGIN')
  begun.catch(() => undefined)
  const failures: unknown[] = []
  const tx = statements(async (statement) => {
    const sent = client.query(isPooled ? nameless(statement) : statement)
    sent.catch((error) => failures.push(error))
    return (await Promise.all([sent, begun]))[0]
  })
  try {
    const result = await work(tx)
    await begun
    return result
  } catch (error) {
    throw sqlState(error) === '25P02' ? (failures[0] ?? error) : error
  }
}

function isRetriable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** The SQLSTATE of a database error; null for any other error. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/** Whether `error` violates the named unique index or check. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}

/** Whether the database cannot be reached or does not respond, rather than rejecting a statement. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error)
  // 25006: this server was just demoted to a read-only standby.
  if (state === '25006') return true
  // Class 08: connection exceptions; 57: shutdowns, restarts and cancelled statements; 53: full disks and too many connections.
  if (state !== null) return ['08', '57', '53'].some((kind) => state.startsWith(kind))
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'].includes(code ?? '') ||
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/.test(
      message ?? '',
    )
  )
}

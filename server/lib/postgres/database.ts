import pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Listener, type Listening, listen } from './listening.ts'

export { join, type Sql, sql }

/** The name of a column, to stand where a value would become a parameter. */
export function identifier(name: string): Sql {
  return raw(pg.escapeIdentifier(name))
}

/** A statement, perhaps one that its connection keeps ready under a name. */
export type Statement = Sql & { name?: string }

/** Has each connection parse and plan the statement once, under a name that stands for this one text: for what a rush
 *  runs thousands of times. The plan may be from when the tables were small, so only for what finds its rows by key. */
export function prepared(name: string, statement: Sql): Statement {
  return Object.assign(statement, { name })
}

/** Runs one statement. Rows come back as plain objects: timestamptz as ISO 8601 text in UTC, date as YYYY-MM-DD,
 *  bigint and numeric as numbers. */
export interface Db {
  many<Row>(query: Statement): Promise<Row[]>
  /** Exactly one row; throws when there is none. */
  one<Row>(query: Statement): Promise<Row>
  maybeOne<Row>(query: Statement): Promise<Row | null>
  /** How many rows the statement changed. */
  run(query: Statement): Promise<number>
}

export interface Database extends Db {
  /** Commits when `work` returns, rolls back when it throws. Deadlocks and serialization failures are tried again. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Hears what is notified on a channel, over a connection beside the pool's. */
  listen(channel: string, listener: Listener): Listening
  /** Only for this folder and tests. Elsewhere: `onOneConnection`, `poolForLibrary`, `poolFigures`, `urlOf`. */
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

/** How long is waited for a connection, new or from the pool, in milliseconds: beyond that the caller should try again later. */
const connecting = 2_000
/** In milliseconds. The server keeps to the first and the last; `query_timeout` is for one that has fallen silent. */
const usual = (patience: number) => ({
  ...{
    statement_timeout: 5_000 * patience,
    query_timeout: 6_000 * patience,
    idle_in_transaction_session_timeout: 15_000,
  },
  // Rows are mostly in memory or on a solid disk, where reading one of them costs little more than reading the next. And
  // compiling a plan, or starting processes to help, takes longer than any statement of a request may.
  options: '-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0',
})

/** A pooler lends each transaction another connection, whose settings are the pooler's affair: see deploy/pgbouncer.ini. */
const throughPooler = (patience: number) => ({ query_timeout: usual(patience).query_timeout })

/** Turns timeouts off, also where the database's role has some of its own. */
const unlimited = { options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0' }

interface Options {
  /** No timeouts and no pipeline: for statements that take long, and for COPY, which cannot be sent ahead of others. */
  longWork?: boolean
  /** Multiplies how long is waited for a connection and for a statement: for work that nobody waits for. */
  patience?: number
  /** The same database past the pooler that `url` leads to; not given where `url` leads to the database itself. What needs
   *  a connection of its own goes there, and nothing is expected to stay with the others. */
  direct?: string | undefined
}

/** Opens a pool of at most `connections`; nothing connects until the first statement. The statements of a transaction
 *  that do not wait for one another are sent at once, and run in the order given. */
export function openDatabase(
  url: string,
  connections: number,
  { longWork = false, patience = 1, direct }: Options = {},
): Database {
  const isPooled = direct !== undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline: !longWork,
    ...(longWork ? unlimited : isPooled ? throughPooler(patience) : usual(patience)),
    connectionTimeoutMillis: connecting * (longWork ? 3 : patience),
    // Connections stay open, so that a rush finds them and the statements that they have prepared.
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: types as unknown as pg.CustomTypesConfig,
  })
  // A connection that breaks is replaced by the pool, and its statements fail. Without listeners it would end the process:
  // the pool's hears of idle connections, each connection's own of those at work.
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

/** Runs `work` on a connection of its own, which is closed afterwards: for COPY, and for transactions of another isolation level. */
export async function onOneConnection<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** The pool, for a library that brings its own statements. */
export const poolForLibrary = ({ pool }: Database): pg.Pool => pool

/** The address that the database was opened with. */
export const urlOf = ({ pool }: Database): string => String(pool.options.connectionString)

/** Connections that are open now, how many there may be, and how much work is waiting for one. */
export function poolFigures({ pool }: Database) {
  return {
    idle: pool.idleCount,
    inUse: pool.totalCount - pool.idleCount,
    most: pool.options.max ?? 0,
    waiting: pool.waitingCount,
  }
}

/** The next connection may not know what one before it has prepared. */
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
      if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed, and nobody minded')
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

/** Sends BEGIN along with the first statement, and lets no statement succeed unless the transaction has begun. Throws what
 *  the first statement that failed did: those that were sent behind it are refused without a reason of their own. */
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

/** The five-character SQLSTATE of a database error, or null where it is no database error. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/** Whether `error` says that the named unique index or check stood in the way. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}

/** Whether `error` says that the database cannot be reached or does not answer now, rather than that a statement is
 *  wrong. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error)
  // A database that was the primary until a moment ago, and takes no more writes.
  if (state === '25006') return true
  // Class 08 is connection exceptions, 57 shutdowns, restarts and statements cut off, 53 full disks and too many connections.
  if (state !== null) return ['08', '57', '53'].some((kind) => state.startsWith(kind))
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'].includes(code ?? '') ||
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/.test(
      message ?? '',
    )
  )
}

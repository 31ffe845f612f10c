import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

export { type Sql, sql }

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
  /** The pool itself, for libraries that bring their own statements. */
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

/** Opens a pool of at most `connections`; nothing connects until the first statement. In a `pipeline` the statements of a
 *  transaction that do not wait for one another are sent at once, and run in the order given; COPY cannot be sent so. */
export function openDatabase(url: string, connections: number, { pipeline = true } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline,
    connectionTimeoutMillis: 5_000,
    // A rush finds its connections open, and what they keep ready.
    idleTimeoutMillis: 0,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    types: types as unknown as pg.CustomTypesConfig,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)

  return {
    ...statements(pool),
    pool,
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  }
}

function statements(client: pg.Pool | pg.PoolClient): Db {
  const query = ({ name, text, values }: Statement) => client.query({ name, text, values })
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

async function transaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let broken = false
    try {
      const begun = client.query('BEGIN')
      begun.catch(() => undefined)
      const result = await work(statements(client))
      await begun
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true
      })
      if (attempt === attempts || !isRetriable(error)) throw error
    } finally {
      client.release(broken)
    }
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

/** Whether `error` says that the database cannot be reached or does not answer now, rather than that a statement is wrong. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error)
  // Class 08 is connection exceptions, 57 shutdowns, restarts and statements cut off, 53 full disks and too many connections.
  if (state !== null) return ['08', '57', '53'].some((kind) => state.startsWith(kind))
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'].includes(code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(message ?? '')
  )
}

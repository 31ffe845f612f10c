import { realpathSync } from 'node:fs'
import pg from 'pg'
import { administrator } from './postgres-cluster.ts'

/** "ruam" in bytes: the lock of a database's owner. */
const ownerLock = 0x7275616d
const leaving = ' leaving'

/** The process that holds the lock of a database. */
export interface Holder {
  pid: number
  /** It is stopping and will soon be gone. */
  isLeaving: boolean
}

export type Connection = pg.Client

export function administratorUrl(port: number, password: string): string {
  return `postgres://${administrator}:${password}@127.0.0.1:${port}/postgres`
}

/** A connection of the administrator; null while PostgreSQL is starting, recovering or stopping. Throws if another database
 *  answers. */
export async function connect(cluster: string, port: number, password: string): Promise<Connection | null> {
  const client = new pg.Client({
    connectionString: administratorUrl(port, password),
    application_name: `ruam ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // A broken connection emits 'end'; without a listener here it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder")
    if (realpathSync(rows[0]?.folder ?? '') === realpathSync(cluster)) return client
  } catch (error) {
    const refused = (error as pg.DatabaseError).code?.startsWith('28')
    if (!refused) return null
  }
  await client.end()
  throw new Error(`The PostgreSQL that runs on ${cluster} does not take the password in the keys folder beside it.`)
}

/** Takes the lock for the life of the connection, so that it is free the moment its process dies. */
export async function takeLock(client: Connection): Promise<'taken' | Holder> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [ownerLock])
  return rows[0]?.taken ? 'taken' : await holder(client)
}

async function holder(client: Connection): Promise<Holder> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name
       FROM pg_locks l
       JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1`,
    [ownerLock],
  )
  const name = rows[0]?.name ?? ''
  return {
    pid: Number.parseInt(name.replace('ruam ', ''), 10) || 0,
    isLeaving: rows.length === 0 || name.endsWith(leaving),
  }
}

/** Tells waiting processes that the lock will soon be free. */
export async function announceLeaving(client: Connection): Promise<void> {
  await client.query(`SET application_name = 'ruam ${process.pid}${leaving}'`)
}

/** Whether anyone else is connected. */
export async function hasClients(client: Connection): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1",
  )
  return rowCount !== 0
}

/** Creates what the server needs inside the database and lacks: its role, and a database of that role. */
export async function prepare(client: Connection, name: string, password: string): Promise<void> {
  const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`)
  const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
}

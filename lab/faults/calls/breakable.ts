import type { Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openAnnouncer } from '#server/lib/live/announcer.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import type { Fixture } from '#server/testing/callers/fixture.ts'
import { eventually } from '#server/testing/mail-server.ts'

/** What the driver's connections are made of, as far as they are changed here. */
interface Client {
  connection: { stream: Socket }
  query(...sent: unknown[]): unknown
}

/** What became of a call in which a connection was to break. */
export interface Broken<T> {
  answer: T
  /** Whether there was such a statement. */
  broke: boolean
  /** The statements that write something, together where they are one transaction. */
  writes: string[][]
}

/** A server process of the fixture whose connection to the database breaks in the middle of a call. */
export async function startBreakable(fixture: Fixture) {
  const db = openDatabase(String(fixture.db.pool.options.connectionString), 4, { patience: 5 })
  const { pool } = db
  /** How many statements are still to be sent until one breaks off; null for never. */
  let left: number | null = null
  let writes: string[][] = []

  pool.on('connect', (connected) => {
    const client = connected as unknown as Client
    const query = client.query.bind(client)
    let transaction: string[] | null = null
    client.query = (...sent) => {
      const text = typeof sent[0] === 'string' ? sent[0] : String((sent[0] as { text: string }).text)
      if (left !== null) left -= 1
      if (left === 0) client.connection.stream.destroy()
      if (text === 'BEGIN') transaction = []
      if (isWrite(text)) transaction ? transaction.push(text) : writes.push([text])
      if (text === 'COMMIT') {
        if (transaction !== null && transaction.length > 0) writes.push(transaction)
        transaction = null
      }
      return query(...sent)
    }
  })
  const app = await buildApp({ ...fixture.ctx, db, announcer: openAnnouncer(db) })
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  const atRest = () => eventually(() => expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]))

  return {
    app,
    /** Makes a call in which the connection breaks before statement `place` (from 1) is sent. */
    async breakAt<T>(place: number, call: () => Promise<T>): Promise<Broken<T>> {
      await atRest()
      left = place
      writes = []
      const answer = await call()
      await atRest()
      const broke = left <= 0
      left = null
      return { answer, broke, writes }
    },
  }
}

const isWrite = (text: string) => /^\s*(INSERT|UPDATE|DELETE)\b|\b(INSERT INTO|graphile_worker\.\w+\()/.test(text)

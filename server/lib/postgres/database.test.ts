import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { type Db, isUnreachable, openDatabase, prepared, sql } from './database.ts'

test('a statement timeout counts as an unreachable database, a wrong statement does not', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)
  await db.run(sql`SET statement_timeout = 20`)

  const [slow, wrong] = await Promise.allSettled([db.run(sql`SELECT pg_sleep(10)`), db.run(sql`SELECT nonsense`)])

  expect(isUnreachable((slow as PromiseRejectedResult).reason)).toBe(true)
  expect(isUnreachable((wrong as PromiseRejectedResult).reason)).toBe(false)
  await db.close()
  await drop()
})

test('a failed statement rolls back its transaction and the statements pipelined after it', async () => {
  const { url, drop } = await createTestDatabase({ forOnceOnly: true })
  const db = openDatabase(url, 1)
  await db.run(sql`CREATE TABLE kept (n integer PRIMARY KEY)`)
  const insert = (tx: Db, n: number) => tx.run(sql`INSERT INTO kept VALUES (${n})`)

  const failed = db.transaction((tx) => Promise.all([insert(tx, 1), insert(tx, 1), insert(tx, 2)]))

  await expect(failed).rejects.toMatchObject({ constraint: 'kept_pkey' })
  expect(await db.many(sql`SELECT n FROM kept`)).toEqual([])
  await db.transaction((tx) => insert(tx, 3))
  expect(await db.many(sql`SELECT n FROM kept`)).toEqual([{ n: 3 }])
  await db.close()
  await drop()
})

test('a transaction rejects with the error of its first failed statement', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)
  const later = (error: unknown) => sleep(20).then(() => Promise.reject(error))

  const failed = db.transaction((tx) => Promise.all([tx.run(sql`SELECT 1 / 0`).catch(later), tx.run(sql`SELECT 1`)]))

  await expect(failed).rejects.toMatchObject({ code: '22012' })
  await db.close()
  await drop()
})

test('pipelined statements of a transaction run in order', async () => {
  const { url, drop } = await createTestDatabase({ forOnceOnly: true })
  const db = openDatabase(url, 1)
  await db.run(sql`CREATE TABLE counted (n integer)`)
  const count = (tx: Db) => tx.one<{ rows: number }>(sql`SELECT count(*)::int AS rows FROM counted`)

  const [, before, , after] = await db.transaction((tx) =>
    Promise.all([
      tx.run(sql`SELECT pg_sleep(0.02)`),
      count(tx),
      tx.run(prepared(sql`INSERT INTO counted VALUES (1)`)),
      count(tx),
    ]),
  )

  expect([before.rows, after.rows]).toEqual([0, 1])
  await db.close()
  await drop()
})

test('a former primary counts as unreachable, and the next transaction reconnects', async () => {
  const { url, drop } = await createTestDatabase({ forOnceOnly: true })
  const db = openDatabase(url, 1)
  await db.run(sql`CREATE TABLE kept (n integer)`)
  await db.run(sql`SET default_transaction_read_only = on`)
  const insert = () => db.transaction((tx) => tx.run(sql`INSERT INTO kept VALUES (1)`))

  await expect(insert()).rejects.toSatisfy(isUnreachable)
  expect(await insert()).toBe(1)

  await db.close()
  await drop()
})

test('behind a pooler no connection state is used, and LISTEN bypasses the pooler', async () => {
  const { url, drop } = await createTestDatabase()
  const pooled = openDatabase(url, 1, { direct: url })
  const statement = () => prepared(sql`SELECT 7 AS n`)

  await pooled.one(statement())
  await pooled.transaction((tx) => tx.one(statement()))
  expect(await pooled.many(sql`SELECT name FROM pg_prepared_statements`)).toEqual([])
  expect(await pooled.one(sql`SHOW statement_timeout`)).toEqual({ statement_timeout: '0' })

  const nowhere = openDatabase('postgres://ruam@127.0.0.1:9/ruam', 1, { direct: url })
  const received = await new Promise((resolve) => {
    const subscription = nowhere.listen('said', {
      onListening: () => void pooled.run(sql`SELECT pg_notify('said', 'hello')`),
      onMessage: (text) => subscription.close().then(() => resolve(text)),
    })
  })
  expect(received).toBe('hello')
  for (const one of [pooled, nowhere]) await one.close()
  await drop()
})

test('a connection lost during a transaction fails only that transaction', async () => {
  const { url, drop } = await createTestDatabase()
  const [db, killer] = [openDatabase(url, 2), openDatabase(url, 1)]
  const kill = (pid: number) => killer.run(sql`SELECT pg_terminate_backend(${pid})`)
  const ownPid = (tx: Db) => tx.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)

  const duringStatement = db.transaction(async (tx) => {
    const { pid } = await ownPid(tx)
    const [outcome] = await Promise.all([tx.run(sql`SELECT pg_sleep(10)`), kill(pid)])
    return outcome
  })
  await expect(duringStatement).rejects.toSatisfy(isUnreachable)
  const betweenStatements = db.transaction(async (tx) => {
    await kill((await ownPid(tx)).pid)
    return tx.run(sql`SELECT 1`)
  })
  await expect(betweenStatements).rejects.toSatisfy(isUnreachable)
  const lostBefore = db.transaction(async (tx) => {
    await kill((await ownPid(tx)).pid)
    await sleep(200)
    return tx.run(sql`SELECT 1`)
  })
  await expect(lostBefore).rejects.toSatisfy(isUnreachable)

  expect(await db.run(sql`SELECT 1`)).toBe(1)
  await Promise.all([db.close(), killer.close()])
  await drop()
})

test('a transaction with an ignored error does not succeed', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)

  const ignoring = db.transaction(async (tx) => {
    await tx.run(sql`SELECT nonsense`).catch(() => undefined)
    return 'done'
  })

  await expect(ignoring).rejects.toThrow('its error was ignored')
  await db.close()
  await drop()
})

test('a statement on a silent database fails, and its connection is replaced', async () => {
  const { url, drop } = await createTestDatabase()
  const proxy = await startProxy(new URL(url))
  const db = openDatabase(proxy.url, 1, { timeoutFactor: 0.2 })
  await db.run(sql`SELECT 1`)

  proxy.fallSilent()
  await expect(db.transaction((tx) => tx.run(sql`SELECT 1`))).rejects.toSatisfy(isUnreachable)
  proxy.speak()

  expect(await db.run(sql`SELECT 1`)).toBe(1)
  await db.close()
  await proxy.close()
  await drop()
})

/** Forwards both directions until `fallSilent`, then drops all data. */
async function startProxy(target: URL) {
  let silent = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => silent || to.write(bytes))
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    fallSilent: () => {
      silent = true
    },
    speak: () => {
      silent = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

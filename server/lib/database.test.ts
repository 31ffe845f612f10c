import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { type Db, isUnreachable, openDatabase, prepared, sql } from './database.ts'

test('a statement that is cut off because it takes too long is no bug, but a database that does not answer', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)
  await db.run(sql`SET statement_timeout = 20`)

  const [slow, wrong] = await Promise.allSettled([db.run(sql`SELECT pg_sleep(10)`), db.run(sql`SELECT nonsense`)])

  expect(isUnreachable((slow as PromiseRejectedResult).reason)).toBe(true)
  expect(isUnreachable((wrong as PromiseRejectedResult).reason)).toBe(false)
  await db.close()
  await drop()
})

test('a transaction of which one statement fails leaves nothing behind, also of those that were sent along with it', async () => {
  const { url, drop } = await createTestDatabase()
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

test('statements of a transaction that are sent together run in their order, each seeing what came before', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)
  await db.run(sql`CREATE TABLE counted (n integer)`)
  const count = (tx: Db) => tx.one<{ rows: number }>(sql`SELECT count(*)::int AS rows FROM counted`)

  const [, before, , after] = await db.transaction((tx) =>
    Promise.all([
      tx.run(sql`SELECT pg_sleep(0.02)`),
      count(tx),
      tx.run(prepared('insert_counted', sql`INSERT INTO counted VALUES (1)`)),
      count(tx),
    ]),
  )

  expect([before.rows, after.rows]).toEqual([0, 1])
  await db.close()
  await drop()
})

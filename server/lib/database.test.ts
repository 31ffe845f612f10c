import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { isUnreachable, openDatabase, sql } from './database.ts'

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

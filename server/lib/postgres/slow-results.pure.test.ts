import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { cacheSlow } from './slow-results.ts'

test('slow results are cached by key and database, fast ones are not', async () => {
  const kept = cacheSlow<number>({ maxEntries: 10, isSlow: (found) => found >= 1_000 })
  const [one, other] = [{} as Db, {} as Db]
  const ask = (db: Db, key: string, found: number) => kept(db, key, async () => found)

  expect(await ask(one, 'many', 1_000)).toBe(1_000)
  expect(await ask(one, 'many', 2_000)).toBe(1_000)
  expect(await ask(other, 'many', 3_000)).toBe(3_000)
  expect(await ask(one, 'few', 1)).toBe(1)
  expect(await ask(one, 'few', 2)).toBe(2)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { countInMemory } from './counters.ts'

test('at most 100,000 counts are stored; those that end first are dropped first', async () => {
  const { db } = await startApp({}, { worker: true })
  const now = Date.now()
  const counts = async () =>
    (await db.one<{ counts: number }>(sql`SELECT count(*)::int AS counts FROM rate_limits`)).counts
  const keys = () => db.many(sql`SELECT key FROM rate_limits WHERE key IN ('over', 'soon', 'late')`)

  await db.run(sql`INSERT INTO rate_limits VALUES ('over', 1, ${now - 1}), ('late', 1, ${now + 90_000_000})`)
  await eventually(async () => expect(await keys()).toEqual([{ key: 'late' }]))
  await db.run(sql`
    INSERT INTO rate_limits
    SELECT 'flood:' || n, 1, ${now}::bigint + 3600000 + n FROM generate_series(1, 120000) AS n
    UNION ALL SELECT 'soon', 1, ${now}::bigint + 60000`)

  await eventually(async () => expect(await counts()).toBe(100_000))
  expect(await keys()).toEqual([{ key: 'late' }])
})

test('a window started by a clock that was ahead ends when the clock is corrected', async () => {
  const { ctx, db } = await startApp({ RATE_LIMIT_SCALE: '1' })
  const count = () => ctx.limits.consume('login_account', 'malee')
  for (let times = 0; times < 10; times++) await count()
  await db.run(sql`UPDATE rate_limits SET expire = expire + ${24 * 3_600_000}::bigint`)

  await ctx.limits.refuseSpent('login_account', 'malee')
  for (let times = 0; times < 10; times++) await count()

  await expect(count()).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('an in-memory limit refuses, with the time to wait', async () => {
  const { ctx } = await startApp({ RATE_LIMIT_SCALE: '0.05' })

  for (let count = 0; count < 3; count++) await ctx.limits.consume('apply_user', '7')

  await expect(ctx.limits.consume('apply_user', '7')).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: 60,
  })
  await ctx.limits.consume('apply_user', '8')
})

test('a process stores at most 100,000 counts, dropping the least recently counted', async () => {
  const counter = countInMemory({ seconds: 60 })

  for (const key of ['busy', 'idle', 'busy']) await counter.add(key, 1)
  for (let n = 0; n < 99_999; n++) await counter.add(`flood ${n}`, 1)

  expect(await counter.read('idle')).toBeNull()
  expect(await counter.read('busy')).toMatchObject({ points: 2 })
})

test('an in-memory count ends with its window, however often it was read', async () => {
  const counter = countInMemory({ seconds: 0.05 })

  await counter.add('key', 1)
  expect((await counter.add('key', 1)).msLeft).toBeLessThanOrEqual(50)
  await sleep(60)

  expect(await counter.read('key')).toBeNull()
  expect(await counter.add('key', 1)).toMatchObject({ points: 1 })
})

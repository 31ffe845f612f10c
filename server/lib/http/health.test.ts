import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'

test('a process is live and ready while its database responds', async () => {
  const { visitor } = await startApp()

  expect((await visitor.get('/health/live')).json()).toEqual({ status: 'live' })
  const ready = await visitor.get('/health/ready')
  expect(ready.json()).toEqual({ status: 'ready' })
  expect(ready.headers['cache-control']).toBe('no-store')
})

test('a process is live, but not ready, while its database is down', async () => {
  const app = await appOn('postgres://ruam@127.0.0.1:9/ruam')

  expect((await app.inject('/health/live')).statusCode).toBe(200)
  const ready = await app.inject('/health/ready')
  expect(ready.statusCode).toBe(503)
  expect(Number(ready.headers['retry-after'])).toBeLessThanOrEqual(3)
})

test('a process is not ready while its database accepts queries but never responds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const app = await appOn(`postgres://ruam@127.0.0.1:${(silent.address() as { port: number }).port}/ruam`)

  expect((await app.inject('/health/ready')).statusCode).toBe(503)
})

async function appOn(url: string) {
  const { ctx } = await startApp()
  const db = openDatabase(url, 2)
  const app = await buildApp({ ...ctx, db })
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  return app
}

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedSampleData } from './sample-data.ts'
import { startApp } from './testing/app.ts'

async function startUnfinished() {
  const started = await startApp()
  const mark = join(started.ctx.settings.DATA_DIR, 'sample-data.unfinished')
  writeFileSync(mark, '')
  const told: string[] = []
  const seed = () => seedSampleData(started.app, started.ctx, (all) => told.push(...all.map((one) => one.username)))
  return { ...started, mark, told, seed }
}

test('samples that were broken off are made anew', async () => {
  const { addUser, visitor, mark, told, seed } = await startUnfinished()
  await addUser({ username: 'organizer', email: 'organizer@example.com' })

  await seed()

  expect(told).toEqual(['organizer', 'attendee'])
  expect((await visitor.get('/api/events/events')).json()).toHaveLength(8)
  expect(existsSync(mark)).toBe(false)
})

test('samples that were broken off cost nobody else the account made since', async () => {
  const { addUser, as, mark, told, seed } = await startUnfinished()
  await addUser({ username: 'organizer', email: 'organizer@example.com' })
  const person = await addUser()

  await seed()

  expect(told).toEqual([])
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
  expect(existsSync(mark)).toBe(false)
})

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/lib/postgres/database.ts'
import { seedSampleData } from './sample-data.ts'
import { startApp } from './testing/app.ts'

async function startUnfinished() {
  const started = await startApp()
  const mark = join(started.ctx.settings.DATA_DIR, 'sample-data.unfinished')
  writeFileSync(mark, '')
  const reported: string[] = []
  const seed = () => seedSampleData(started.app, started.ctx, (all) => reported.push(...all.map((one) => one.username)))
  return { ...started, mark, reported, seed }
}

test('interrupted sample data is created again', async () => {
  const { addUser, visitor, mark, reported, seed } = await startUnfinished()
  await addUser({ username: 'organizer', email: 'organizer@example.com' })

  await seed()

  expect(reported).toEqual(['organizer', 'attendee'])
  expect((await visitor.get('/api/events/events')).json()).toHaveLength(8)
  expect(existsSync(mark)).toBe(false)
})

test('interrupted sample data is left alone once someone else has an account', async () => {
  const { addUser, as, mark, reported, seed } = await startUnfinished()
  await addUser({ username: 'organizer', email: 'organizer@example.com' })
  const person = await addUser()

  await seed()

  expect(reported).toEqual([])
  expect((await as(person).get('/api/users/profile')).statusCode).toBe(200)
  expect(existsSync(mark)).toBe(false)
})

test('sample events have attendees, likes and comments, without any mails', async () => {
  const { visitor, db, seed } = await startUnfinished()

  await seed()

  const events = (await visitor.get('/api/events/events')).json()
  for (const event of events) {
    expect(event.current_attendees).toBeGreaterThanOrEqual(12)
    expect(event.engagement.total_likes).toBeGreaterThanOrEqual(8)
  }
  const photographs = events.find((event: { max_attendee: number }) => event.max_attendee === 15)
  const comments = (await visitor.get(`/api/events/${photographs.id}/comments`)).json()
  expect(comments).toMatchObject([{ content: 'ใช้กล้องฟิล์มได้ไหมคะ', replies: [{ user: { username: 'organizer' } }] }])
  expect(await db.many(sql`SELECT id FROM unconfirmed_tickets`)).toEqual([])
})

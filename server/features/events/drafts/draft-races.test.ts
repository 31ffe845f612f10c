import { expect, test } from 'vitest'
import { draftLimits } from '#contract/events/draft-limits.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { eventDraft } from '#server/testing/event-draft.ts'
import { eventually } from '#server/testing/mail-server.ts'

const url = '/api/events/drafts'

/** Makes five calls that all come to a row before any of them gets past it. */
async function fiveAtOnce<T>(db: Database, row: string, call: (n: number) => Promise<T>): Promise<T[]> {
  const holder = await db.pool.connect()
  await holder.query(`BEGIN; SELECT FROM ${row} FOR UPDATE`)
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

  const calls = Promise.all(Array.from({ length: 5 }, (_, n) => call(n)))
  try {
    await eventually(async () => expect((await db.pool.query(waiting)).rowCount).toBe(5))
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  return calls
}

test('of five new drafts at once where one more is allowed, one is kept', async () => {
  const { as, db, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const mine = as(owner)
  for (let n = 1; n < draftLimits.drafts; n++) await mine.post(url, {})

  const replies = await fiveAtOnce(db, `users WHERE id = ${owner.id}`, () => mine.post(url, {}))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
  expect((await mine.get(url)).json()).toHaveLength(draftLimits.drafts)
})

test('of five saves at once of what all have read, one is kept and the others are told', async () => {
  const { as, db, addOrganizer } = await startApp()
  const mine = as(await addOrganizer())
  await mine.post(url, {})

  const replies = await fiveAtOnce(db, 'event_drafts WHERE id = 1', (n) =>
    mine.put(`${url}/1`, { version: 1, event_name: `Tab ${n}` }),
  )

  const kept = replies.filter(({ statusCode }) => statusCode === 200)
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await mine.get(`${url}/1`)).json()).toMatchObject({ version: 2, event_name: kept[0]?.json().event_name })
})

test('of five sends of the same save at once all are answered with the one that is kept', async () => {
  const { as, db, addOrganizer } = await startApp()
  const mine = as(await addOrganizer())
  await mine.post(url, {})

  const replies = await fiveAtOnce(db, 'event_drafts WHERE id = 1', () =>
    mine.put(`${url}/1`, { version: 1, event_name: 'Sent again and again' }),
  )

  expect(replies.map((reply) => reply.json().version)).toEqual([2, 2, 2, 2, 2])
})

test('a draft that is published twice while it is saved is never lost, and never kept beside its event', async () => {
  const { as, addOrganizer, clock } = await startApp()
  const mine = as(await addOrganizer())

  for (let round = 0; round < 10; round++) {
    const { id } = (await mine.post(url, { event_name: `Round ${round}` })).json()
    const before = (await mine.get('/api/events/my-events')).json().length
    const publish = () =>
      mine.post('/api/events/create-event', { ...eventDraft(clock.now), draft_id: id, draft_version: 1 })

    const [published, again, saved] = await Promise.all([
      publish(),
      publish(),
      mine.put(`${url}/${id}`, { version: 1, event_name: 'Saved' }),
    ])

    const events = (await mine.get('/api/events/my-events')).json().length - before
    const drafts = (await mine.get(url)).json()
    const made = [published, again].filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json().id)
    expect(new Set(made).size).toBe(events)
    expect(events).toBe(saved.statusCode === 200 ? 0 : 1)
    expect(drafts).toHaveLength(saved.statusCode === 200 ? 1 : 0)
    if (saved.statusCode === 200) await mine.delete(`${url}/${id}`)
  }
})

import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { addJob, addJobs, sweepJobs } from './jobs.ts'
import { startWorker } from './worker.ts'

/** A worker for jobs `wait`, five at once, each until all are released, for jobs `do`, and for jobs `fail` with their reason. */
async function startWaiting() {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 2)
  const held: (() => void)[] = []
  const seen = { begun: 0, done: 0 }
  const warnings: string[] = []
  const errors: string[] = []
  const log = {
    error: (said: string) => errors.push(said),
    warn: (said: string) => warnings.push(said),
    debug: () => undefined,
  }
  let isReleased = false
  let isStopped = false
  const wait = () =>
    new Promise<void>((resolve) => {
      seen.begun += 1
      if (isReleased) resolve()
      else held.push(resolve)
    })
  const work = {
    tasks: {
      do: async () => {
        seen.done += 1
      },
      fail: async ({ reason }: { reason: string }) => {
        throw new Error(reason)
      },
    },
    waiting: { wait },
    waitingAtOnce: 5,
    timetable: {},
  }
  const worker = await startWorker(url, db, work, log)
  const stop = async () => {
    isStopped = true
    await worker.stop()
  }
  const release = () => {
    isReleased = true
    for (const resolve of held.splice(0)) resolve()
  }
  onTestFinished(async () => {
    release()
    if (!isStopped) await stop()
    await db.close()
    await drop()
  })
  const jobs = () =>
    db.many<{ attempts: number; locked_at: string | null }>(sql`SELECT attempts, locked_at FROM graphile_worker.jobs`)
  return { db, seen, warnings, errors, held, release, stop, jobs }
}

const twelve = Array.from({ length: 12 }, () => ({}))

test('tasks that wait for other services run in parallel and delay nothing else', async () => {
  const { db, seen, warnings, held, release, jobs } = await startWaiting()
  await addJobs(db, 'wait', twelve)
  await eventually(() => expect(held).toHaveLength(5))

  await addJob(db, 'do', {})
  await eventually(() => expect(seen.done).toBe(1))

  expect(seen.begun).toBe(5)
  release()
  await eventually(async () => expect(await jobs()).toHaveLength(0))
  expect(seen.begun).toBe(12)
  expect(warnings).toEqual([])
})

test('jobs fetched but not started go back to the queue when the process stops', async () => {
  const { db, seen, held, release, stop, jobs } = await startWaiting()
  await addJobs(db, 'wait', twelve)
  await eventually(async () => {
    expect(held).toHaveLength(5)
    expect((await jobs()).filter(({ locked_at }) => locked_at !== null)).toHaveLength(10)
  })

  const stopped = stop()
  release()
  await stopped

  const left = await jobs()
  expect(left.length).toBe(12 - seen.begun)
  expect(left.length).toBeGreaterThan(0)
  expect(left.every(({ attempts, locked_at }) => attempts === 0 && locked_at === null)).toBe(true)
})

test('jobs that fail with the same error are logged once', async () => {
  const { db, errors, jobs } = await startWaiting()
  await addJobs(db, 'fail', [{ reason: 'No server' }, { reason: 'No server' }, { reason: 'No server' }])
  await addJob(db, 'fail', { reason: 'No such address' })
  await eventually(async () =>
    expect((await jobs()).every((job) => job.attempts > 0 && job.locked_at === null)).toBe(true),
  )

  expect(errors.map((said) => said.match(/error '(.+)'/)?.[1]).sort()).toEqual(['No server', 'No such address'])
})

test('a scheduled task may run for long, and unlocks no other job of its process', async () => {
  const { db, held, jobs } = await startWaiting()
  await addJobs(db, 'wait', [{}, {}])
  await eventually(() => expect(held).toHaveLength(2))
  await db.run(sql`
    UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '4 minutes'
    WHERE id = (SELECT min(id) FROM graphile_worker._private_jobs)`)

  await sweepJobs(db, ['wait'])

  expect((await jobs()).filter(({ locked_at }) => locked_at !== null)).toHaveLength(2)
})

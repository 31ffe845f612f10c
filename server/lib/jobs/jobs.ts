import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnerOptions, TaskList } from 'graphile-worker'
import { type Database, type Db, openDatabase, sql } from '#server/lib/postgres/database.ts'

/** Work for later, by name; a task gets what `addJob` was given. It runs again until it returns without throwing, so it
 *  must bear being done twice, and be over within a minute. */
export type Tasks = Record<string, (payload: never, job: JobInfo) => Promise<void>>

export interface JobInfo {
  /** The same at every attempt. */
  id: string
  /** 1 the first time. */
  attempt: number
  /** Ends when the process stops; whoever is not done by then is tried again later. */
  signal: AbortSignal | undefined
}

export interface Worker {
  /** Lets running jobs finish for a moment; those that do not are done again by whoever runs next. */
  stop(): Promise<void>
}

/** The log that the worker writes to; Fastify's log is one. */
export interface Log {
  error(message: string): void
  warn(message: string): void
  debug(message: string): void
}

/** Between two attempts the library waits e, e², e³ ... seconds, never more than six hours: about a day in all. */
const mostAttempts = 14
const atOnce = 2
const connections = 3
/** Nobody waits for the queue itself. */
const patience = 2
const longestJob = '3 minutes'
const keepFailed = '30 days'
const sweepEvery = 60_000
const dayMs = 24 * 3_600_000
const timeoutMs = 2_000
const restartAfter = 1_000
const batch = 500
/** A priority of the library's: single jobs have 0, and lower numbers go first. */
const behindSingleJobs = 10

/** Has a task done soon after the transaction commits, by any server process, and never if that rolls back. A failure
 *  is tried again with growing delays for about a day. Jobs of one queue are done one after the other, as they came;
 *  the queue's tables want few names of queues. */
export async function addJob(tx: Db, task: string, payload: object, queue: string | null = null): Promise<void> {
  const json = JSON.stringify(payload)
  await tx.run(sql`
    SELECT graphile_worker.add_job(${task}, ${json}::json, queue_name => ${queue}, max_attempts => ${mostAttempts})`)
}

/** Has a task done after an hour unless `dropJob` is called until then; returns the job's id. */
export async function addJobForLater(db: Db, task: string, payload: object): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    SELECT id FROM graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, run_at => now() + interval '1 hour', max_attempts => ${mostAttempts})`)
  return id
}

/** Takes a job back when the transaction commits. Throws where it is being done already, or is over. */
export async function dropJob(tx: Db, id: number): Promise<void> {
  await tx.one(sql`SELECT id FROM graphile_worker.complete_jobs(ARRAY[${id}]::bigint[])`)
}

/** Has a job done now that is still to be done. */
export async function hurryJob(db: Db, id: number): Promise<void> {
  await db.run(sql`SELECT graphile_worker.reschedule_jobs(ARRAY[${id}]::bigint[], run_at => now())`)
}

/** Adds many jobs at once, more than ten times faster than one after the other. They wait for those that are added one by
 *  one, so that whoever asked for a link to log in does not stand behind twenty thousand confirmations. */
export async function addJobs(tx: Db, task: string, payloads: object[]): Promise<void> {
  for (let from = 0; from < payloads.length; from += batch) {
    const json = payloads.slice(from, from + batch).map((payload) => JSON.stringify(payload))
    await tx.run(sql`
      SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
        SELECT ROW(${task}, payload, NULL, NULL, ${mostAttempts}, NULL, ${behindSingleJobs}, NULL)::graphile_worker.job_spec
        FROM unnest(${json}::json[]) AS payload))`)
  }
}

/** Makes the queue's own tables, or brings them up to date. */
export async function prepareJobs(url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const database = openDatabase(url, 1, { longWork: true })
  try {
    await runMigrations({ pgPool: database.pool, logger: await logger(silent) })
  } finally {
    await database.close()
  }
}

/** Tasks that are done by themselves, each with when: a pattern of cron in UTC, such as '0 19 * * *'. */
export type Timetable = Record<string, string>

/** Runs jobs in this process until it is stopped. A database that goes away is waited for. What stands in the timetable is done
 *  once at its time, however many processes run, or at the next start within a day. */
export async function startWorker(
  url: string,
  db: Database,
  tasks: Tasks,
  log: Log,
  timetable: Timetable = {},
): Promise<Worker> {
  const { parseCronItems, run } = await import('graphile-worker')
  const database = openDatabase(url, connections, { patience })
  const options: RunnerOptions = {
    pgPool: database.pool,
    concurrency: atOnce,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: timeoutMs,
    // Keeps the library from looking for a file of its own in the folder where the program is started.
    parsedCronItems: parseCronItems(
      Object.entries(timetable).map(([task, match]) => ({
        ...{ task, match },
        options: { backfillPeriod: dayMs, maxAttempts: mostAttempts },
      })),
    ),
    taskList: taskList(tasks),
    logger: await logger(log),
  }
  const stopping = new AbortController()
  let runner = await run(options)
  const running = keepRunning()
  const sweeping = setInterval(() => {
    sweepJobs(db).catch((error) => log.warn(`jobs could not be swept: ${error}`))
  }, sweepEvery)

  /** The library gives up when it cannot write down that a job is done; the next run takes over from there. */
  async function keepRunning() {
    for (;;) {
      await runner.promise.catch((error) => log.error(`the job worker broke off: ${error}`))
      for (;;) {
        if (stopping.signal.aborted) return
        await sleep(restartAfter, undefined, { signal: stopping.signal }).catch(() => undefined)
        const next = stopping.signal.aborted ? null : await run(options).catch(() => null)
        if (next === null) continue
        runner = next
        // `stop`, called meanwhile, has stopped only the runner before this one.
        if (stopping.signal.aborted) await runner.stop()
        break
      }
    }
  }

  return {
    async stop() {
      clearInterval(sweeping)
      stopping.abort()
      await runner.stop().catch(() => undefined)
      await running
      await untilUnused(database)
      await database.close()
    },
  }
}

/** Waits until no connection is in use: the library does not wait until jobs that were cut off have been given back. */
async function untilUnused({ pool }: Database): Promise<void> {
  const isUsed = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount
  let unused = 0
  for (let waited = 0; waited < timeoutMs && unused < 5; waited += 20) {
    await sleep(20)
    unused = isUsed() ? 0 : unused + 1
  }
}

/** Has all jobs tried again now whose last failure began with the words `failure`, if `isOver` says that the cause is gone. */
export async function hurryFailedJobs(db: Db, failure: string, isOver: () => Promise<boolean>): Promise<void> {
  const waiting = await db.many<{ id: number }>(sql`
    SELECT id FROM graphile_worker.jobs
    WHERE starts_with(last_error, ${failure}) AND locked_at IS NULL AND run_at > now() AND attempts < max_attempts
    ORDER BY id LIMIT 1000`)
  if (waiting.length === 0 || !(await isOver())) return
  const ids = waiting.map(({ id }) => id)
  await db.run(sql`SELECT graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now())`)
}

function taskList(tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, { job, abortSignal }) =>
        task(payload as never, { id: String(job.id), attempt: job.attempts, signal: abortSignal }),
    ]),
  )
}

/** Frees what a killed process had begun (the library itself waits four hours), and forgets what failed for good long ago. */
export async function sweepJobs(db: Database): Promise<void> {
  await db.run(sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs
    WHERE locked_at < now() - ${longestJob}::interval`)
  await db.run(sql`
    SELECT graphile_worker.complete_jobs(array_agg(id))
    FROM graphile_worker.jobs
    WHERE attempts = max_attempts AND locked_at IS NULL AND run_at < now() - ${keepFailed}::interval`)
}

const silent: Log = { error: () => undefined, warn: () => undefined, debug: () => undefined }

async function logger(log: Log) {
  const { Logger } = await import('graphile-worker')
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

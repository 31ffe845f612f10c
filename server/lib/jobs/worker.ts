import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Runner, RunnerOptions, TaskList } from 'graphile-worker'
import { LRUCache } from 'lru-cache'
import { type Database, openDatabase, poolFigures, poolForLibrary } from '#server/lib/postgres/database.ts'
import { every } from '#server/lib/timing/every.ts'
import { mostAttempts, sweepJobs, type Tasks } from './jobs.ts'

export interface Worker {
  /** Gives running jobs a moment to finish; unfinished jobs run again in the next worker. */
  stop(): Promise<void>
}

/** The worker's log; Fastify's is one. */
export interface Log {
  error(message: string): void
  warn(message: string): void
  debug(message: string): void
}

/** Scheduled tasks with their cron pattern in UTC, such as '0 19 * * *'. */
export type Timetable = Record<string, string>

interface Work {
  /** Tasks that run two at a time. */
  tasks: Tasks
  /** Tasks that mostly wait for others, with how many run at a time. They have no queue names, because several are fetched at
   *  once. */
  waiting: Tasks
  waitingAtOnce: number
  timetable: Timetable
  /** Milliseconds between two looks for jobs that are due again. New jobs are announced. */
  pollMs?: number | undefined
}

const atOnce = 2
/** Two connections listen for new jobs; two fetch jobs and mark them as done. */
const connections = 4
/** Multiplies the database timeouts: no request waits for the queue. */
const timeoutFactor = 2
const sweepEveryMs = 60_000
const dayMs = 24 * 3_600_000
const timeoutMs = 2_000
const restartAfterMs = 1_000
/** How long a fetched job may wait for its turn before other processes may take it. */
const longestWaitMs = 20_000
/** A task's failures with the same message are logged once in this time: while a mail server is down, thousands of mails fail. */
const sameFailureMs = 10 * 60_000

/** Creates or updates the queue's own tables. */
export async function prepareJobs(url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const database = openDatabase(url, 1, { longWork: true })
  try {
    await runMigrations({ pgPool: poolForLibrary(database), logger: await logger(silent) })
  } finally {
    await database.close()
  }
}

/** Runs jobs in this process until it is stopped, and waits for a database that is down. A scheduled task runs once at its
 *  time, whatever the number of processes, or at the next start within a day. */
export async function startWorker(
  url: string,
  db: Database,
  { tasks, waiting, waitingAtOnce, timetable, pollMs = 2_000 }: Work,
  log: Log,
): Promise<Worker> {
  const { parseCronItems } = await import('graphile-worker')
  const database = openDatabase(url, connections, { timeoutFactor, driverTypes: true })
  const shared = {
    pgPool: poolForLibrary(database),
    noHandleSignals: true,
    pollInterval: pollMs,
    gracefulShutdownAbortTimeout: timeoutMs,
    logger: await logger(log),
  }
  const cron = Object.entries(timetable).map(([task, match]) => ({
    task,
    match,
    // A new job replaces one still waiting: after a day without a server one run is enough.
    options: { backfillPeriod: dayMs, maxAttempts: mostAttempts, jobKey: task, jobKeyMode: 'replace' as const },
  }))
  const runners = await Promise.all([
    // An empty timetable keeps the library from looking for a file in the working directory.
    keepRunning(
      { ...shared, concurrency: atOnce, taskList: taskList(tasks), parsedCronItems: parseCronItems(cron) },
      log,
    ),
    keepRunning(
      {
        ...shared,
        concurrency: waitingAtOnce,
        taskList: taskList(waiting),
        parsedCronItems: parseCronItems([]),
        // One connection polls for all of them, instead of each every two seconds.
        preset: { worker: { localQueue: { size: waitingAtOnce, ttl: longestWaitMs } } },
      },
      log,
    ),
  ])
  const sweeping = every(
    sweepEveryMs,
    () => sweepJobs(db, Object.keys(timetable)),
    (error) => log.warn(`jobs could not be swept: ${error}`),
  )

  return {
    async stop() {
      clearInterval(sweeping)
      await Promise.all(runners.map((runner) => runner.stop()))
      await untilUnused(database)
      await database.close()
    },
  }
}

/** The library stops if it cannot mark a job as done; the next run continues from there. */
async function keepRunning(options: RunnerOptions, log: Log): Promise<Worker> {
  const { run } = await import('graphile-worker')
  const stopping = new AbortController()
  let runner: Runner = await run(options)
  const running = keep()

  async function keep() {
    for (;;) {
      await runner.promise.catch((error) => log.error(`the job worker broke off: ${error}`))
      for (;;) {
        if (stopping.signal.aborted) return
        await sleep(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined)
        const next = stopping.signal.aborted ? null : await run(options).catch(() => null)
        if (next === null) continue
        runner = next
        // A `stop` during the restart has stopped only the previous runner.
        if (stopping.signal.aborted) await runner.stop()
        break
      }
    }
  }

  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => undefined)
      await running
    },
  }
}

/** Waits until no connection is in use: the library's stop does not wait until finished jobs are marked as done or failed. */
async function untilUnused(database: Database): Promise<void> {
  const isUsed = () => {
    const { waiting, inUse } = poolFigures(database)
    return waiting > 0 || inUse > 0
  }
  let unused = 0
  for (let waited = 0; waited < timeoutMs && unused < 5; waited += 20) {
    await sleep(20)
    unused = isUsed() ? 0 : unused + 1
  }
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

const silent: Log = { error: () => undefined, warn: () => undefined, debug: () => undefined }

async function logger(log: Log) {
  const { Logger } = await import('graphile-worker')
  const recent = new LRUCache<string, true>({ max: 1_000, ttl: sameFailureMs })
  return new Logger(() => (level, message, meta) => {
    const { job, error } = (meta ?? {}) as { job?: Job; error?: Error }
    const failure = job && error && `${job.task_identifier}: ${error.message}`
    const isRepeated = failure !== undefined && recent.has(failure)
    if (failure !== undefined && !isRepeated) recent.set(failure, true)
    if (level === 'error' && !isRepeated) log.error(message)
    // Waiting tasks need a connection only for moments, so that fewer connections than tasks are intended.
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn(message)
    else log.debug(message)
  })
}

import { type Database, type Db, sql } from '#server/lib/postgres/database.ts'

/** Work for later, by name; a task gets what `addJob` was given. It runs until it returns without throwing, so it must be safe
 *  to repeat, and take less than a minute unless it is scheduled. */
export type Tasks = Record<string, (payload: never, job: JobInfo) => Promise<void>>

export interface JobInfo {
  /** The same at every attempt. */
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Aborted when the process stops; an unfinished job runs again later. */
  signal: AbortSignal | undefined
}

/** The library waits e, e², e³ ... seconds between attempts, at most six hours: about a day in all. */
export const mostAttempts = 14
const longestJob = '3 minutes'
const keepFailedFor = '30 days'
const batch = 500
/** The library's priority: single jobs have 0, and lower numbers run first. */
const behindSingleJobs = 10

/** Runs a task soon after the transaction commits, in any server process, and never if it rolls back. Failures are retried
 *  with growing delays for about a day. Jobs of one queue run in order, one at a time; use few queue names. */
export async function addJob(tx: Db, task: string, payload: object, queue: string | null = null): Promise<void> {
  const json = JSON.stringify(payload)
  await tx.run(sql`
    SELECT graphile_worker.add_job(${task}, ${json}::json, queue_name => ${queue}, max_attempts => ${mostAttempts})`)
}

/** Runs a task after an hour unless `dropJob` is called first; returns the job's ID. */
export async function addJobForLater(db: Db, task: string, payload: object): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    SELECT id FROM graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, run_at => now() + interval '1 hour', max_attempts => ${mostAttempts})`)
  return id
}

/** Removes a job when the transaction commits. Throws if the job is running or done. */
export async function dropJob(tx: Db, id: number): Promise<void> {
  await tx.one(sql`SELECT id FROM graphile_worker.complete_jobs(ARRAY[${id}]::bigint[])`)
}

/** Runs a waiting job now. */
export async function hurryJob(db: Db, id: number): Promise<void> {
  await db.run(sql`SELECT graphile_worker.reschedule_jobs(ARRAY[${id}]::bigint[], run_at => now())`)
}

/** Adds many jobs at once, ten times as fast as one by one. They run after single jobs, so that a login link does not wait
 *  behind twenty thousand confirmations. */
export async function addJobs(tx: Db, task: string, payloads: object[]): Promise<void> {
  for (let from = 0; from < payloads.length; from += batch) {
    const json = payloads.slice(from, from + batch).map((payload) => JSON.stringify(payload))
    await tx.run(sql`
      SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
        SELECT ROW(${task}, payload, NULL, NULL, ${mostAttempts}, NULL, ${behindSingleJobs}, NULL)::graphile_worker.job_spec
        FROM unnest(${json}::json[]) AS payload))`)
  }
}

/** Retries all jobs now whose last error starts with `failure`, if `isOver` says that the cause is gone. */
export async function hurryFailedJobs(db: Db, failure: string, isOver: () => Promise<boolean>): Promise<void> {
  const waiting = await db.many<{ id: number }>(sql`
    SELECT id FROM graphile_worker.jobs
    WHERE starts_with(last_error, ${failure}) AND locked_at IS NULL AND run_at > now() AND attempts < max_attempts
    ORDER BY id LIMIT 1000`)
  if (waiting.length === 0 || !(await isOver())) return
  const ids = waiting.map(({ id }) => id)
  await db.run(sql`SELECT graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now())`)
}

/** Unlocks the jobs of a killed process, and deletes jobs that failed for good long ago. `scheduled` tasks may take long: the
 *  library unlocks them after four hours. */
export async function sweepJobs(db: Database, scheduled: string[]): Promise<void> {
  await db.run(sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs
    WHERE locked_at < now() - ${longestJob}::interval AND task_identifier <> ALL(${scheduled})`)
  await db.run(sql`
    SELECT graphile_worker.complete_jobs(array_agg(id))
    FROM graphile_worker.jobs
    WHERE attempts = max_attempts AND locked_at IS NULL AND run_at < now() - ${keepFailedFor}::interval`)
}

import { type Database, type Db, sql } from '#server/lib/postgres/database.ts'

/** Work for later, by name; a task gets what `addJob` was given. It runs again until it returns without throwing, so it
 *  must bear being done twice, and be over within a minute. */
export type Tasks = Record<string, (payload: never, job: JobInfo) => Promise<void>>

export interface JobInfo {
  /** The same at every attempt. */
  id: string
  /** 1 the first time. */
  attempt: number
  /** Aborts when the process stops; an unfinished job is tried again later. */
  signal: AbortSignal | undefined
}

/** Between two attempts the library waits e, e², e³ ... seconds, never more than six hours: about a day in all. */
export const mostAttempts = 14
const longestJob = '3 minutes'
const keepFailed = '30 days'
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
 *  one, so that a link to log in does not wait behind twenty thousand confirmations. */
export async function addJobs(tx: Db, task: string, payloads: object[]): Promise<void> {
  for (let from = 0; from < payloads.length; from += batch) {
    const json = payloads.slice(from, from + batch).map((payload) => JSON.stringify(payload))
    await tx.run(sql`
      SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
        SELECT ROW(${task}, payload, NULL, NULL, ${mostAttempts}, NULL, ${behindSingleJobs}, NULL)::graphile_worker.job_spec
        FROM unnest(${json}::json[]) AS payload))`)
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

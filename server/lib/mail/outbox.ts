import { addJob, addJobs } from '#server/lib/jobs/jobs.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** One mail to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  /** Where mails of this kind are stopped, by a post without login (RFC 8058). */
  stopAt?: string
}

/** A file in a mail. */
export interface Attachment {
  filename: string
  /** Text, unless `encoding` says otherwise: what waits in the queue is JSON. */
  content: string
  encoding?: 'base64'
  contentType: string
  /** The content id of a picture that the HTML part shows: `<img src="cid:...">`. */
  cid?: string
}

/**
 * Puts a mail into the outbox: it leaves when the caller's transaction has committed, and never if that rolls back. A
 * mail that cannot be sent is tried again for a day, so the caller neither waits nor sees it fail. What waits can be
 * read in the database: put no secret into it (see `requestLink` of accounts/email-links.service.ts).
 */
export async function enqueueMail(tx: Db, mail: Mail): Promise<void> {
  await addJob(tx, 'send_mail', mail)
}

/** Puts many mails about one thing into the outbox; each is tried by itself. */
export async function enqueueMails(tx: Db, mails: Mail[]): Promise<void> {
  await addJobs(tx, 'send_mail', mails)
}

/** The mails to an address, and the links that are still to be mailed there, without regard to case. The library's own table,
 *  as its view does not show what a job was given. */
const waitingFor = (address: string) => sql`
  graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier IN ('send_mail', 'mail_link')
    AND lower(coalesce(j.payload ->> 'to', j.payload ->> 'email')) = lower(${address})`

/** How many mails are still to leave, those that are tried again among them. */
export async function countWaitingMails(db: Db): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM graphile_worker.jobs
    WHERE task_identifier IN ('send_mail', 'mail_link', 'send_ticket_mail', 'send_news_mail') AND attempts < max_attempts`)
  return waiting
}

/** Takes the mails back, when the transaction commits, that wait for an address. Those that are being sent now still leave. */
export async function dropMailsTo(tx: Db, address: string): Promise<void> {
  await tx.run(sql`SELECT graphile_worker.complete_jobs(array_agg(j.id)) FROM ${waitingFor(address)}`)
}

/** The mails that wait for an address, in the order in which they came. */
export function selectMailsTo(db: Db, address: string): Promise<{ subject: string; text: string }[]> {
  return db.many(sql`
    SELECT j.payload ->> 'subject' AS subject, j.payload ->> 'text' AS text FROM ${waitingFor(address)}
      AND t.identifier = 'send_mail'
    ORDER BY j.id`)
}

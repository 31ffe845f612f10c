import type { Language } from '#contract/language/languages.ts'
import { addJob, addJobs } from '#server/lib/jobs/jobs.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** One mail to one address. */
export interface Mail {
  /** '' where `line` is the only way. */
  to: string
  /** Sent by LINE instead if the recipient chose that: their LINE account and the text. */
  line?: { to: string; text: string }
  /** Missing in a mail that was queued before there were several: English. */
  language?: Language
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  /** The organizer who wrote it: shown as the sender, at the site's own address. */
  sender?: string
  /** Where answers go. */
  replyTo?: string
  /** URL that stops mails of this kind by a POST without login (RFC 8058). */
  stopAt?: string
}

/** An attachment. */
export interface Attachment {
  filename: string
  /** Text, unless `encoding` says otherwise: queued jobs are JSON. */
  content: string
  encoding?: 'base64'
  contentType: string
  /** The content ID of an image in the HTML part: `<img src="cid:...">`. */
  cid?: string
}

/** Queues a mail: it is sent once the caller's transaction has committed, and never if it rolls back. A mail that cannot be
 *  sent is retried for a day, so the caller neither waits nor sees a failure. Queued mails are readable in the database, so
 *  they must not contain secrets (see `requestLink` in accounts/email-links.service.ts). */
export async function enqueueMail(tx: Db, mail: Mail): Promise<void> {
  await addJob(tx, 'send_mail', mail)
}

/** Queues many mails about one thing; each is retried separately. */
export async function enqueueMails(tx: Db, mails: Mail[]): Promise<void> {
  await addJobs(tx, 'send_mail', mails)
}

/** Queued mails and links to an address, ignoring case. Reads the library's own table, because its view does not show a job's
 *  payload. */
const waitingFor = (address: string) => sql`
  graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier IN ('send_mail', 'mail_link', 'send_code')
    AND lower(coalesce(j.payload ->> 'to', j.payload ->> 'email')) = lower(${address})`

/** The number of queued mails, including those to be retried. */
export async function countWaitingMails(db: Db): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM graphile_worker.jobs
    WHERE task_identifier IN ('send_mail', 'mail_link', 'send_code', 'send_ticket_mail', 'send_news_mail', 'send_message',
                              'send_feedback_mail', 'send_move_mail', 'send_invitation', 'mail_invitation')
      AND attempts < max_attempts`)
  return waiting
}

/** Removes queued mails to an address when the transaction commits. Mails that are being sent now still leave. */
export async function dropMailsTo(tx: Db, address: string): Promise<void> {
  await tx.run(sql`SELECT graphile_worker.complete_jobs(array_agg(j.id)) FROM ${waitingFor(address)}`)
}

/** Queued mails to an address, in order. */
export function selectMailsTo(db: Db, address: string): Promise<{ subject: string; text: string }[]> {
  return db.many(sql`
    SELECT j.payload ->> 'subject' AS subject, j.payload ->> 'text' AS text FROM ${waitingFor(address)}
      AND t.identifier = 'send_mail'
    ORDER BY j.id`)
}

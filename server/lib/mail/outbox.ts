import { addJob, addJobs } from '#server/lib/jobs/jobs.ts'
import type { Db } from '#server/lib/postgres/database.ts'

/** One mail to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
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
 * read in the database: put no secret into it (see `requestLink` of accounts/email-links/email-links.service.ts).
 */
export async function enqueueMail(tx: Db, mail: Mail): Promise<void> {
  await addJob(tx, 'send_mail', mail)
}

/** Puts many mails about one thing into the outbox; each is tried by itself. */
export async function enqueueMails(tx: Db, mails: Mail[]): Promise<void> {
  await addJobs(tx, 'send_mail', mails)
}

import { countedEmails } from '#server/features/accounts/viewer.ts'
import { type MailedTicket, selectMailedTicket } from '#server/features/tickets/held/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { newsStates, type TicketNews } from './news.ts'
import { composeTicketMail } from './ticket.mails.ts'

/** A mail about one ticket (`id`), as it waits in the outbox: composed when it is sent, so that it says what holds then
 *  and that a rush leaves small rows. A reminder is of one start of the event. */
export type TicketMail =
  | { news: Exclude<TicketNews, 'reminder'>; id: number }
  | { news: 'reminder'; id: number; start_date_event: string }

/** Sends a mail about a ticket, unless it is not true any more. */
export async function sendTicketMail(ctx: Context, mailer: Mailer, mail: TicketMail, job: JobInfo): Promise<void> {
  const now = ctx.now()
  const ticket = await selectMailedTicket(ctx.db, mail.id, now, countedEmails(ctx.settings))
  if (ticket === null || ticket.email === '' || !isStillTrue(mail, ticket, now)) return
  await mailer.send(await composeTicketMail(ctx, mail.news, ticket), job)
}

function isStillTrue(mail: TicketMail, { status, slip, start_date_event }: MailedTicket, now: Date): boolean {
  // Whoever gave a ticket back is told so, also where the event is over or called off since.
  if (mail.news === 'cancelled') return true
  if (status !== newsStates[mail.news]) return false
  if (mail.news === 'slip_refused') return slip?.state === 'refused'
  // The deadline stands still while a slip is looked at.
  if (mail.news === 'deadline_shortened') return slip?.state !== 'in_review'
  if (mail.news !== 'reminder') return true
  const start = Date.parse(start_date_event)
  return start === Date.parse(mail.start_date_event) && now.getTime() < start
}

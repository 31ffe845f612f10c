import { countedEmails } from '#server/features/accounts/viewer.ts'
import { type MailedTicket, selectMailedTicket } from '#server/features/tickets/store/tickets.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { applicationMail } from './application.mails.ts'
import {
  insertReminders,
  lockOpenReminder,
  newsStates,
  selectTicketsToRemind,
  type TicketGood,
  type TicketNews,
  takeUnconfirmed,
  updateReminder,
} from './notifications.repository.ts'
import { cancelledMail, goodTicketMail, paidAfterwardsMail } from './ticket.mails.ts'

/** A mail about ticket `id`, as queued: composed when it is sent, so that it is current and a rush queues small rows. A
 *  reminder is for one start of the event. */
export type TicketMail =
  | { news: Exclude<TicketNews, 'reminder'>; id: number }
  | { news: 'reminder'; id: number; start_date_event: string }

/** Sends a mail about a ticket, unless it is no longer true. */
export async function sendTicketMail(ctx: Context, mailer: Mailer, mail: TicketMail, job: JobInfo): Promise<void> {
  const now = ctx.now()
  const ticket = await selectMailedTicket(ctx.db, mail.id, now, countedEmails(ctx.settings))
  if (ticket === null || isUnreachable(ticket) || !isStillTrue(mail, ticket, now)) return
  await mailer.send(await composeTicketMail(ctx, mail.news, ticket), job)
}

export async function composeTicketMail(ctx: Context, news: TicketNews, ticket: MailedTicket): Promise<Mail> {
  if (news === 'cancelled') return cancelledMail(ctx, ticket)
  if (isPaidAfterwards(news, ticket)) return paidAfterwardsMail(ctx, ticket)
  return isGood(news) ? goodTicketMail(ctx, news, ticket) : applicationMail(ctx, news, ticket)
}

const isGood = (news: TicketNews): news is TicketGood => newsStates[news] === 'ACTIVE'

/** Neither their email nor LINE may be used. */
export const isUnreachable = ({ email, line }: MailedTicket) => email === '' && line === ''

/** Money that arrives late is confirmed after the event too. */
const isPaidAfterwards = (news: TicketNews, { status }: MailedTicket) => news === 'paid' && status === 'EXPIRED'

function isStillTrue(mail: TicketMail, ticket: MailedTicket, now: Date): boolean {
  const { status, slip, start_date_event } = ticket
  // A cancellation by the holder is confirmed even if the event is over or called off by now.
  if (mail.news === 'cancelled' || isPaidAfterwards(mail.news, ticket)) return true
  if (status !== newsStates[mail.news]) return false
  if (mail.news === 'slip_refused') return slip?.state === 'refused'
  // The deadline is paused while a slip is in review.
  if (mail.news === 'deadline_shortened') return slip?.state !== 'in_review'
  if (mail.news !== 'reminder') return true
  const start = Date.parse(start_date_event)
  return start === Date.parse(mail.start_date_event) && now.getTime() < start
}

const rowsAtOnce = 20

/** Mails everybody whose application changed at least `seconds` ago and who has not been mailed. Safe in any number of
 *  processes: the news is taken and the mail queued in one transaction, so nobody is left out or mailed twice. */
export async function confirmNewTickets(ctx: Context, seconds: number): Promise<void> {
  let more = true
  while (more) more = await confirmSome(ctx, seconds)
}

function confirmSome({ db }: Context, seconds: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const noted = await takeUnconfirmed(tx, seconds, rowsAtOnce)
    await addJobs(
      tx,
      'send_ticket_mail',
      noted.flatMap(({ news, ticket_ids }) => ticket_ids.map((id): TicketMail => ({ news, id }))),
    )
    return noted.length > 0
  })
}

const day = 24 * 3_600_000
const atOnce = 500

/** Reminds the ticket holders of every event that starts within a day, once for each start. People who applied within that day
 *  have just been mailed. Safe in any number of processes; another one continues where a killed one stopped. */
export async function remindHolders(ctx: Context): Promise<void> {
  const now = ctx.now()
  await insertReminders(ctx.db, now, new Date(now.getTime() + day))
  let more = true
  while (more) more = await remindSome(ctx)
}

function remindSome({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const reminder = await lockOpenReminder(tx)
    if (reminder === null) return false
    const { id, start_date_event, last_ticket_id } = reminder
    const dayBefore = new Date(Date.parse(start_date_event) - day)
    const tickets = await selectTicketsToRemind(tx, reminder, dayBefore, atOnce)
    await addJobs(
      tx,
      'send_ticket_mail',
      tickets.map((ticket): TicketMail => ({ news: 'reminder', id: ticket, start_date_event })),
    )
    await updateReminder(tx, id, tickets.at(-1) ?? last_ticket_id, tickets.length < atOnce ? now() : null)
    return true
  })
}

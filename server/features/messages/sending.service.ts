import { paths } from '#contract/paths.ts'
import { messageLimits } from '#contract/tickets/messages.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import { addJobs, type JobInfo, mostAttempts } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import { messageMail } from './message.mails.ts'
import {
  begin,
  lockDue,
  lockLeaving,
  markDone,
  markStopped,
  noteOutcome,
  type RecipientToMail,
  selectDue,
  selectRecipient,
  takeRecipients,
} from './messages.repository.ts'

const messagesAtOnce = 50
const recipientsAtOnce = 500

/** Sends the messages whose time has come. Any number of processes can run this at once, and another continues where a
 *  killed one stopped: recipients are stored once, in the transaction that begins the message, and each becomes one job in
 *  the transaction that marks them as queued. */
export async function sendDueMessages(ctx: Context): Promise<void> {
  for (const id of await selectDue(ctx.db, ctx.now(), messagesAtOnce)) await beginOne(ctx, id)
  let more = true
  while (more) more = await queueSome(ctx)
}

function beginOne({ db, now }: Context, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const message = await lockDue(tx, id, now())
    if (message === null) return
    // Moving an event may put more messages on one day than may be scheduled for it.
    const reason = message.is_event_gone ? 'event_gone' : message.left_today >= messageLimits.perDay ? 'too_many' : null
    if (reason === null) await begin(tx, message, now())
    else await markStopped(tx, id, reason, now())
  })
}

function queueSome({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const messageId = await lockLeaving(tx)
    if (messageId === null) return false
    const people = await takeRecipients(tx, messageId, recipientsAtOnce)
    await addJobs(
      tx,
      'send_message',
      people.map((userId): MessageMail => ({ messageId, userId })),
    )
    if (people.length < recipientsAtOnce) await markDone(tx, messageId, now())
    return true
  })
}

/** A queued mail to one recipient, composed when it is sent. */
export interface MessageMail {
  messageId: number
  userId: number
}

/** Skips people who have turned messages off or deleted their account since, and messages that were stopped. Notes the outcome,
 *  so that a job that runs again after a crash sends nothing. */
export async function sendMessageMail(
  ctx: Context,
  mailer: Mailer,
  { messageId, userId }: MessageMail,
  job: JobInfo,
): Promise<void> {
  const recipient = await selectRecipient(ctx.db, messageId, userId, countedEmails(ctx.settings))
  if (recipient === null) return noteOutcome(ctx.db, messageId, userId, 'stopped')
  if (recipient.is_off) return noteOutcome(ctx.db, messageId, userId, 'turned_off')
  if (recipient.email === '') return noteOutcome(ctx.db, messageId, userId, 'no_email')
  const mail = await messageMail(ctx, recipient, recipient, { ...recipient, page: pageOf(ctx, recipient) })
  try {
    await mailer.send(mail, job)
  } catch (error) {
    if (isRefusal(error)) return noteOutcome(ctx.db, messageId, userId, 'refused')
    if (job.attempt >= mostAttempts) await noteOutcome(ctx.db, messageId, userId, 'given_up')
    throw error
  }
  await noteOutcome(ctx.db, messageId, userId, 'sent')
}

function pageOf({ settings }: Context, { status, ticket_id, event_id }: RecipientToMail) {
  if (status === 'CANCELLED') return { label: 'View Event', url: publicUrl(settings, paths.event(event_id)) }
  if (status === 'UNPAID') return { label: 'View Payment', url: publicUrl(settings, paths.pay(ticket_id)) }
  const isTicket = status === 'ACTIVE' || status === 'USED'
  const label = isTicket ? 'View Ticket' : 'View Application'
  return { label, url: publicUrl(settings, paths.virtualTicket(ticket_id)) }
}

/** Whether the server refused this mail for good (RFC 5321, section 4.2.1), so that another attempt would not help. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0 } = error as { responseCode?: number }
  return responseCode >= 500 && responseCode < 600
}

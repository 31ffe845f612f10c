import { fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { markdownLimits, tooMuchHtml } from '#contract/markdown.ts'
import { paths } from '#contract/paths.ts'
import {
  type EventMessage,
  type MessagePreview,
  type MessageText,
  messageLimits,
  type NewMessage,
} from '#contract/tickets/messages.ts'
import * as m from '#messages/answers.json'
import { lockUser, selectGetsMessages, updateGetsMessages } from '#server/features/accounts/users.repository.ts'
import { countedEmails, requireEmail } from '#server/features/accounts/viewer.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJobs, type JobInfo, mostAttempts } from '#server/lib/jobs/jobs.ts'
import { mailTexts } from '#server/lib/mail/mail-layout.tsx'
import { fromName, type Mailer } from '#server/lib/mail/mailer.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { refusePreview } from '#server/lib/markdown/renderer.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import { hasLink, messageLetter, messageMail, messageTexts, personOfLink } from './message.mails.ts'
import {
  begin,
  countReach,
  insertMessage,
  lockDue,
  lockLeaving,
  markDone,
  markStopped,
  noteOutcome,
  type RecipientToMail,
  selectClosed,
  selectDue,
  selectIdOfKey,
  selectMessage,
  selectMessages,
  selectRecipient,
  selectTimed,
  selectWriting,
  takeRecipients,
} from './messages.repository.ts'

const hour = 3_600_000

/** The messages of an event, how many people each audience has, and why no more can be written. */
export async function list(ctx: Context, eventId: number, chosen: number[]) {
  const [messages, reach, closed] = await Promise.all([
    selectMessages(ctx.db, eventId),
    countReach(ctx.db, eventId, chosen, ctx.now(), countedEmails(ctx.settings)),
    selectClosed(ctx.db, eventId, ctx.now()),
  ])
  return { messages, reach, closed }
}

/** Stores a message, which leaves at its time. The same `client_key` again is the same message. Throws
 *  `email_not_verified`, `links_too_early`, `event_called_off`, `event_deleted`, `message_time_past`, `messages_closed`,
 *  `too_many_messages` and `too_many_scheduled`. */
export async function send(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  message: NewMessage,
): Promise<EventMessage> {
  const event = await requireVisible(ctx, user, eventId)
  await checkWriting(ctx, user, eventId, message)
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    // Two at once, of owner and co-host too, must not both be the last one allowed, or one message become two.
    await lockUser(tx, event.user_id)
    const known = await selectIdOfKey(tx, eventId, message.client_key)
    const id = known ?? (await insertMessage(tx, eventId, message, now))
    if (known === null) {
      const timed = await selectTimed(tx, id, now)
      if (timed.closed !== null) throw new AppError(timed.closed)
      if (timed.is_past) throw new AppError('message_time_past')
      if (timed.on_that_day > messageLimits.perDay) throw new AppError('too_many_messages')
      if (timed.scheduled > messageLimits.scheduled) throw new AppError('too_many_scheduled')
      await logAction(tx, { eventId, userId: user.id, action: 'messaged', detail: message.subject }, now)
    }
    return shown(await selectMessage(tx, eventId, id))
  })
}

/** Throws `message_not_found`, and `message_sent` if everybody has it. */
export async function stop(ctx: Context, user: SignedInUser, eventId: number, id: number): Promise<EventMessage> {
  return ctx.db.transaction(async (tx) => {
    const { state, subject } = shown(await selectMessage(tx, eventId, id))
    if (state !== 'stopped') {
      if (!(await markStopped(tx, id, 'organizer', ctx.now()))) throw new AppError('message_sent')
      await logAction(tx, { eventId, userId: user.id, action: 'message_stopped', detail: subject }, ctx.now())
    }
    return shown(await selectMessage(tx, eventId, id))
  })
}

function shown(message: EventMessage | null): EventMessage {
  if (message === null) throw new AppError('message_not_found')
  return message
}

/** The parts of the mail in a language, filled in for the user. The button opens the event's page instead of a ticket. */
export async function preview(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  text: MessageText,
  language: Language,
): Promise<MessagePreview> {
  await checkLength(ctx, text).catch(refusePreview)
  const event = await selectWriting(ctx.db, eventId, ctx.now())
  const letter = await messageLetter(ctx, text, event, asRecipient(ctx, { ...user, language }, eventId)).catch(
    refusePreview,
  )
  return {
    from: fromName(ctx.settings, language, letter.sender),
    reply_to: letter.replyTo ?? '',
    subject: letter.subject,
    opening: letter.paragraphs.join('\n'),
    html: letter.body.html,
    action: letter.action.label,
    note: letter.note ?? '',
    stop: letter.stop.label,
  }
}

/** Mails the message to the user's own address. */
export async function test(ctx: Context, user: SignedInUser, eventId: number, text: MessageText) {
  const event = await checkWriting(ctx, user, eventId, text)
  const mail = await messageMail(ctx, text, event, asRecipient(ctx, user, eventId))
  await enqueueMail(ctx.db, {
    ...mail,
    subject: fill(messageTexts[user.language].testSubject, { subject: mail.subject }),
  })
  return { message: fill(m.testMailSent, { email: user.email }) }
}

function asRecipient(ctx: Context, { id, first_name, last_name, email, language }: SignedInUser, eventId: number) {
  const page = { label: mailTexts[language].viewTicket, url: pageUrl(ctx.settings, paths.event(eventId), language) }
  return { user_id: id, name: `${first_name} ${last_name}`.trim(), email, language, page }
}

async function checkWriting(ctx: Context, user: SignedInUser, eventId: number, text: MessageText) {
  requireEmail(ctx.settings, user)
  const oldEnough = new Date(ctx.now().getTime() - messageLimits.linksAfterHours * hour)
  const event = await selectWriting(ctx.db, eventId, oldEnough)
  if (!event.may_link && hasLink(text)) throw new AppError('links_too_early')
  await checkLength(ctx, text)
  return event
}

/** Throws `invalid_fields` for a text that becomes too much HTML, as for the texts of events. */
async function checkLength(ctx: Context, { text }: MessageText): Promise<void> {
  const { html } = await ctx.markdown.render(text, 'message')
  if ((html ?? '').length > markdownLimits.html) throw invalidFields([fieldProblem('text', tooMuchHtml, 'custom')])
}

/** Whether the person of a link gets messages. Throws `stop_link_invalid`. */
export async function showChoice(ctx: Context, link: string) {
  const gets = await selectGetsMessages(ctx.db, linked(ctx, link))
  if (gets === null) throw new AppError('stop_link_invalid')
  return { gets_messages: gets }
}

/** Turns messages off or on; repeating it changes nothing. Throws `stop_link_invalid`. */
export async function choose(ctx: Context, link: string, gets: boolean) {
  await showChoice(ctx, link)
  await updateGetsMessages(ctx.db, linked(ctx, link), gets, ctx.now())
  return { gets_messages: gets }
}

function linked(ctx: Context, link: string): number {
  const userId = personOfLink(ctx.tokenSecret, link)
  if (userId === null) throw new AppError('stop_link_invalid')
  return userId
}

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
  try {
    await mailer.send(await messageMail(ctx, recipient, recipient, { ...recipient, page: pageOf(ctx, recipient) }), job)
  } catch (error) {
    if (isRefusal(error)) return noteOutcome(ctx.db, messageId, userId, 'refused')
    if (job.attempt >= mostAttempts) await noteOutcome(ctx.db, messageId, userId, 'given_up')
    throw error
  }
  await noteOutcome(ctx.db, messageId, userId, 'sent')
}

function pageOf({ settings }: Context, { status, ticket_id, event_id, language }: RecipientToMail) {
  const { viewEvent, viewPayment, viewTicket, viewApplication } = mailTexts[language]
  if (status === 'CANCELLED') return { label: viewEvent, url: pageUrl(settings, paths.event(event_id), language) }
  if (status === 'UNPAID') return { label: viewPayment, url: pageUrl(settings, paths.pay(ticket_id), language) }
  const isTicket = status === 'ACTIVE' || status === 'USED'
  const label = isTicket ? viewTicket : viewApplication
  return { label, url: pageUrl(settings, paths.virtualTicket(ticket_id), language) }
}

/** Whether the server refused this mail for good (RFC 5321, section 4.2.1), so that another attempt would not help. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0 } = error as { responseCode?: number }
  return responseCode >= 500 && responseCode < 600
}

import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/mails-opening.json'
import * as th from '#languages/th/mails-opening.json'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { composeMail, mailTexts, oneLine } from '#server/lib/mail/mail-layout.tsx'
import { enqueueMails, type Mail } from '#server/lib/mail/outbox.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import {
  deleteReminder,
  hasReminder,
  insertReminder,
  type ReminderMail,
  selectReminderMails,
  takeDueReminders,
} from './engagement.repository.ts'

const openingTexts = inLanguages(en, th)

const batchSize = 500

/** Throws `event_not_found` if the user may not see the event. */
export async function isRequested(ctx: Context, user: SignedInUser, eventId: number) {
  await requireVisible(ctx, user, eventId)
  return { is_wished: await hasReminder(ctx.db, eventId, user.id) }
}

export async function request(ctx: Context, user: SignedInUser, eventId: number) {
  const event = await requireVisible(ctx, user, eventId)
  const now = ctx.now()
  if (event.is_called_off) throw new AppError('event_called_off')
  if (Date.parse(event.start_date_register) <= now.getTime()) throw new AppError('registration_already_open')
  await insertReminder(ctx.db, eventId, user.id, now)
  return { is_wished: true }
}

export async function cancel(ctx: Context, user: SignedInUser, eventId: number) {
  await requireVisible(ctx, user, eventId)
  await deleteReminder(ctx.db, eventId, user.id)
  return { is_wished: false }
}

/** Mails everybody whose reminder is due. A reminder is deleted in the transaction that enqueues its mail, so several
 *  processes can run this at once. */
export async function sendOpeningReminders(ctx: Context): Promise<void> {
  let taken = batchSize
  while (taken === batchSize) taken = await sendBatch(ctx)
}

function sendBatch({ db, now, settings }: Context): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, now(), batchSize)
    if (due.length === 0) return 0
    const reminders = await selectReminderMails(tx, due, now(), countedEmails(settings))
    await enqueueMails(
      tx,
      reminders.map((reminder) => reminderMail(settings, reminder)),
    )
    return due.length
  })
}

function reminderMail(settings: Settings, reminder: ReminderMail): Mail {
  const { language } = reminder
  const m = openingTexts[language]
  const { helloAnyone, viewEvent } = mailTexts[language]
  const event = oneLine(reminder.event_name)
  return composeMail(settings, {
    to: reminder.email,
    language,
    subject: fill(m.subject, { event }),
    paragraphs: [helloAnyone, fill(m.open, { event })],
    facts: [
      { label: m.starts, value: zonedDate(reminder.start_date_event, language) },
      { label: m.registrationCloses, value: zonedDate(reminder.end_date_register, language) },
    ],
    action: { label: viewEvent, url: pageUrl(settings, paths.event(reminder.event_id), language) },
    note: m.note,
  })
}

import { showOpeningWish, undoOpeningWish, wishForOpening } from '#contract/engagement/engagement.schemas.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/mails-opening.json'
import * as th from '#languages/th/mails-opening.json'
import { countedEmail, languageOfUser } from '#server/features/accounts/users.repository.ts'
import { type CountedEmails, countedEmails } from '#server/features/accounts/viewer.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import { hasApplied, isReadableBy } from '#server/features/events/sql/event-conditions.sql.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import { type Api, type SignedInUser, signedIn } from '#server/lib/http/api.ts'
import { composeMail, mailTexts, oneLine } from '#server/lib/mail/mail-layout.tsx'
import { enqueueMails, type Mail } from '#server/lib/mail/outbox.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

const openingTexts = inLanguages(en, th)

const batchSize = 500

/** Reminders that an event's registration has opened. */
export function openingReminderRoutes(api: Api, ctx: Context) {
  api.route({
    ...showOpeningWish,
    handler: (request) => isRequested(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...wishForOpening,
    handler: (request) => requestReminder(ctx, signedIn(request), request.params.eventId),
  })

  api.route({
    ...undoOpeningWish,
    handler: (request) => cancel(ctx, signedIn(request), request.params.eventId),
  })
}

/** Throws `event_not_found` if the user may not see the event. */
async function isRequested(ctx: Context, user: SignedInUser, eventId: number) {
  await requireVisible(ctx, user, eventId)
  return { is_wished: await hasReminder(ctx.db, eventId, user.id) }
}

async function requestReminder(ctx: Context, user: SignedInUser, eventId: number) {
  const event = await requireVisible(ctx, user, eventId)
  const now = ctx.now()
  if (event.is_called_off) throw new AppError('event_called_off')
  if (Date.parse(event.start_date_register) <= now.getTime()) throw new AppError('registration_already_open')
  await insertReminder(ctx.db, eventId, user.id, now)
  return { is_wished: true }
}

async function cancel(ctx: Context, user: SignedInUser, eventId: number) {
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

async function hasReminder(db: Db, eventId: number, userId: number): Promise<boolean> {
  const row = await db.maybeOne(sql`
    SELECT event_id FROM opening_wishes WHERE event_id = ${eventId} AND user_id = ${userId}`)
  return row !== null
}

async function insertReminder(db: Db, eventId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO opening_wishes (event_id, user_id, created_at) VALUES (${eventId}, ${userId}, ${now})
    ON CONFLICT DO NOTHING`)
}

async function deleteReminder(db: Db, eventId: number, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM opening_wishes WHERE event_id = ${eventId} AND user_id = ${userId}`)
}

interface ReminderMail {
  event_id: number
  event_name: string
  start_date_event: string
  end_date_register: string
  email: string
  language: Language
}

/** Deletes and returns at most `count` reminders that are due or never will be. Skips those another process is taking. */
async function takeDueReminders(db: Db, now: Date, count: number): Promise<{ event_id: number; user_id: number }[]> {
  return db.many(sql`
    DELETE FROM opening_wishes w
    USING (
      SELECT w.event_id, w.user_id
      FROM opening_wishes w JOIN events e ON e.id = w.event_id
      WHERE e.start_date_register <= ${now} OR e.called_off_at IS NOT NULL
      ORDER BY w.event_id, w.user_id
      LIMIT ${count}
      FOR UPDATE OF w SKIP LOCKED
    ) due
    WHERE w.event_id = due.event_id AND w.user_id = due.user_id
    RETURNING w.event_id, w.user_id`)
}

/** The reminders to mail: the user may still see the event, its registration is open, and they have not applied. */
function selectReminderMails(
  db: Db,
  reminders: { event_id: number; user_id: number }[],
  now: Date,
  counted: CountedEmails,
): Promise<ReminderMail[]> {
  const viewer = { id: sql`u.id`, emailDomain: sql`split_part(lower(u.email), '@', 2)`, linkKey: sql`NULL` }
  return db.many(sql`
    SELECT e.id AS event_id, e.event_name, e.start_date_event, e.end_date_register, u.email, ${languageOfUser} AS language
    FROM unnest(${reminders.map((reminder) => reminder.event_id)}::integer[], ${reminders.map((reminder) => reminder.user_id)}::integer[])
           AS w (event_id, user_id)
    JOIN events e ON e.id = w.event_id
    JOIN users u ON u.id = w.user_id
    WHERE e.called_off_at IS NULL AND e.start_date_register <= ${now} AND e.end_date_register > ${now}
      AND ${countedEmail(counted)} <> ''
      AND ${isReadableBy(viewer)} AND NOT ${hasApplied(viewer)}
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.owner_id = e.user_id AND b.user_id = u.id)
    ORDER BY u.id, e.id`)
}

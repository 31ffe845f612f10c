import type { Language } from '#contract/language/languages.ts'
import { languageOfUser } from '#server/features/accounts/users.repository.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { hasApplied, isReadableBy } from '#server/features/events/sql/event-conditions.sql.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

export type MarkKind = 'likes' | 'bookmarks'

const tables = { likes: sql`likes`, bookmarks: sql`bookmarks` }

/** False if there was none to delete. */
export async function deleteMark(db: Db, kind: MarkKind, eventId: number, userId: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM ${tables[kind]} WHERE event_id = ${eventId} AND user_id = ${userId}`)) === 1
}

export async function insertMark(db: Db, kind: MarkKind, eventId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`INSERT INTO ${tables[kind]} (event_id, user_id, created_at) VALUES (${eventId}, ${userId}, ${now})`)
}

/** From the counter column in `event_engagement`, which is named like the table. */
export async function countMarks(db: Db, kind: MarkKind, eventId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT coalesce(sum(${tables[kind]}), 0)::int AS total FROM event_engagement WHERE event_id = ${eventId}`)
  return total
}

export async function hasReminder(db: Db, eventId: number, userId: number): Promise<boolean> {
  const row = await db.maybeOne(sql`
    SELECT event_id FROM opening_wishes WHERE event_id = ${eventId} AND user_id = ${userId}`)
  return row !== null
}

export async function insertReminder(db: Db, eventId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO opening_wishes (event_id, user_id, created_at) VALUES (${eventId}, ${userId}, ${now})
    ON CONFLICT DO NOTHING`)
}

export async function deleteReminder(db: Db, eventId: number, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM opening_wishes WHERE event_id = ${eventId} AND user_id = ${userId}`)
}

export interface ReminderMail {
  event_id: number
  event_name: string
  start_date_event: string
  end_date_register: string
  email: string
  language: Language
}

/** Deletes and returns at most `count` reminders that are due or never will be. Skips those another process is taking. */
export async function takeDueReminders(
  db: Db,
  now: Date,
  count: number,
): Promise<{ event_id: number; user_id: number }[]> {
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
export function selectReminderMails(
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
      AND (${counted} = 'all' OR u.email_verified_at IS NOT NULL) AND u.email <> ''
      AND ${isReadableBy(viewer)} AND NOT ${hasApplied(viewer)}
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.owner_id = e.user_id AND b.user_id = u.id)
    ORDER BY u.id, e.id`)
}

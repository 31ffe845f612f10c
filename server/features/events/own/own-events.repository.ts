import type { EventDraft } from '#contract/events/event-draft.ts'
import { draftAsStored, draftChanges } from '#server/features/events/reading/draft-columns.sql.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An event as its owner typed it; `called_off_at` says whether it can still be changed. */
export interface OwnEvent extends EventDraft {
  id: number
  event_image: string
  called_off_at: string | null
}

/** Null where there is no such event, and where it is somebody else's. */
export function selectOwnEvent(db: Db, id: number, ownerId: number): Promise<OwnEvent | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.event_image, e.called_off_at, ${draftAsStored}
    FROM events e JOIN event_seats s ON s.event_id = e.id
    WHERE e.id = ${id} AND e.user_id = ${ownerId}`)
}

/** Whose event it is; null where there is none, or its owner's account is deleted. */
export async function selectOwnerOf(db: Db, id: number): Promise<number | null> {
  const event = await db.maybeOne<{ user_id: number | null }>(sql`SELECT user_id FROM events WHERE id = ${id}`)
  return event?.user_id ?? null
}

/** Writes everything that its owner may change except the image, and the capacity, which is stored with the seats. A start
 *  that is moved is remembered. */
export async function updateEvent(db: Db, id: number, draft: EventDraft, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET ${draftChanges(draft)}, updated_at = ${now}, version = version + 1, previous_start_date =
      CASE WHEN start_date_event = ${draft.start_date_event} THEN previous_start_date ELSE start_date_event END
    WHERE id = ${id}`)
}

export async function updateEventImage(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET event_image = ${address}, updated_at = ${now}, version = version + 1 WHERE id = ${id}`)
}

/** Notes that the owner has looked at the list of applicants. Nothing of the event's page changes by that. */
export async function updateApplicantsSeen(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE events SET applicants_seen_at = ${now} WHERE id = ${id}`)
}

/** Closes the event's comments; null opens them again. */
export async function updateCommentsClosed(db: Db, id: number, closedAt: Date | null): Promise<void> {
  await db.run(sql`UPDATE events SET comments_closed_at = ${closedAt}, version = version + 1 WHERE id = ${id}`)
}

/** Takes the event off every list (docs/rules.md, Deleting). */
export async function markCalledOff(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET called_off_at = ${now}, updated_at = ${now}, version = version + 1 WHERE id = ${id}`)
}

/** Fails while a ticket refers to the event. */
export async function removeEvent(db: Db, id: number): Promise<void> {
  await db.run(sql`DELETE FROM events WHERE id = ${id}`)
}

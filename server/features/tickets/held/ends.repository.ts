import type { CancelReason } from '#contract/events/application.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Why somebody's last application for the event has ended, with the organizer's word, '' where they gave none; null where it
 *  has not, or there is none. */
export async function selectEnd(
  db: Db,
  eventId: number,
  userId: number,
): Promise<{ reason: CancelReason; word: string } | null> {
  const last = await db.maybeOne<{ reason: CancelReason | null; word: string }>(sql`
    SELECT cancel_reason AS reason, organizer_word AS word FROM tickets
    WHERE user_id = ${userId} AND event_id = ${eventId}
    ORDER BY id DESC
    LIMIT 1`)
  return last?.reason ? { reason: last.reason, word: last.word } : null
}

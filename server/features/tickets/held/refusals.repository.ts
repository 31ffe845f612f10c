import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The organizer's word to somebody whose last application for the event they have refused, '' where they gave none;
 *  null where there is no such application. */
export async function selectRefusal(db: Db, eventId: number, userId: number): Promise<string | null> {
  const last = await db.maybeOne<{ cancel_reason: string | null; organizer_word: string }>(sql`
    SELECT cancel_reason, organizer_word FROM tickets
    WHERE user_id = ${userId} AND event_id = ${eventId}
    ORDER BY id DESC
    LIMIT 1`)
  return last?.cancel_reason === 'refused' ? last.organizer_word : null
}

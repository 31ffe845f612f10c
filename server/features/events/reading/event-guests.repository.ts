import { type Db, sql } from '#server/lib/postgres/database.ts'
import { hasKey, isUnlisted, takesPlace } from './events.sql.ts'

/** Remembers a user who comes to an unlisted event with its key. Writes nothing where the key is wrong, and only once. */
export async function insertGuest(db: Db, eventId: number, userId: number, key: string): Promise<void> {
  await db.run(sql`
    INSERT INTO event_guests (event_id, user_id)
    SELECT e.id, ${userId} FROM events e
    WHERE e.id = ${eventId} AND e.user_id <> ${userId} AND ${takesPlace} AND ${isUnlisted} AND ${hasKey(key)}
    ON CONFLICT DO NOTHING`)
}

/** Remembers whoever applied for the event, liked or bookmarked it: they know it from when it was not unlisted. */
export async function insertKnownGuests(db: Db, eventId: number): Promise<void> {
  await db.run(sql`
    INSERT INTO event_guests (event_id, user_id)
    SELECT ${eventId}, known.user_id
    FROM (
      SELECT user_id FROM tickets WHERE event_id = ${eventId} AND user_id IS NOT NULL
      UNION SELECT user_id FROM likes WHERE event_id = ${eventId}
      UNION SELECT user_id FROM bookmarks WHERE event_id = ${eventId}
    ) known
    ON CONFLICT DO NOTHING`)
}

import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Marks events as over that have ended, at most `count` at a time, and returns how many. Passes over those that somebody
 *  is changing: whoever changes an event holds its seats, and then its listing. */
export async function markOver(db: Db, now: Date, count: number): Promise<number> {
  return db.run(sql`
    WITH ended AS MATERIALIZED (
      SELECT s.event_id
      FROM event_listings l JOIN event_seats s ON s.event_id = l.event_id
      WHERE NOT l.is_over AND l.ends <= ${now}
      ORDER BY l.ends LIMIT ${count}
      FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE event_listings l SET is_over = true FROM ended WHERE l.event_id = ended.event_id AND l.ends <= ${now}`)
}

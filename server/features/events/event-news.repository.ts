import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Queues a new event for its organizer's followers. Without followers nothing is queued. */
export async function insertPendingNews(db: Db, eventId: number, ownerId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO untold_events (event_id, organizer_id, published_at)
    SELECT ${eventId}, o.id, ${now} FROM organizers o
    WHERE o.user_id = ${ownerId} AND EXISTS (SELECT FROM follows f WHERE f.organizer_id = o.id)`)
}

/** An organizer's followers get news once the last new event is older than `quietSince` or the first older than
 *  `waitingSince`, and there was no news after `lastNewsBefore`. */
export interface NewsTimes {
  quietSince: Date
  waitingSince: Date
  lastNewsBefore: Date
}

/** Organizers whose followers may get news now, at most `count`. */
export async function selectOrganizersWithNews(db: Db, times: NewsTimes, count: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT u.organizer_id AS id FROM untold_events u
    WHERE NOT EXISTS (
      SELECT FROM event_news n WHERE n.organizer_id = u.organizer_id AND n.begun_at > ${times.lastNewsBefore})
    GROUP BY u.organizer_id
    HAVING max(u.published_at) <= ${times.quietSince} OR min(u.published_at) <= ${times.waitingSince}
    ORDER BY min(u.published_at)
    LIMIT ${count}`)
  return rows.map(({ id }) => id)
}

/** Turns an organizer's pending events into one piece of news, unless another process just did. The organizer's row
 *  serializes them. */
export async function beginNews(tx: Db, organizerId: number, times: NewsTimes, now: Date): Promise<void> {
  await tx.run(sql`SELECT FROM organizers WHERE id = ${organizerId} FOR NO KEY UPDATE`)
  await tx.run(sql`
    WITH pending AS (
      DELETE FROM untold_events
      WHERE organizer_id = ${organizerId} AND NOT EXISTS (
        SELECT FROM event_news n WHERE n.organizer_id = ${organizerId} AND n.begun_at > ${times.lastNewsBefore})
      RETURNING event_id
    )
    INSERT INTO event_news (organizer_id, event_ids, begun_at)
    SELECT ${organizerId}, array_agg(event_id ORDER BY event_id), ${now} FROM pending HAVING count(*) > 0`)
}

/** News that is not yet queued for every follower, with the last one queued. */
interface OpenNews {
  id: number
  organizer_id: number
  last_user_id: number
}

/** Locks unfinished news until the transaction ends, skipping what another process holds. */
export function lockOpenNews(tx: Db): Promise<OpenNews | null> {
  return tx.maybeOne(sql`
    SELECT id, organizer_id, last_user_id FROM event_news
    WHERE done_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

export async function selectNextFollowers(db: Db, news: OpenNews, count: number): Promise<number[]> {
  const rows = await db.many<{ user_id: number }>(sql`
    SELECT user_id FROM follows
    WHERE organizer_id = ${news.organizer_id} AND user_id > ${news.last_user_id}
    ORDER BY user_id LIMIT ${count}`)
  return rows.map(({ user_id }) => user_id)
}

export async function updateNews(db: Db, id: number, lastUserId: number, doneAt: Date | null): Promise<void> {
  await db.run(sql`UPDATE event_news SET last_user_id = ${lastUserId}, done_at = ${doneAt} WHERE id = ${id}`)
}

/** Deletes news that was finished before `before`. */
export async function deleteOldNews(db: Db, before: Date): Promise<void> {
  await db.run(sql`DELETE FROM event_news WHERE done_at < ${before}`)
}

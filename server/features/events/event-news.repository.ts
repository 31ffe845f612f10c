import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Notes a new event, of which the followers of its organizer are told later. Without followers nothing is noted. */
export async function insertUntold(db: Db, eventId: number, ownerId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO untold_events (event_id, organizer_id, published_at)
    SELECT ${eventId}, o.id, ${now} FROM organizers o
    WHERE o.user_id = ${ownerId} AND EXISTS (SELECT FROM follows f WHERE f.organizer_id = o.id)`)
}

/** When the followers of an organizer may be told: `quietSince` is when the last event was published at the latest, or
 *  `waitingSince` the first one; nobody was told of this organizer's events after `toldBefore`. */
export interface NewsPace {
  quietSince: Date
  waitingSince: Date
  toldBefore: Date
}

/** The organizers whose followers may be told now, at most `count`. */
export async function selectOrganizersWithNews(db: Db, pace: NewsPace, count: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT u.organizer_id AS id FROM untold_events u
    WHERE NOT EXISTS (
      SELECT FROM event_news n WHERE n.organizer_id = u.organizer_id AND n.begun_at > ${pace.toldBefore})
    GROUP BY u.organizer_id
    HAVING max(u.published_at) <= ${pace.quietSince} OR min(u.published_at) <= ${pace.waitingSince}
    ORDER BY min(u.published_at)
    LIMIT ${count}`)
  return rows.map(({ id }) => id)
}

/** Makes one piece of news of an organizer's untold events, unless another process just did. Two that do so at once take
 *  turns by the organizer's row. */
export async function beginNews(tx: Db, organizerId: number, pace: NewsPace, now: Date): Promise<void> {
  await tx.run(sql`SELECT FROM organizers WHERE id = ${organizerId} FOR NO KEY UPDATE`)
  await tx.run(sql`
    WITH told AS (
      DELETE FROM untold_events
      WHERE organizer_id = ${organizerId} AND NOT EXISTS (
        SELECT FROM event_news n WHERE n.organizer_id = ${organizerId} AND n.begun_at > ${pace.toldBefore})
      RETURNING event_id
    )
    INSERT INTO event_news (organizer_id, event_ids, begun_at)
    SELECT ${organizerId}, array_agg(event_id ORDER BY event_id), ${now} FROM told HAVING count(*) > 0`)
}

/** News that not every follower has in the queue, as far as it has come. */
interface OpenNews {
  id: number
  organizer_id: number
  last_user_id: number
}

/** Locks open news until the transaction ends, passing over what another process holds. */
export function lockOpenNews(tx: Db): Promise<OpenNews | null> {
  return tx.maybeOne(sql`
    SELECT id, organizer_id, last_user_id FROM event_news
    WHERE done_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

/** The next followers, at most `count`. */
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

/** Forgets news that all followers were told of before `before`. */
export async function deleteOldNews(db: Db, before: Date): Promise<void> {
  await db.run(sql`DELETE FROM event_news WHERE done_at < ${before}`)
}

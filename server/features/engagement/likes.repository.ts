import { type Db, sql } from '#server/lib/postgres/database.ts'

/** False where there was none to delete. */
export async function deleteLike(db: Db, eventId: number, userId: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM likes WHERE event_id = ${eventId} AND user_id = ${userId}`)) === 1
}

export async function insertLike(db: Db, eventId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`INSERT INTO likes (event_id, user_id, created_at) VALUES (${eventId}, ${userId}, ${now})`)
}

export async function countLikes(db: Db, eventId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT coalesce(sum(likes), 0)::int AS total FROM event_engagement WHERE event_id = ${eventId}`)
  return total
}

import type { BlockedPerson } from '#contract/moderation.ts'
import { shownUsername } from '#server/features/accounts/users/users.sql.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Whom the organizer has blocked, last blocked first; only `userId` where one is given. */
export function selectBlocked(db: Db, ownerId: number, userId: number | null = null): Promise<BlockedPerson[]> {
  return db.many(sql`
    SELECT u.id, ${shownUsername} AS username, trim(u.first_name || ' ' || u.last_name) AS name, u.profile_picture,
           b.created_at AS blocked_at
    FROM blocks b JOIN users u ON u.id = b.user_id
    WHERE b.owner_id = ${ownerId} AND (${userId}::integer IS NULL OR b.user_id = ${userId})
    ORDER BY b.created_at DESC, u.id DESC
    LIMIT 1000`)
}

/** Whether the person ever commented on one of the organizer's events, or applied for one. */
export async function hasMet(db: Db, ownerId: number, userId: number): Promise<boolean> {
  const met = await db.maybeOne(sql`
    SELECT FROM events e
    WHERE e.user_id = ${ownerId} AND (
      EXISTS (SELECT FROM comments c WHERE c.event_id = e.id AND c.user_id = ${userId})
      OR EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id AND t.user_id = ${userId}))
    LIMIT 1`)
  return met !== null
}

/** Leaves a block that is there as it is. */
export async function insertBlock(db: Db, ownerId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO blocks (owner_id, user_id, created_at) VALUES (${ownerId}, ${userId}, ${now})
    ON CONFLICT (owner_id, user_id) DO NOTHING`)
}

export async function deleteBlock(db: Db, ownerId: number, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM blocks WHERE owner_id = ${ownerId} AND user_id = ${userId}`)
}

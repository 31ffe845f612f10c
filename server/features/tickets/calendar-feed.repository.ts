import { type Db, sql } from '#server/lib/postgres/database.ts'

export async function selectSecret(db: Db, userId: number): Promise<string | null> {
  const row = await db.maybeOne<{ secret: string }>(sql`SELECT secret FROM ticket_feeds WHERE user_id = ${userId}`)
  return row?.secret ?? null
}

/** Replaces an older secret. */
export async function upsertSecret(db: Db, userId: number, secret: string, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO ticket_feeds (user_id, secret, created_at) VALUES (${userId}, ${secret}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at`)
}

export async function deleteSecret(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM ticket_feeds WHERE user_id = ${userId}`)
}

/** The owner of a secret; null if it is nobody's (any more). */
export async function selectUserOf(db: Db, secret: string): Promise<number | null> {
  const row = await db.maybeOne<{ user_id: number }>(sql`SELECT user_id FROM ticket_feeds WHERE secret = ${secret}`)
  return row?.user_id ?? null
}

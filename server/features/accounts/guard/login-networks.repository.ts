import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Remembers that somebody logged in from a network; written at most once a day. */
export async function upsertNetwork(db: Db, userId: number, networkHash: Buffer, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO login_networks AS known (user_id, network_hash, seen_at)
    VALUES (${userId}, ${networkHash}, ${now})
    ON CONFLICT (user_id, network_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at
    WHERE known.seen_at < EXCLUDED.seen_at - interval '1 day'`)
}

/** Whether the user has logged in from the network before. */
export async function isKnownNetwork(db: Db, userId: number, networkHash: Buffer): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM login_networks WHERE user_id = ${userId} AND network_hash = ${networkHash}`)
  return found !== null
}

export async function deleteNetworksBefore(db: Db, before: Date): Promise<void> {
  await db.run(sql`DELETE FROM login_networks WHERE seen_at < ${before}`)
}

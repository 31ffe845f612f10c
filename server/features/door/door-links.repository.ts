import type { DoorLink } from '#contract/tickets/door.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The links of an event that still work, newest first. */
export function selectLinks(db: Db, eventId: number): Promise<DoorLink[]> {
  return db.many(sql`
    SELECT id, name, created_at, last_used_at
    FROM door_links
    WHERE event_id = ${eventId} AND revoked_at IS NULL
    ORDER BY id DESC`)
}

/** `secretHash` is the SHA-256 of the secret. */
export function insertLink(db: Db, eventId: number, name: string, secretHash: Buffer, now: Date): Promise<DoorLink> {
  return db.one(sql`
    INSERT INTO door_links (event_id, name, secret_hash, created_at)
    VALUES (${eventId}, ${name}, ${secretHash}, ${now})
    RETURNING id, name, created_at, last_used_at`)
}

/** False where the event has no such link. One that was revoked before stays revoked since then. */
export async function revokeLink(db: Db, eventId: number, id: number, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE door_links SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id} AND event_id = ${eventId}`)
  return changed === 1
}

/** Null where there is no such link, where it is another event's, where it was revoked, and from three days after the
 *  event on: what phones kept may still be sent until then, and names are not for ever. */
export function selectGoodLink(db: Db, eventId: number, secretHash: Buffer, now: Date): Promise<{ id: number } | null> {
  return db.maybeOne(sql`
    SELECT l.id
    FROM door_links l JOIN events e ON e.id = l.event_id
    WHERE l.secret_hash = ${secretHash} AND l.event_id = ${eventId} AND l.revoked_at IS NULL
      AND e.end_date_event > ${now}::timestamptz - interval '3 days'`)
}

/** Notes that the link is in use, once a minute: a busy door asks many times a second. */
export async function touchLink(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE door_links SET last_used_at = ${now}
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${now}::timestamptz - interval '1 minute')`)
}

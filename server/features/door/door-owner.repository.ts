import {
  type DoorEntry,
  type DoorFigures,
  type DoorLink,
  type EntryMinute,
  longestEntries,
  progressMinutes,
} from '#contract/tickets/door.ts'
import { shownUsername } from '#server/features/accounts/users.repository.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The entries that count: the predicate of `check_ins_entries_idx`. */
const counts = sql`c.verdict = 'checked_in' AND c.undone_at IS NULL`

/** Entries in each of the last `minutes` minutes until `until`, oldest first, starting with the first entry. */
export function selectMinutes(
  db: Db,
  eventId: number,
  until: Date,
  minutes: number = progressMinutes,
): Promise<EntryMinute[]> {
  const current = sql`date_trunc('minute', ${until}::timestamptz)`
  return db.many(sql`
    WITH span AS (
      SELECT greatest(${current} - make_interval(mins => ${minutes - 1}), date_trunc('minute', min(c.scanned_at))) AS first
      FROM check_ins c WHERE c.event_id = ${eventId} AND ${counts}
      HAVING count(*) > 0
    ), came AS (
      SELECT date_trunc('minute', c.scanned_at) AS at, count(*)::int AS entries
      FROM check_ins c
      WHERE c.event_id = ${eventId} AND ${counts} AND c.scanned_at >= (SELECT first FROM span)
      GROUP BY 1
    )
    SELECT minute AS at, coalesce(came.entries, 0) AS entries
    FROM span, generate_series(span.first, ${current}, interval '1 minute') minute
    LEFT JOIN came ON came.at = minute
    ORDER BY minute`)
}

/** Null where nobody has come in. */
export async function selectLastEntry(db: Db, eventId: number): Promise<Date | null> {
  const { last } = await db.one<{ last: string | null }>(sql`
    SELECT max(c.scanned_at) AS last FROM check_ins c WHERE c.event_id = ${eventId} AND ${counts}`)
  return last === null ? null : new Date(last)
}

/** The name of member `u` of the team; null without one. */
const memberName = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), ${shownUsername})`

/** Entries by door link and member of the team, most entries first. */
export function selectDoors(db: Db, eventId: number): Promise<DoorFigures[]> {
  return db.many(sql`
    SELECT d.door_link_id, l.name AS door, u.id AS person_id, ${memberName} AS person, d.entries, d.last_at
    FROM (
      SELECT c.door_link_id, c.scanned_by, count(*)::int AS entries, max(c.scanned_at) AS last_at
      FROM check_ins c WHERE c.event_id = ${eventId} AND ${counts}
      GROUP BY c.door_link_id, c.scanned_by
    ) d LEFT JOIN door_links l ON l.id = d.door_link_id LEFT JOIN users u ON u.id = d.scanned_by
    ORDER BY d.entries DESC, d.last_at DESC, d.door_link_id, u.id`)
}

/** The newest entries, or the one of a ticket. */
export function selectEntries(db: Db, eventId: number, ticketNumber: string | null): Promise<DoorEntry[]> {
  return db.many(sql`
    SELECT c.scan_id, t.ticket_number, t.fullname, c.scanned_at AS at, c.device, l.name AS door, ${memberName} AS person
    FROM check_ins c
    JOIN tickets t ON t.id = c.ticket_id
    LEFT JOIN door_links l ON l.id = c.door_link_id
    LEFT JOIN users u ON u.id = c.scanned_by
    WHERE c.event_id = ${eventId} AND ${counts} ${ticketNumber === null ? sql`` : sql`AND t.ticket_number = ${ticketNumber}`}
    ORDER BY c.scanned_at DESC, c.scan_id
    LIMIT ${longestEntries}`)
}

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

/** False if the event has no such link. One that was revoked before keeps its time. */
export async function revokeLink(db: Db, eventId: number, id: number, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE door_links SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id} AND event_id = ${eventId}`)
  return changed === 1
}

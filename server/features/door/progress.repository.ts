import {
  type DoorEntry,
  type DoorFigures,
  type EntryMinute,
  longestEntries,
  progressMinutes,
} from '#contract/tickets/door.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The entries that count; `check_ins_entries_idx` holds these alone. */
const counts = sql`c.verdict = 'checked_in' AND c.undone_at IS NULL`

/** How many came in within each minute of the last hour, oldest first; no minutes before the first entry. */
export function selectMinutes(db: Db, eventId: number, now: Date): Promise<EntryMinute[]> {
  const current = sql`date_trunc('minute', ${now}::timestamptz)`
  return db.many(sql`
    WITH span AS (
      SELECT greatest(${current} - make_interval(mins => ${progressMinutes - 1}), date_trunc('minute', min(c.scanned_at))) AS first
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

/** How many came in by each door link, and by the owner's own phones; most entries first. */
export function selectDoors(db: Db, eventId: number): Promise<DoorFigures[]> {
  return db.many(sql`
    SELECT d.door_link_id, l.name AS door, d.entries, d.last_at
    FROM (
      SELECT c.door_link_id, count(*)::int AS entries, max(c.scanned_at) AS last_at
      FROM check_ins c WHERE c.event_id = ${eventId} AND ${counts}
      GROUP BY c.door_link_id
    ) d LEFT JOIN door_links l ON l.id = d.door_link_id
    ORDER BY d.entries DESC, d.last_at DESC, d.door_link_id`)
}

/** The newest entries, or that of one ticket. */
export function selectEntries(db: Db, eventId: number, ticketNumber: string | null): Promise<DoorEntry[]> {
  return db.many(sql`
    SELECT c.scan_id, t.ticket_number, t.fullname, c.scanned_at AS at, c.device, l.name AS door
    FROM check_ins c
    JOIN tickets t ON t.id = c.ticket_id
    LEFT JOIN door_links l ON l.id = c.door_link_id
    WHERE c.event_id = ${eventId} AND ${counts} ${ticketNumber === null ? sql`` : sql`AND t.ticket_number = ${ticketNumber}`}
    ORDER BY c.scanned_at DESC, c.scan_id
    LIMIT ${longestEntries}`)
}

import {
  type Door,
  type DoorCount,
  type DoorEntry,
  type DoorFigures,
  type DoorLink,
  type DoorTicket,
  type DoubleEntry,
  type EntryMinute,
  longestEntries,
  progressMinutes,
  type Verdict,
  type WalkInSale,
} from '#contract/tickets/door.ts'
import type { WalkIn } from '#contract/tickets/walk-ins.ts'
import { shownUsername } from '#server/features/accounts/users.repository.ts'
import { nameOfType } from '#server/features/tickets/store/ticket-types.repository.ts'
import { statusAt } from '#server/features/tickets/store/tickets.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

type DoorEvent = Pick<Door, 'event_id' | 'event_name' | 'start_date_event' | 'end_date_event' | 'is_called_off'>

export function selectDoorEvent(db: Db, eventId: number): Promise<DoorEvent | null> {
  return db.maybeOne(sql`
    SELECT id AS event_id, event_name, start_date_event, end_date_event,
           coalesce(called_off_at < end_date_event, false) AS is_called_off
    FROM events WHERE id = ${eventId}`)
}

/** A taken seat has a ticket, used or not, unless it is for an unpaid application, an invitation, or sales at the door. */
export function countDoor(db: Db, eventId: number): Promise<DoorCount> {
  return db.one(sql`
    SELECT coalesce((SELECT taken FROM event_seats WHERE event_id = ${eventId}), 0)
             - (SELECT count(*)::int FROM tickets WHERE event_id = ${eventId} AND status IN ('UNPAID', 'INVITED'))
             - (SELECT coalesce(sum(seats), 0)::int FROM door_seats WHERE event_id = ${eventId}) AS held,
           (SELECT count(*)::int FROM tickets WHERE event_id = ${eventId} AND status = 'USED') AS checked_in`)
}

/** The application of ticket `t`, if it has several seats. */
const partyId = sql`
  coalesce(t.party_of, CASE WHEN EXISTS (SELECT FROM tickets g WHERE g.party_of = t.id) THEN t.id END)`

function doorTicketColumns(now: Date): Sql {
  return sql`t.ticket_number, t.fullname, ${nameOfType} AS ticket_type, ${partyId} AS party, ${statusAt(now)} AS status,
             t.issued_at IS NOT NULL AS was_issued, t.used_at, l.name AS used_door, t.walk_in`
}

/** The door link with which a ticket was checked in, if any. `event_id` lets PostgreSQL read only this event's entries. */
const usedDoor = sql`
  LEFT JOIN check_ins f ON f.ticket_id = t.id AND f.event_id = t.event_id AND f.verdict = 'checked_in' AND f.undone_at IS NULL
  LEFT JOIN door_links l ON l.id = f.door_link_id`

/** Every ticket of the event, and every invitation, without applications that never became a ticket; with `since` only those changed since then. */
export function selectDoorTickets(db: Db, eventId: number, since: string | null, now: Date): Promise<DoorTicket[]> {
  return db.many(sql`
    SELECT ${doorTicketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id ${usedDoor}
    WHERE t.event_id = ${eventId} AND (t.issued_at IS NOT NULL OR t.claim_by IS NOT NULL)
      AND (${since}::timestamptz IS NULL OR t.changed_at >= ${since}::timestamptz)`)
}

export function selectDoorTicket(db: Db, ticketId: number, now: Date): Promise<DoorTicket> {
  return db.one(sql`
    SELECT ${doorTicketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id ${usedDoor}
    WHERE t.id = ${ticketId}`)
}

export interface FoundTicket {
  id: number
  event_id: number
}

export function findTicket(db: Db, eventId: number, ticketId: string): Promise<FoundTicket | null> {
  return db.maybeOne(
    sql`SELECT id, event_id FROM tickets WHERE ticket_id = ${ticketId} AND event_id = ${eventId} AND issued_at IS NOT NULL`,
  )
}

/** Searches the tickets of all events of this event's owner. */
export function findTicketByNumber(db: Db, eventId: number, ticketNumber: string): Promise<FoundTicket | null> {
  return db.maybeOne(sql`
    SELECT t.id, t.event_id
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.ticket_number = ${ticketNumber} AND t.issued_at IS NOT NULL
      AND e.user_id = (SELECT user_id FROM events WHERE id = ${eventId})`)
}

interface CheckIn {
  ticket_id: number
  verdict: Verdict
  let_in: boolean
  undone_at: string | null
}

interface DoubleEntryRow extends Omit<DoubleEntry, 'first' | 'again'> {
  scanned_at: string
  device: string
  first_at: string | null
  first_device: string | null
}

/** Who has scanned a ticket: a door link, or a person with a role. */
export interface Scanner {
  door_link_id: number | null
  scanned_by: number | null
}

interface NewCheckIn extends Omit<CheckIn, 'undone_at'>, Scanner {
  event_id: number
  scan_id: string
  device: string
  scanned_at: Date
}

export function selectCheckIn(db: Db, eventId: number, scanId: string): Promise<CheckIn | null> {
  return db.maybeOne(sql`
    SELECT ticket_id, verdict, let_in, undone_at FROM check_ins WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

/** False if the event already has a scan with this ID. A second entry of a ticket violates check_ins_one_entry_key. */
export async function insertCheckIn(db: Db, scan: NewCheckIn, now: Date): Promise<boolean> {
  const inserted = await db.run(sql`
    INSERT INTO check_ins (event_id, scan_id, ticket_id, door_link_id, scanned_by, device, verdict, let_in, scanned_at, received_at)
    VALUES (${scan.event_id}, ${scan.scan_id}, ${scan.ticket_id}, ${scan.door_link_id}, ${scan.scanned_by}, ${scan.device},
            ${scan.verdict}, ${scan.let_in}, ${scan.scanned_at}, ${now})
    ON CONFLICT (event_id, scan_id) DO NOTHING`)
  return inserted === 1
}

export async function markLetIn(db: Db, eventId: number, scanId: string, isLetIn: boolean): Promise<void> {
  await db.run(sql`UPDATE check_ins SET let_in = ${isLetIn} WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

export async function markUndone(db: Db, eventId: number, scanId: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE check_ins SET undone_at = ${now} WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

/** The ticket's first double entry; null without one. */
export function selectFirstDoubleEntry(
  db: Db,
  ticketId: number,
): Promise<{ scan_id: string; scanned_at: string } | null> {
  return db.maybeOne(sql`
    SELECT scan_id, scanned_at FROM check_ins
    WHERE ticket_id = ${ticketId} AND let_in AND verdict = 'already_used'
    ORDER BY scanned_at, scan_id LIMIT 1`)
}

/** Makes the scan the entry that counts. While another one does, this violates check_ins_one_entry_key. */
export async function markEntry(db: Db, eventId: number, scanId: string): Promise<void> {
  await db.run(sql`UPDATE check_ins SET verdict = 'checked_in' WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

/** People who were let in with an invalid ticket, newest first; `first_at` is the entry that counts now. */
export function selectDoubleEntries(db: Db, eventId: number): Promise<DoubleEntryRow[]> {
  return db.many(sql`
    SELECT c.scan_id, t.ticket_number, t.fullname, c.verdict, c.scanned_at, c.device,
           f.scanned_at AS first_at, f.device AS first_device
    FROM check_ins c
    JOIN tickets t ON t.id = c.ticket_id
    LEFT JOIN check_ins f ON f.ticket_id = c.ticket_id AND f.verdict = 'checked_in' AND f.undone_at IS NULL
    WHERE c.event_id = ${eventId} AND c.let_in AND c.verdict <> 'checked_in'
    ORDER BY c.scanned_at DESC, c.scan_id`)
}

export interface NewWalkIn {
  event_id: number
  ticket_number: string
  fullname: string
  walk_in: WalkIn['payment']
  price_satang: number
  ticket_type_id: number | null
  door_seats_id: number | null
  used_at: Date
  /** For a ticket that was sold before the event was called off, and takes no seat; otherwise null. */
  called_off_at: string | null
}

/** Returns its row. The seat of the event is the caller's to count. Fails on tickets_number_key. */
export async function insertWalkIn(db: Db, ticket: NewWalkIn, now: Date): Promise<number> {
  const isCalledOff = ticket.called_off_at !== null
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO tickets (register_date, issued_at, changed_at, event_id, ticket_number, fullname, status, used_at, walk_in,
                         price_satang, ticket_type_id, door_seats_id, cancelled_at, cancel_reason)
    VALUES (${ticket.used_at}, ${now}, ${now}, ${ticket.event_id}, ${ticket.ticket_number}, ${ticket.fullname},
            ${isCalledOff ? 'CANCELLED' : 'USED'}, ${ticket.used_at}, ${ticket.walk_in}, ${ticket.price_satang},
            ${ticket.ticket_type_id}, ${ticket.door_seats_id}, ${ticket.called_off_at}, ${isCalledOff ? 'called_off' : null})
    RETURNING id`)
  return id
}

/** Where the seat of a walk-in came from; null for a ticket that is none. */
export function selectWalkIn(
  db: Db,
  ticketId: number,
): Promise<{ ticket_type_id: number | null; door_seats_id: number | null } | null> {
  return db.maybeOne(sql`
    SELECT ticket_type_id, door_seats_id FROM tickets WHERE id = ${ticketId} AND walk_in IS NOT NULL`)
}

/** What the door sells, without `free`. */
export function selectSale(db: Db, eventId: number): Promise<SaleRow> {
  return db.one(sql`
    SELECT e.promptpay_id, coalesce(nullif(e.promptpay_name, ''), o.organizer_name, '') AS promptpay_name,
           CASE WHEN e.highest_ticket_price IS NULL THEN jsonb_build_array(jsonb_build_object(
             'ticket_type_id', NULL, 'name', '', 'price_satang', round(e.ticket_price * 100)::int,
             'set_aside', coalesce(plain.seats, 0), 'kept', coalesce(plain.kept, 0)))
           ELSE (
             SELECT coalesce(jsonb_agg(jsonb_build_object(
               'ticket_type_id', y.id, 'name', y.name, 'price_satang', y.price_satang,
               'set_aside', coalesce(d.seats, 0), 'kept', coalesce(d.kept, 0)) ORDER BY y.position), '[]')
             FROM ticket_types y LEFT JOIN door_seats d ON d.event_id = y.event_id AND d.ticket_type_id = y.id
             WHERE y.event_id = e.id AND (y.closed_at IS NULL OR d.seats > 0)
           ) END AS types
    FROM events e
    LEFT JOIN door_seats plain ON plain.event_id = e.id AND plain.ticket_type_id IS NULL
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE e.id = ${eventId}`)
}

type SaleRow = Omit<WalkInSale, 'types'> & { types: Omit<WalkInSale['types'][number], 'free'>[] }

/** Null for a link that does not exist, belongs to another event, was revoked, or whose event ended three days ago: until
 *  then phones may still send saved scans, and afterwards nobody needs the names. */
export function selectValidLink(
  db: Db,
  eventId: number,
  secretHash: Buffer,
  now: Date,
): Promise<{ id: number } | null> {
  return db.maybeOne(sql`
    SELECT l.id
    FROM door_links l JOIN events e ON e.id = l.event_id
    WHERE l.secret_hash = ${secretHash} AND l.event_id = ${eventId} AND l.revoked_at IS NULL
      AND e.end_date_event > ${now}::timestamptz - interval '3 days'`)
}

/** Writes at most once a minute: a busy door calls many times a second. */
export async function touchLink(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE door_links SET last_used_at = ${now}
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${now}::timestamptz - interval '1 minute')`)
}

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

/** The minutes with entries, oldest first. */
export function selectMinutesWithEntries(db: Db, eventId: number): Promise<EntryMinute[]> {
  return db.many(sql`
    SELECT date_trunc('minute', c.scanned_at) AS at, count(*)::int AS entries
    FROM check_ins c WHERE c.event_id = ${eventId} AND ${counts}
    GROUP BY 1
    ORDER BY 1`)
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

/** Door links of the user's own events, with the names of their devices. Check-ins stay. */
export async function deleteDoorLinksOf(db: Db, ownerId: number): Promise<void> {
  const own = sql`event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`
  await db.run(sql`UPDATE check_ins SET door_link_id = NULL WHERE ${own} AND door_link_id IS NOT NULL`)
  await db.run(sql`DELETE FROM door_links WHERE ${own}`)
}

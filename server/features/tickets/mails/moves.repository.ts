import type { EventFields } from '#contract/events/event-fields.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** When and where an event takes place. */
export type Whereabouts = Pick<
  EventFields,
  'start_date_event' | 'end_date_event' | 'is_online' | 'place_to_be_announced' | 'address' | 'meeting_link'
>

/** Stores what the event was before a change. Further changes until the applicants are mailed leave it as it is, and replace
 *  the note. */
export async function noteMove(
  db: Db,
  eventId: number,
  before: Whereabouts,
  note: string | undefined,
  now: Date,
): Promise<void> {
  await db.run(sql`
    INSERT INTO event_moves AS m (event_id, start_date_event, end_date_event, is_online, place_to_be_announced, address,
                                  meeting_link, note, changed_at, last_changed_at)
    SELECT ${eventId}, ${before.start_date_event}, ${before.end_date_event}, ${before.is_online},
           ${before.place_to_be_announced}, ${before.address}, ${before.meeting_link}, ${note ?? ''}, ${now}, ${now}
    WHERE EXISTS (SELECT FROM tickets WHERE event_id = ${eventId} AND status <> 'CANCELLED')
    ON CONFLICT (event_id) WHERE begun_at IS NULL DO UPDATE
    SET last_changed_at = ${now}, note = CASE WHEN ${note ?? ''} = '' THEN m.note ELSE excluded.note END`)
}

/** The progress of mailing an event's applicants about a move. */
interface Move {
  id: number
  last_ticket_id: number
}

/** Locks a move that was first stored before `gatheredBefore`, until the transaction ends, skipping those locked by other
 *  processes. */
export function lockOpenMove(db: Db, gatheredBefore: Date): Promise<Move | null> {
  return db.maybeOne(sql`
    SELECT id, last_ticket_id FROM event_moves
    WHERE done_at IS NULL AND changed_at <= ${gatheredBefore}
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

/** The next applications, and invitations (`is_invited`), that were made before the last change; none if the event is called off,
 *  or the change was taken back. */
export function selectTicketsToMail(
  db: Db,
  { id, last_ticket_id }: Move,
  count: number,
): Promise<{ id: number; is_invited: boolean }[]> {
  return db.many(sql`
    SELECT t.id, t.status = 'INVITED' AS is_invited
    FROM event_moves m
    JOIN events e ON e.id = m.event_id AND e.called_off_at IS NULL
    JOIN tickets t ON t.event_id = e.id
    WHERE m.id = ${id} AND t.id > ${last_ticket_id} AND t.status <> 'CANCELLED' AND t.party_of IS NULL
      AND t.register_date <= m.last_changed_at
      AND (e.start_date_event, e.end_date_event, e.is_online, e.place_to_be_announced, e.address, e.meeting_link)
          <> (m.start_date_event, m.end_date_event, m.is_online, m.place_to_be_announced, m.address, m.meeting_link)
    ORDER BY t.id LIMIT ${count}`)
}

export async function updateMove(db: Db, id: number, lastTicketId: number, now: Date, isDone: boolean): Promise<void> {
  await db.run(sql`
    UPDATE event_moves
    SET last_ticket_id = ${lastTicketId}, begun_at = coalesce(begun_at, ${now}), done_at = ${isDone ? now : null}
    WHERE id = ${id}`)
}

/** Deletes what the user's events were before. */
export async function deleteMovesOf(db: Db, ownerId: number): Promise<void> {
  await db.run(sql`DELETE FROM event_moves WHERE event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`)
}

/** What an event was before, with the organizer's sentence about it. */
export type Moved = Whereabouts & { note: string }

export function selectMove(db: Db, id: number): Promise<Moved | null> {
  return db.maybeOne(sql`
    SELECT start_date_event, end_date_event, is_online, place_to_be_announced, address, meeting_link, note
    FROM event_moves WHERE id = ${id}`)
}

/** The event of an application when it was made, and now; null if it has not been moved since. */
export function selectMoveSince(db: Db, ticketId: number): Promise<{ before: Whereabouts; after: Whereabouts } | null> {
  const of = (table: 'm' | 'e') => {
    const row = table === 'm' ? sql`m` : sql`e`
    return sql`json_build_object(
      'start_date_event', ${row}.start_date_event, 'end_date_event', ${row}.end_date_event, 'is_online', ${row}.is_online,
      'place_to_be_announced', ${row}.place_to_be_announced, 'address', ${row}.address, 'meeting_link', '')`
  }
  return db.maybeOne(sql`
    SELECT ${of('m')} AS before, ${of('e')} AS after
    FROM tickets t JOIN events e ON e.id = t.event_id
    JOIN event_moves m ON m.event_id = e.id AND m.last_changed_at >= t.register_date
    WHERE t.id = ${ticketId}
    ORDER BY m.id LIMIT 1`)
}

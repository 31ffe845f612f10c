import type { Door, DoorCount, DoorTicket } from '#contract/tickets/door.ts'
import { statusAt } from '#server/features/tickets/held/tickets.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The fields of an event that its door shows. */
export type DoorEvent = Pick<Door, 'event_id' | 'event_name' | 'start_date_event' | 'end_date_event' | 'is_called_off'>

export function selectDoorEvent(db: Db, eventId: number): Promise<DoorEvent | null> {
  return db.maybeOne(sql`
    SELECT id AS event_id, event_name, start_date_event, end_date_event,
           coalesce(called_off_at < end_date_event, false) AS is_called_off
    FROM events WHERE id = ${eventId}`)
}

export async function isOwnEvent(db: Db, eventId: number, userId: number): Promise<boolean> {
  return (await db.maybeOne(sql`SELECT FROM events WHERE id = ${eventId} AND user_id = ${userId}`)) !== null
}

/** Every seat that is taken has a ticket, checked in or not, or is held for somebody who has still to pay. */
export function countDoor(db: Db, eventId: number): Promise<DoorCount> {
  return db.one(sql`
    SELECT coalesce((SELECT taken FROM event_seats WHERE event_id = ${eventId}), 0)
             - (SELECT count(*)::int FROM tickets WHERE event_id = ${eventId} AND status = 'UNPAID') AS held,
           (SELECT count(*)::int FROM tickets WHERE event_id = ${eventId} AND status = 'USED') AS checked_in`)
}

function doorTicketColumns(now: Date): Sql {
  return sql`t.ticket_number, t.fullname, ${statusAt(now)} AS status, t.used_at, l.name AS used_door`
}

/** The door link by which a ticket was checked in, where it was one. With the event PostgreSQL may read its entries alone. */
const usedDoor = sql`
  LEFT JOIN check_ins f ON f.ticket_id = t.id AND f.event_id = t.event_id AND f.verdict = 'checked_in' AND f.undone_at IS NULL
  LEFT JOIN door_links l ON l.id = f.door_link_id`

/** Every ticket of the event, of applications that became one; with `since` those that changed at that time or later. */
export function selectDoorTickets(db: Db, eventId: number, since: string | null, now: Date): Promise<DoorTicket[]> {
  return db.many(sql`
    SELECT ${doorTicketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id ${usedDoor}
    WHERE t.event_id = ${eventId} AND t.issued_at IS NOT NULL
      AND (${since}::timestamptz IS NULL OR t.changed_at >= ${since}::timestamptz)`)
}

export function selectDoorTicket(db: Db, ticketId: number, now: Date): Promise<DoorTicket> {
  return db.one(sql`
    SELECT ${doorTicketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id ${usedDoor}
    WHERE t.id = ${ticketId}`)
}

/** A ticket, by the number of its row. */
export interface FoundTicket {
  id: number
  event_id: number
}

export function findTicket(db: Db, eventId: number, ticketId: string): Promise<FoundTicket | null> {
  return db.maybeOne(
    sql`SELECT id, event_id FROM tickets WHERE ticket_id = ${ticketId} AND event_id = ${eventId} AND issued_at IS NOT NULL`,
  )
}

/** Looks among the tickets of all events of this event's owner, and no others. */
export function findTicketByNumber(db: Db, eventId: number, ticketNumber: string): Promise<FoundTicket | null> {
  return db.maybeOne(sql`
    SELECT t.id, t.event_id
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.ticket_number = ${ticketNumber} AND t.issued_at IS NOT NULL
      AND e.user_id = (SELECT user_id FROM events WHERE id = ${eventId})`)
}

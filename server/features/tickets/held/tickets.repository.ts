import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { TicketAnswers } from '#contract/questions/questions.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import { answersOf } from './answers.repository.ts'
import { slipOfTicket } from './payments.repository.ts'
import { refundOfTicket } from './refunds.repository.ts'

/** A ticket with what a calendar says of its event; `version` and `updated_at` are the event's. */
export interface CalendarTicket extends Ticket {
  event_name: string
  start_date_event: string
  end_date_event: string
  is_online: boolean
  place_to_be_announced: boolean
  address: string
  latitude: number
  longitude: number
  meeting_link: string
  version: number
  updated_at: string
}

/** A ticket with what a mail to its holder says. `email` is '' where it does not count. */
export interface MailedTicket extends CalendarTicket {
  email: string
  /** Where questions go: the event's own address, or its organizer's; '' where there is neither. */
  contact_email: string
}

/** A ticket's fields as the API answers them. */
function ticketColumns(now: Date): Sql {
  return sql`
    t.id, t.ticket_id, t.ticket_number, t.event_id, t.fullname, t.register_date, ${statusAt(now)} AS status, t.pay_by,
    t.price_satang, t.cancel_reason, ${organizersWord} AS organizer_word,
    ${slipOfTicket} AS slip,
    (SELECT p.paid_at FROM payments p WHERE p.ticket_id = t.id) AS paid_at, ${refundOfTicket} AS refund,
    CASE WHEN t.status = 'WAITING' THEN ${placeInLine} END AS position`
}

/** What the organizer has written with their decision: a welcome is not the reason of an end that somebody else brought about. */
const organizersWord = sql`
  CASE WHEN t.status = 'CANCELLED' AND t.cancel_reason IS DISTINCT FROM 'refused' THEN '' ELSE t.organizer_word END`

/** The place of application `t`, which waits, among those of its event: 1 for the first who applied. */
const placeInLine = sql`
  (SELECT count(*)::int FROM tickets w WHERE w.event_id = t.event_id AND w.status = 'WAITING' AND w.id <= t.id)`

function calendarTicketColumns(now: Date): Sql {
  return sql`
    ${ticketColumns(now)}, e.event_name, e.start_date_event, e.end_date_event, e.is_online,
    e.place_to_be_announced, e.address, e.latitude, e.longitude, e.meeting_link, e.version, e.updated_at`
}

/** The status of ticket `t` of event `e`: whoever held on to the end of an event holds an expired ticket. */
export function statusAt(now: Date): Sql {
  return sql`CASE WHEN t.status = 'ACTIVE' AND e.end_date_event <= ${now} THEN 'EXPIRED' ELSE t.status END`
}

/** Newest first. */
export function selectTicketsOf(db: Db, userId: number, now: Date): Promise<Ticket[]> {
  return db.many(sql`
    SELECT ${ticketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.user_id = ${userId}
    ORDER BY t.register_date DESC, t.id DESC`)
}

/** A ticket, for its holder and for the event's owner; null for everybody else. `was_issued` is false for an application that
 *  never became a ticket. */
export function selectTicket(
  db: Db,
  id: number,
  readerId: number,
  now: Date,
): Promise<(Ticket & TicketAnswers & { was_issued: boolean }) | null> {
  return db.maybeOne(sql`
    SELECT ${ticketColumns(now)}, t.issued_at IS NOT NULL AS was_issued, ${answersOf} AS given, e.questions,
           CASE WHEN t.user_id = ${readerId} THEN e.end_date_register END AS change_until
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id} AND (t.user_id = ${readerId} OR e.user_id = ${readerId})`)
}

export function selectMailedTicket(
  db: Db,
  id: number,
  now: Date,
  counted: CountedEmails,
): Promise<MailedTicket | null> {
  return db.maybeOne(sql`
    SELECT ${calendarTicketColumns(now)}, coalesce(nullif(e.contact_email, ''), o.email, '') AS contact_email,
           CASE WHEN ${counted} = 'all' OR u.email_verified_at IS NOT NULL THEN u.email ELSE '' END AS email
    FROM tickets t JOIN events e ON e.id = t.event_id JOIN users u ON u.id = t.user_id
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${id}`)
}

/** A person's tickets that are good or were used, and those whose event was called off while they held them, at most
 *  `limit`: those whose event begins last. */
export function selectCalendarTickets(db: Db, userId: number, now: Date, limit: number): Promise<CalendarTicket[]> {
  return db.many(sql`
    SELECT ${calendarTicketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.user_id = ${userId} AND t.issued_at IS NOT NULL
      AND (t.status <> 'CANCELLED' OR (e.called_off_at < e.end_date_event AND t.cancelled_at >= e.called_off_at))
    ORDER BY e.start_date_event DESC, t.id DESC
    LIMIT ${limit}`)
}

/** The fields of a ticket that decide whether its holder may give it back. */
export interface TicketToCancel {
  event_id: number
  status: ApplicationState
  start_date_event: string
  end_date_event: string
}

export function selectHeldTicket(db: Db, id: number, holderId: number): Promise<TicketToCancel | null> {
  return db.maybeOne(sql`
    SELECT t.event_id, t.status, e.start_date_event, e.end_date_event
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id} AND t.user_id = ${holderId}`)
}

/** Ends the application where it is in this state still, and says whether it was. */
export async function cancelTicket(
  db: Db,
  id: number,
  from: ApplicationState,
  reason: CancelReason,
  now: Date,
): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE tickets SET ${cancelled(reason, now)} WHERE id = ${id} AND status = ${from}`)
  return changed === 1
}

/** `status = 'CANCELLED', …`, for UPDATE of tickets. */
export function cancelled(reason: CancelReason, now: Date): Sql {
  return sql`
    status = 'CANCELLED', cancel_reason = ${reason}, cancelled_at = ${now}, changed_at = ${now}, pay_by = NULL`
}

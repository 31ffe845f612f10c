import type { CountedEmails } from '#server/features/accounts/users/reader.ts'
import { type Candidate, candidateColumns } from '#server/features/tickets/admission/admission.repository.ts'
import { cancelled } from '#server/features/tickets/held/tickets.repository.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Somebody who stands in line, with what a candidate is decided by. */
export interface Waiting extends Candidate {
  ticket_row: number
}

/** Those who stand in line behind the application `after`, at most `count`, first the first who came. */
export function selectWaiting(
  db: Db,
  eventId: number,
  after: number,
  count: number,
  counted: CountedEmails,
): Promise<Waiting[]> {
  return db.many(sql`
    SELECT w.ticket_row, w.status AS ticket, ${candidateColumns(eventId, counted)}
    FROM (
      SELECT id AS ticket_row, user_id, status FROM tickets
      WHERE event_id = ${eventId} AND status = 'WAITING' AND id > ${after}
      ORDER BY id LIMIT ${count}
    ) w JOIN users u ON u.id = w.user_id
    ORDER BY w.ticket_row`)
}

/** What a seat is given on: until when it is to be paid, and the price, where the event has one now. */
export interface Terms {
  state: 'UNPAID' | 'ACTIVE'
  payBy: Date
  priceSatang: number
}

/** Gives these applications their seats. Whoever had applied at a lower price than today's pays that. The seats are the
 *  caller's to count. */
export async function giveSeats(db: Db, ids: number[], terms: Terms, word: string, now: Date): Promise<void> {
  const { state, payBy, priceSatang } = terms
  await db.run(sql`
    UPDATE tickets
    SET status = ${state}, changed_at = ${now}, price_satang = least(price_satang, ${priceSatang}),
        issued_at = CASE WHEN ${state} = 'ACTIVE' THEN ${now}::timestamptz END,
        pay_by = CASE WHEN ${state} = 'UNPAID' THEN ${payBy}::timestamptz END, organizer_word = ${word}
    WHERE id = ANY (${ids}::integer[])`)
}

/** Ends these applications. The seats are the caller's to count. */
export async function endApplications(
  db: Db,
  ids: number[],
  reason: Parameters<typeof cancelled>[0],
  word: string,
  now: Date,
): Promise<void> {
  await db.run(sql`
    UPDATE tickets SET ${cancelled(reason, now)}, organizer_word = ${word} WHERE id = ANY (${ids}::integer[])`)
}

/** The applications for an event in one state, first the first who came. */
export async function selectInState(
  db: Db,
  eventId: number,
  state: 'WAITING' | 'PENDING' | 'UNPAID',
): Promise<number[]> {
  // The state stands in the text, so that PostgreSQL finds the index of just these.
  const inState = {
    WAITING: sql`status = 'WAITING'`,
    PENDING: sql`status = 'PENDING'`,
    UNPAID: sql`status = 'UNPAID'`,
  }
  const rows = await db.many<{ id: number }>(sql`
    SELECT id FROM tickets WHERE event_id = ${eventId} AND ${inState[state]} ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Puts everybody in line before the organizer instead; the line is empty then. */
export async function askForApproval(db: Db, eventId: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE tickets SET status = 'PENDING', changed_at = ${now} WHERE event_id = ${eventId} AND status = 'WAITING'`)
}

/** Ends no time to pay later than `latest`. */
export async function shortenDeadlines(db: Db, eventId: number, latest: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE tickets SET pay_by = ${latest}, changed_at = ${now}
    WHERE event_id = ${eventId} AND status = 'UNPAID' AND pay_by > ${latest}`)
}

/** Events with a seat whose time to pay is over, at most a thousand. */
export async function selectEventsToCollect(db: Db, now: Date): Promise<number[]> {
  const rows = await db.many<{ event_id: number }>(sql`
    SELECT DISTINCT event_id FROM tickets WHERE status = 'UNPAID' AND pay_by <= ${now} ORDER BY event_id LIMIT 1000`)
  return rows.map(({ event_id }) => event_id)
}

/** The applications for an event whose time to pay is over. */
export async function selectOverdue(db: Db, eventId: number, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT id FROM tickets WHERE event_id = ${eventId} AND status = 'UNPAID' AND pay_by <= ${now} ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Events that have begun and have a line, and events that are over and have applications to approve, at most a thousand. */
export async function selectEventsToClose(db: Db, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT e.id FROM event_seats s JOIN events e ON e.id = s.event_id
    WHERE s.waiting > 0 AND e.start_date_event <= ${now}
    UNION
    SELECT e.id FROM events e
    WHERE e.id IN (SELECT event_id FROM tickets WHERE status = 'PENDING') AND e.end_date_event <= ${now}
    ORDER BY id LIMIT 1000`)
  return rows.map(({ id }) => id)
}

/** Makes tickets of those that are still to be paid, and returns them. */
export async function issuePaid(db: Db, ids: number[], now: Date): Promise<number[]> {
  const issued = await db.many<{ id: number }>(sql`
    UPDATE tickets SET status = 'ACTIVE', issued_at = ${now}, changed_at = ${now}, pay_by = NULL
    WHERE id = ANY (${ids}::integer[]) AND status = 'UNPAID'
    RETURNING id`)
  return issued.map(({ id }) => id)
}

/** The event that an application is for; null where there is no such application. */
export async function selectEventOf(db: Db, id: number): Promise<number | null> {
  const found = await db.maybeOne<{ event_id: number }>(sql`SELECT event_id FROM tickets WHERE id = ${id}`)
  return found?.event_id ?? null
}

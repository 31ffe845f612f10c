import type { ApplicationState } from '#contract/events/application.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The code of a slip: which bank sent the money, and its own number for the transfer. */
export interface SlipCode {
  bank: string
  reference: string
}

/** An application with what decides about its payment; `slip_state` null where no slip was sent. */
export interface Payable {
  id: number
  event_id: number
  status: ApplicationState
  pay_by: string | null
  price_satang: number
  register_date: string
  start_date_event: string
  end_date_event: string
  promptpay_id: string
  slip_state: 'in_review' | 'refused' | 'confirmed' | null
  slip_picture: string
  slip_sent_at: string | null
  seconds_left: number
}

/** The slip of payment `p` as the API answers it; null where none was sent. */
export const slipOf = sql`
  CASE WHEN p.slip_state IS NOT NULL THEN json_build_object(
    'state', p.slip_state, 'reason', p.slip_reason, 'readable', p.slip_readable,
    'sent_at', to_char(p.slip_sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`

/** The slip of application `t`. */
export const slipOfTicket = sql`(SELECT ${slipOf} FROM payments p WHERE p.ticket_id = t.id)`

/** The user's own application. */
export function selectOwnPayable(db: Db, ticketId: number, userId: number): Promise<Payable | null> {
  return selectPayable(db, ticketId, sql`t.user_id = ${userId}`)
}

/** An application for the user's own event. */
export function selectPayableTo(db: Db, ticketId: number, ownerId: number): Promise<Payable | null> {
  return selectPayable(db, ticketId, sql`e.user_id = ${ownerId}`)
}

/** An application whose slip the user may see; without a reader any. */
export function selectSeenPayable(db: Db, ticketId: number, readerId: number | null): Promise<Payable | null> {
  return selectPayable(
    db,
    ticketId,
    readerId === null ? sql`true` : sql`(t.user_id = ${readerId} OR e.user_id = ${readerId})`,
  )
}

function selectPayable(db: Db, ticketId: number, whose: Sql): Promise<Payable | null> {
  return db.maybeOne(sql`
    SELECT t.id, t.event_id, t.status, t.pay_by, t.price_satang, t.register_date, e.start_date_event, e.end_date_event,
           e.promptpay_id, p.slip_state, coalesce(p.slip_picture, '') AS slip_picture,
           p.slip_sent_at, coalesce(p.seconds_left, 0) AS seconds_left
    FROM tickets t JOIN events e ON e.id = t.event_id LEFT JOIN payments p ON p.ticket_id = t.id
    WHERE t.id = ${ticketId} AND ${whose}`)
}

/** Takes a transfer for an application. False where it counts for another one: of two that take it at once the second waits for
 *  the first to commit. */
export async function takeReference(db: Db, ticketId: number, { bank, reference }: SlipCode): Promise<boolean> {
  const taken = await db.run(sql`
    INSERT INTO slip_references AS r (bank, reference, ticket_id) VALUES (${bank}, ${reference}, ${ticketId})
    ON CONFLICT (bank, reference) DO UPDATE SET ticket_id = r.ticket_id WHERE r.ticket_id = excluded.ticket_id`)
  return taken === 1
}

/** Frees the transfers of an application, but for `kept`. */
export async function freeReferences(db: Db, ticketId: number, kept: SlipCode | null = null): Promise<void> {
  await db.run(sql`
    DELETE FROM slip_references
    WHERE ticket_id = ${ticketId}
      AND (bank, reference) IS DISTINCT FROM (${kept?.bank ?? ''}::text, ${kept?.reference ?? ''}::text)`)
}

interface NewSlip {
  picture: string
  readable: boolean
  refundTo: string
  secondsLeft: number
}

/** Puts a slip before the organizer, in the place of the one before, and has the deadline stand still. */
export async function putInReview(db: Db, ticketId: number, slip: NewSlip, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO payments AS p
      (ticket_id, slip_state, slip_picture, slip_readable, slip_sent_at, seconds_left, refund_to)
    VALUES (${ticketId}, 'in_review', ${slip.picture}, ${slip.readable}, ${now}, ${slip.secondsLeft}, ${slip.refundTo})
    ON CONFLICT (ticket_id) DO UPDATE
    SET slip_state = 'in_review', slip_picture = excluded.slip_picture, slip_readable = excluded.slip_readable,
        slip_reason = '', slip_sent_at = excluded.slip_sent_at, seconds_left = excluded.seconds_left,
        refund_to = CASE WHEN excluded.refund_to = '' THEN p.refund_to ELSE excluded.refund_to END`)
  await db.run(sql`UPDATE tickets SET pay_by = NULL, changed_at = ${now} WHERE id = ${ticketId}`)
}

/** Refuses the slip in review; where the application is still UNPAID its time to pay goes on until `payBy`. */
export async function refuseReviewed(db: Db, ticketId: number, reason: string, payBy: Date, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE payments SET slip_state = 'refused', slip_reason = ${reason} WHERE ticket_id = ${ticketId}`)
  await db.run(sql`
    UPDATE tickets SET pay_by = ${payBy}, changed_at = ${now} WHERE id = ${ticketId} AND status = 'UNPAID'`)
}

/** Notes that these applications were paid, at the price of each. */
export async function notePaid(db: Db, ticketIds: number[], now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO payments AS p (ticket_id, amount_satang, paid_at)
    SELECT id, price_satang, ${now}::timestamptz FROM tickets WHERE id = ANY (${ticketIds}::integer[])
    ON CONFLICT (ticket_id) DO UPDATE
    SET amount_satang = excluded.amount_satang, paid_at = excluded.paid_at,
        slip_state = CASE WHEN p.slip_state = 'in_review' THEN 'confirmed' ELSE p.slip_state END`)
}

/** Forgets the slips' pictures and what else a person has said about their payments; returns the names of the files. */
export async function forgetPayer(db: Db, userId: number): Promise<string[]> {
  const files = await db.many<{ slip_picture: string }>(sql`
    SELECT p.slip_picture FROM payments p JOIN tickets t ON t.id = p.ticket_id
    WHERE t.user_id = ${userId} AND p.slip_picture <> ''`)
  await db.run(sql`
    UPDATE payments p SET slip_picture = '', slip_reason = '', refund_to = ''
    FROM tickets t WHERE t.id = p.ticket_id AND t.user_id = ${userId}`)
  return files.map(({ slip_picture }) => slip_picture)
}

/** Takes the names of slips' files out of payments for events that ended before, at most five hundred, and returns them. */
export async function takeOldSlips(db: Db, before: Date): Promise<string[]> {
  const files = await db.many<{ slip_picture: string }>(sql`
    WITH old AS (
      SELECT p.ticket_id, p.slip_picture
      FROM payments p JOIN tickets t ON t.id = p.ticket_id JOIN events e ON e.id = t.event_id
      WHERE p.slip_picture <> '' AND e.end_date_event <= ${before}
      LIMIT 500
      FOR UPDATE OF p SKIP LOCKED
    ), emptied AS (
      UPDATE payments p SET slip_picture = '' FROM old WHERE p.ticket_id = old.ticket_id
    )
    SELECT slip_picture FROM old`)
  return files.map(({ slip_picture }) => slip_picture)
}

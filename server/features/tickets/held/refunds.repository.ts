import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { Receipt } from '#contract/tickets/payments.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { slipOf } from './payments.repository.ts'

/** The application has ended, and its money is with the owner, or may be: its slip was never decided. */
const isDue = sql`
  (t.status = 'CANCELLED' AND t.price_satang > 0 AND p.refunded_at IS NULL AND (p.paid_at IS NOT NULL OR p.slip_state = 'in_review'))`

/** What is owed for application `t`, as its holder reads it; null where nothing is. */
export const refundOfTicket = sql`
  (SELECT CASE WHEN p.refunded_at IS NOT NULL THEN 'refunded' WHEN ${isDue} THEN 'due' END
   FROM payments p WHERE p.ticket_id = t.id)`

/** Those that are due first, each the last that ended first. */
export function selectRefunds(db: Db, eventId: number): Promise<Refund[]> {
  return db.many(sql`
    SELECT t.id AS application_id, t.ticket_number, t.fullname,
           CASE WHEN p.paid_at IS NULL THEN t.price_satang ELSE p.amount_satang END AS amount_satang, p.refund_to,
           t.cancelled_at, t.cancel_reason, p.paid_at, ${slipOf} AS slip, p.refunded_at
    FROM tickets t JOIN payments p ON p.ticket_id = t.id
    WHERE t.event_id = ${eventId} AND (${isDue} OR p.refunded_at IS NOT NULL)
    ORDER BY p.refunded_at IS NOT NULL, t.cancelled_at DESC, t.id DESC`)
}

export interface RefundsDue {
  event_id: number
  event_name: string
  refunds_due: number
}

/** The events of `ownerId` that owe refunds, the next to begin first. */
export function selectRefundsDue(db: Db, ownerId: number): Promise<RefundsDue[]> {
  return db.many(sql`
    SELECT e.id AS event_id, e.event_name, count(*)::int AS refunds_due
    FROM events e JOIN tickets t ON t.event_id = e.id JOIN payments p ON p.ticket_id = t.id
    WHERE e.user_id = ${ownerId} AND ${isDue}
    GROUP BY e.id
    ORDER BY e.start_date_event, e.id`)
}

/** How many refunds an event owes. */
export async function countRefundsDue(db: Db, eventId: number): Promise<number> {
  const { due } = await db.one<{ due: number }>(sql`
    SELECT count(*)::int AS due
    FROM tickets t JOIN payments p ON p.ticket_id = t.id
    WHERE t.event_id = ${eventId} AND ${isDue}`)
  return due
}

/** Marks those of these applications that are due, and says how many. Paying back says that the money of a slip had come. */
export async function updateRefunded(db: Db, eventId: number, ids: number[], now: Date): Promise<number> {
  return db.run(sql`
    UPDATE payments p
    SET refunded_at = ${now}, amount_satang = CASE WHEN p.paid_at IS NULL THEN t.price_satang ELSE p.amount_satang END,
        slip_state = CASE WHEN p.slip_state = 'in_review' THEN 'confirmed' ELSE p.slip_state END
    FROM tickets t
    WHERE t.id = p.ticket_id AND t.event_id = ${eventId} AND t.id = ANY (${ids}::integer[]) AND ${isDue}`)
}

/** When an application's refund was marked; null where it is not, or there is none. */
export async function selectRefundedAt(db: Db, eventId: number, id: number): Promise<string | null> {
  const found = await db.maybeOne<{ refunded_at: string | null }>(sql`
    SELECT p.refunded_at FROM payments p JOIN tickets t ON t.id = p.ticket_id
    WHERE t.event_id = ${eventId} AND t.id = ${id}`)
  return found?.refunded_at ?? null
}

/** Takes the mark back, and what it said of money that nobody had confirmed before: its slip waits for a decision again. */
export async function clearRefunded(db: Db, id: number): Promise<void> {
  await db.run(sql`
    UPDATE payments
    SET refunded_at = NULL, amount_satang = CASE WHEN paid_at IS NULL THEN 0 ELSE amount_satang END,
        slip_state = CASE WHEN paid_at IS NULL AND slip_state = 'confirmed' THEN 'in_review' ELSE slip_state END
    WHERE ticket_id = ${id}`)
}

/** What the receipt of the user's own application says; null where it was never paid. */
export function selectReceipt(db: Db, ticketId: number, userId: number): Promise<Receipt | null> {
  return db.maybeOne(sql`
    SELECT t.id AS ticket_id, t.ticket_number, t.fullname, t.event_id, e.event_name, e.start_date_event,
           coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name, p.amount_satang, p.paid_at, p.refunded_at
    FROM tickets t
    JOIN events e ON e.id = t.event_id
    JOIN payments p ON p.ticket_id = t.id
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${ticketId} AND t.user_id = ${userId} AND p.paid_at IS NOT NULL`)
}

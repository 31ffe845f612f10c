import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { Payment, Receipt } from '#contract/tickets/payments.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
import { hasRole } from '#server/features/team/team.repository.ts'
import { type Db, isoText, type Sql, sql } from '#server/lib/postgres/database.ts'
import { codeOfTicket } from './codes.repository.ts'
import { nameOfType } from './ticket-types.repository.ts'

/** A slip's code: the sending bank, and its number for the transfer. */
export interface SlipCode {
  bank: string
  reference: string
}

/** An application with what decides about its payment; `slip_state` is null if no slip was sent. */
export interface Payable {
  id: number
  event_id: number
  status: ApplicationState
  cancel_reason: CancelReason | null
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

/** The slip of payment `p` as in the API; null if none was sent. */
export const slipOf = sql`
  CASE WHEN p.slip_state IS NOT NULL THEN json_build_object(
    'state', p.slip_state, 'reason', p.slip_reason, 'readable', p.slip_readable,
    'sent_at', ${isoText(sql`p.slip_sent_at`)}) END`

/** The slip of application `t`. */
export const slipOfTicket = sql`(SELECT ${slipOf} FROM payments p WHERE p.ticket_id = t.id)`

/** The price of application `t` with its guests, until they are tickets: then each seat has a payment of its own. */
const priceOfParty = sql`
  (SELECT sum(g.price_satang)::int FROM tickets g WHERE (g.id = t.id OR g.party_of = t.id) AND g.status = t.status)`

/** The user's own application. */
export function selectOwnPayable(db: Db, ticketId: number, userId: number): Promise<Payable | null> {
  return selectPayable(db, ticketId, sql`t.user_id = ${userId}`)
}

/** An application that the user may decide about. */
export function selectPayableTo(db: Db, ticketId: number, userId: number): Promise<Payable | null> {
  return selectPayable(db, ticketId, decidedBy(userId))
}

const decidedBy = (id: number) => hasRole({ id }, 'desk')

/** An application whose slip the viewer may see; without a viewer, any application. */
export function selectSeenPayable(db: Db, ticketId: number, viewerId: number | null): Promise<Payable | null> {
  return selectPayable(
    db,
    ticketId,
    viewerId === null ? sql`true` : sql`(t.user_id = ${viewerId} OR ${decidedBy(viewerId)})`,
  )
}

function selectPayable(db: Db, ticketId: number, whose: Sql): Promise<Payable | null> {
  return db.maybeOne(sql`
    SELECT t.id, t.event_id, t.status, t.cancel_reason, t.pay_by, ${priceOfParty} AS price_satang, t.register_date, e.start_date_event, e.end_date_event,
           e.promptpay_id, p.slip_state, coalesce(p.slip_picture, '') AS slip_picture,
           p.slip_sent_at, coalesce(p.seconds_left, 0) AS seconds_left
    FROM tickets t JOIN events e ON e.id = t.event_id LEFT JOIN payments p ON p.ticket_id = t.id
    WHERE t.id = ${ticketId} AND t.party_of IS NULL AND ${whose}`)
}

/** Claims a transfer for an application. False if another application has it: of two concurrent claims the second waits for
 *  the first to commit. */
export async function takeReference(db: Db, ticketId: number, { bank, reference }: SlipCode): Promise<boolean> {
  const taken = await db.run(sql`
    INSERT INTO slip_references AS r (bank, reference, ticket_id) VALUES (${bank}, ${reference}, ${ticketId})
    ON CONFLICT (bank, reference) DO UPDATE SET ticket_id = r.ticket_id WHERE r.ticket_id = excluded.ticket_id`)
  return taken === 1
}

/** Releases the transfers of an application, except `kept`. */
export async function freeReferences(db: Db, ticketId: number, kept: SlipCode | null = null): Promise<void> {
  await db.run(sql`
    DELETE FROM slip_references
    WHERE ticket_id = ${ticketId}
      AND (bank, reference) IS DISTINCT FROM (${kept?.bank ?? ''}::text, ${kept?.reference ?? ''}::text)`)
}

/** Holds the seat of an application until `until`, while a slip for it is read. False if another slip is being read. */
export async function holdForSlip(db: Db, ticketId: number, now: Date, until: Date): Promise<boolean> {
  const held = await db.run(sql`
    UPDATE tickets SET slip_read_until = ${until}
    WHERE id = ${ticketId} AND (slip_read_until IS NULL OR slip_read_until <= ${now})`)
  return held === 1
}

/** Ends the reading of a slip that would have ended at `until`. */
export async function releaseSlip(db: Db, ticketId: number, until: Date): Promise<void> {
  await db.run(sql`UPDATE tickets SET slip_read_until = NULL WHERE id = ${ticketId} AND slip_read_until = ${until}`)
}

interface NewSlip {
  sentAt: Date
  picture: string
  readable: boolean
  refundTo: string
  secondsLeft: number
}

/** Puts a slip in review, replacing the previous one, and pauses the deadline. */
export async function putInReview(db: Db, ticketId: number, slip: NewSlip, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO payments AS p
      (ticket_id, slip_state, slip_picture, slip_readable, slip_sent_at, seconds_left, refund_to)
    VALUES (${ticketId}, 'in_review', ${slip.picture}, ${slip.readable}, ${slip.sentAt}, ${slip.secondsLeft}, ${slip.refundTo})
    ON CONFLICT (ticket_id) DO UPDATE
    SET slip_state = 'in_review', slip_picture = excluded.slip_picture, slip_readable = excluded.slip_readable,
        slip_reason = '', slip_sent_at = excluded.slip_sent_at, seconds_left = excluded.seconds_left,
        refund_to = CASE WHEN excluded.refund_to = '' THEN p.refund_to ELSE excluded.refund_to END`)
  await db.run(sql`
    UPDATE tickets SET pay_by = NULL, slip_read_until = NULL, changed_at = ${now} WHERE id = ${ticketId}`)
}

/** Whether slips of an event wait for a decision. */
export async function hasSlipsInReview(db: Db, eventId: number): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM tickets t JOIN payments p ON p.ticket_id = t.id
    WHERE t.event_id = ${eventId} AND t.status = 'UNPAID' AND p.slip_state = 'in_review' LIMIT 1`)
  return found !== null
}

/** Refuses the slip in review; if the application is still UNPAID, its deadline becomes `payBy`. */
export async function refuseReviewed(db: Db, ticketId: number, reason: string, payBy: Date, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE payments SET slip_state = 'refused', slip_reason = ${reason} WHERE ticket_id = ${ticketId}`)
  await db.run(sql`
    UPDATE tickets SET pay_by = ${payBy}, changed_at = ${now} WHERE id = ${ticketId} AND status = 'UNPAID'`)
}

/** Marks these seats as paid, each at its own price. */
export async function notePaid(db: Db, ticketIds: number[], now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO payments AS p (ticket_id, amount_satang, paid_at)
    SELECT id, price_satang, ${now}::timestamptz FROM tickets WHERE id = ANY (${ticketIds}::integer[])
    ON CONFLICT (ticket_id) DO UPDATE
    SET amount_satang = excluded.amount_satang, paid_at = excluded.paid_at,
        slip_state = CASE WHEN p.slip_state = 'in_review' THEN 'confirmed' ELSE p.slip_state END`)
}

/** Erases a person's slip pictures and what they entered about payments; returns the file names. */
export async function forgetPayer(db: Db, userId: number): Promise<string[]> {
  const files = await db.many<{ slip_picture: string }>(sql`
    SELECT p.slip_picture FROM payments p JOIN tickets t ON t.id = p.ticket_id
    WHERE t.user_id = ${userId} AND p.slip_picture <> ''`)
  await db.run(sql`
    UPDATE payments p SET slip_picture = '', slip_reason = '', refund_to = ''
    FROM tickets t WHERE t.id = p.ticket_id AND t.user_id = ${userId}`)
  return files.map(({ slip_picture }) => slip_picture)
}

/** Clears the file names of slips of events that ended before `before`, at most five hundred, and returns them. */
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

/** An application with its payment details; null for anyone but the applicant. */
export function selectPayment(
  db: Db,
  id: number,
  holderId: number,
): Promise<(Payment & { status: ApplicationState }) | null> {
  return db.maybeOne(sql`
    SELECT t.id AS ticket_id, t.status, t.event_id, e.event_name, ${nameOfType} AS ticket_type, e.promptpay_id, e.promptpay_name, ${priceOfParty} AS amount_satang, t.pay_by,
           coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name, party.*
    FROM tickets t
    JOIN events e ON e.id = t.event_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS seats, CASE WHEN min(g.price_satang) = max(g.price_satang) THEN min(g.price_satang) END AS seat_price_satang
      FROM tickets g WHERE (g.id = t.id OR g.party_of = t.id) AND g.status = t.status
    ) party
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${id} AND t.party_of IS NULL AND t.user_id = ${holderId}`)
}

/** The application has ended and the owner has its money, or may have: its slip was never decided. */
const isDue = sql`
  (t.status = 'CANCELLED' AND t.price_satang > 0 AND p.refunded_at IS NULL AND (p.paid_at IS NOT NULL OR p.slip_state = 'in_review'))`

/** The money of an ended application with payment `p`. */
const owed = sql`CASE WHEN p.paid_at IS NULL THEN ${priceOfParty} ELSE p.amount_satang END`

/** The refund due for application `t`, as its holder sees it; null if none. */
export const refundOfTicket = sql`
  (SELECT CASE WHEN p.refunded_at IS NOT NULL THEN 'refunded' WHEN ${isDue} THEN 'due' END
   FROM payments p WHERE p.ticket_id = t.id)`

/** Due ones first, each group by its end, newest first. */
export function selectRefunds(db: Db, eventId: number): Promise<Refund[]> {
  return db.many(sql`
    SELECT t.id AS application_id, t.ticket_number, t.fullname,
           (SELECT nullif(trim(u.first_name || ' ' || u.last_name), t.fullname) FROM users u WHERE u.id = t.user_id) AS paid_by,
           ${nameOfType} AS ticket_type, ${codeOfTicket} AS code, ${owed} AS amount_satang,
           coalesce((SELECT l.refund_to FROM payments l WHERE l.ticket_id = coalesce(t.party_of, t.id)), '') AS refund_to,
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

/** The owner's events with refunds due, next to start first. */
export function selectRefundsDue(db: Db, ownerId: number): Promise<RefundsDue[]> {
  return db.many(sql`
    SELECT e.id AS event_id, e.event_name, count(*)::int AS refunds_due
    FROM events e JOIN tickets t ON t.event_id = e.id JOIN payments p ON p.ticket_id = t.id
    WHERE e.user_id = ${ownerId} AND ${isDue}
    GROUP BY e.id
    ORDER BY e.start_date_event, e.id`)
}

/** In satang. */
export interface Money {
  /** The price of every seat that is held, paid or not. */
  expected: number
  /** Everything that ever arrived, also what was paid back since or is to be. */
  received: number
  /** What walk-ins have paid, also if the event was called off since: it was taken, and this is all that says so. */
  door_cash: number
  door_promptpay: number
  /** Due, of which the organizer has received what was confirmed. */
  to_refund: number
  refunded: number
}

export function sumMoney(db: Db, eventId: number): Promise<Money> {
  const sum = (what: Sql, which: Sql) => sql`coalesce(sum(${what}) FILTER (WHERE ${which}), 0)::float8`
  const wasTaken = sql`(t.status = 'USED' OR t.cancel_reason = 'called_off')`
  return db.one(sql`
    SELECT ${sum(sql`t.price_satang`, sql`t.status IN ('UNPAID', 'ACTIVE', 'USED')`)} AS expected,
           ${sum(sql`p.amount_satang`, sql`p.paid_at IS NOT NULL OR p.refunded_at IS NOT NULL`)} AS received,
           ${sum(sql`t.price_satang`, sql`${wasTaken} AND t.walk_in = 'cash'`)} AS door_cash,
           ${sum(sql`t.price_satang`, sql`${wasTaken} AND t.walk_in = 'promptpay'`)} AS door_promptpay,
           ${sum(owed, isDue)} AS to_refund,
           ${sum(owed, sql`p.refunded_at IS NOT NULL`)} AS refunded
    FROM tickets t LEFT JOIN payments p ON p.ticket_id = t.id
    WHERE t.event_id = ${eventId}`)
}

/** Whether a ticket or unpaid seat of an event has a price: one that has been paid, or may be. */
export const hasPrices = (eventId: number | Sql) => sql`
  EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = ${eventId} AND t.status IN ('UNPAID', 'ACTIVE', 'USED') AND t.price_satang > 0)`

/** The number of refunds that an event owes. */
export async function countRefundsDue(db: Db, eventId: number): Promise<number> {
  const { due } = await db.one<{ due: number }>(sql`
    SELECT count(*)::int AS due
    FROM tickets t JOIN payments p ON p.ticket_id = t.id
    WHERE t.event_id = ${eventId} AND ${isDue}`)
  return due
}

/** Marks those of these applications whose refund is due, and returns how many. A refund implies that the slip's money had
 *  arrived. */
export async function updateRefunded(db: Db, eventId: number, ids: number[], now: Date): Promise<number> {
  return db.run(sql`
    UPDATE payments p
    SET refunded_at = ${now}, amount_satang = ${owed},
        slip_state = CASE WHEN p.slip_state = 'in_review' THEN 'confirmed' ELSE p.slip_state END
    FROM tickets t
    WHERE t.id = p.ticket_id AND t.event_id = ${eventId} AND t.id = ANY (${ids}::integer[]) AND ${isDue}`)
}

/** When an application's refund was marked; null if it is not marked, or there is no refund. */
export async function selectRefundedAt(db: Db, eventId: number, id: number): Promise<string | null> {
  const found = await db.maybeOne<{ refunded_at: string | null }>(sql`
    SELECT p.refunded_at FROM payments p JOIN tickets t ON t.id = p.ticket_id
    WHERE t.event_id = ${eventId} AND t.id = ${id}`)
  return found?.refunded_at ?? null
}

/** Removes the mark. If it implied an unconfirmed payment, that is undone too: the slip waits for a decision again. */
export async function clearRefunded(db: Db, id: number): Promise<void> {
  await db.run(sql`
    UPDATE payments
    SET refunded_at = NULL, amount_satang = CASE WHEN paid_at IS NULL THEN 0 ELSE amount_satang END,
        slip_state = CASE WHEN paid_at IS NULL AND slip_state = 'confirmed' THEN 'in_review' ELSE slip_state END
    WHERE ticket_id = ${id}`)
}

/** The receipt of the user's own application; null if it was never paid. */
export function selectReceipt(db: Db, ticketId: number, userId: number): Promise<Receipt | null> {
  return db.maybeOne(sql`
    SELECT t.id AS ticket_id, t.ticket_number, trim(u.first_name || ' ' || u.last_name) AS fullname,
           ${nameOfType} AS ticket_type, t.event_id, e.event_name, e.start_date_event,
           coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name, p.paid_at, paid.*
    FROM tickets t
    JOIN users u ON u.id = t.user_id
    JOIN events e ON e.id = t.event_id
    JOIN payments p ON p.ticket_id = t.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS seats, sum(a.amount_satang)::int AS amount_satang,
             array_agg(g.ticket_number ORDER BY g.id) AS ticket_numbers,
             coalesce(sum(a.amount_satang) FILTER (WHERE a.refunded_at IS NOT NULL), 0)::int AS refunded_satang,
             max(a.refunded_at) AS refunded_at,
             coalesce(sum(a.amount_satang) FILTER (WHERE a.refunded_at IS NULL AND g.status = 'CANCELLED'), 0)::int
               AS refund_due_satang
      FROM tickets g JOIN payments a ON a.ticket_id = g.id
      WHERE (g.id = t.id OR g.party_of = t.id) AND a.paid_at IS NOT NULL
    ) paid
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${ticketId} AND t.party_of IS NULL AND t.user_id = ${userId} AND p.paid_at IS NOT NULL`)
}

import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Holds, until the transaction ends, the seats of every event for which the user holds a ticket or which is their own,
 *  each after those with a lower number: whoever needs several takes them in this order. */
export async function lockSeatsAround(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    SELECT FROM event_seats
    WHERE event_id IN (
      SELECT event_id FROM tickets WHERE user_id = ${userId} AND status <> 'CANCELLED'
      UNION SELECT id FROM events WHERE user_id = ${userId})
    ORDER BY event_id
    FOR UPDATE`)
}

/** Cancels the user's active tickets of events that are not over and gives their seats back; returns the events. Call
 *  `lockSeatsAround` first. */
export async function cancelTicketsOf(db: Db, userId: number, now: Date): Promise<number[]> {
  // An entry that is being undone makes its ticket active, which the next statement sees and this one would not.
  await db.run(sql`SELECT FROM tickets WHERE user_id = ${userId} ORDER BY id FOR NO KEY UPDATE`)
  const cancelled = await db.many<{ event_id: number }>(sql`
    UPDATE tickets t SET status = 'CANCELLED', cancelled_at = ${now}, changed_at = ${now}
    FROM events e
    WHERE e.id = t.event_id AND t.user_id = ${userId} AND t.status = 'ACTIVE' AND e.end_date_event > ${now}
    RETURNING t.event_id`)
  const events = cancelled.map(({ event_id }) => event_id)
  // Nobody holds two active tickets for one event.
  await db.run(sql`UPDATE event_seats SET taken = taken - 1 WHERE event_id = ANY (${events}::integer[])`)
  return events
}

/** Takes the person off all their tickets, which keep their number and status; returns the events. */
export async function forgetHolder(db: Db, userId: number, now: Date): Promise<number[]> {
  const changed = await db.many<{ event_id: number }>(sql`
    UPDATE tickets SET user_id = NULL, fullname = ${deletedAccount}, changed_at = ${now}
    WHERE user_id = ${userId}
    RETURNING event_id`)
  return changed.map(({ event_id }) => event_id)
}

import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { cancelled } from './tickets.repository.ts'

/** Holds, until the transaction ends, the seats of every event to which the user has applied or which is their own,
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

/** Cancels the user's applications, but for tickets that were used or whose event is over, and gives their seats and
 *  places in line back; returns the events, with whether a ticket was cancelled. Call `lockSeatsAround` first. */
export async function cancelTicketsOf(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ event_id: number; held_ticket: boolean }[]> {
  // An entry that is being undone makes its ticket active, which the next statement sees and this one would not.
  await db.run(sql`SELECT FROM tickets WHERE user_id = ${userId} ORDER BY id FOR NO KEY UPDATE`)
  // Nobody has two applications to one event.
  return db.many(sql`
    WITH live AS (
      SELECT t.id, t.event_id, t.status
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = ${userId}
        AND (t.status IN ('WAITING', 'PENDING', 'UNPAID') OR t.status = 'ACTIVE' AND e.end_date_event > ${now})
    ), ended AS (
      UPDATE tickets SET ${cancelled('by_holder', now)} FROM live WHERE tickets.id = live.id
    ), freed AS (
      UPDATE event_seats s
      SET taken = s.taken - (live.status IN ('UNPAID', 'ACTIVE'))::int, waiting = s.waiting - (live.status = 'WAITING')::int
      FROM live WHERE s.event_id = live.event_id AND live.status <> 'PENDING'
    )
    SELECT event_id, status = 'ACTIVE' AS held_ticket FROM live`)
}

/** Takes the person off all their tickets, which keep their number and status; returns the events. */
export async function forgetHolder(db: Db, userId: number, now: Date): Promise<number[]> {
  const changed = await db.many<{ event_id: number }>(sql`
    UPDATE tickets SET user_id = NULL, fullname = ${deletedAccount}, changed_at = ${now}
    WHERE user_id = ${userId}
    RETURNING event_id`)
  return changed.map(({ event_id }) => event_id)
}

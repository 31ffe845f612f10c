import type { ApplicationState } from '#contract/events/application.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The fields of a ticket by which a scan is decided. */
export interface TicketToCheck {
  status: ApplicationState
  end_date_event: string
}

/** Locks the ticket until the transaction ends: nobody else checks it in, undoes that, or cancels it meanwhile. */
export async function lockTicket(db: Db, id: number): Promise<TicketToCheck> {
  await db.run(sql`SELECT FROM tickets WHERE id = ${id} FOR NO KEY UPDATE`)
  return db.one(sql`
    SELECT t.status, e.end_date_event
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id}`)
}

/** False where the ticket is not active (any more). */
export async function markUsed(db: Db, id: number, usedAt: Date, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE tickets SET status = 'USED', used_at = ${usedAt}, changed_at = ${now}
    WHERE id = ${id} AND status = 'ACTIVE'`)
  return changed === 1
}

/** Takes an entry back and returns what the ticket is then: active, or cancelled where its holder's account is deleted and the
 *  event is not over, as it would have been with the account. Null where it is not checked in (any more). The seat is the
 *  caller's to give back. */
export async function markUnused(db: Db, id: number, now: Date): Promise<'ACTIVE' | 'CANCELLED' | null> {
  const isNobodys = sql`(t.user_id IS NULL AND e.end_date_event > ${now})`
  const changed = await db.maybeOne<{ status: 'ACTIVE' | 'CANCELLED' }>(sql`
    UPDATE tickets t
    SET status = CASE WHEN ${isNobodys} THEN 'CANCELLED' ELSE 'ACTIVE' END, used_at = NULL,
        cancelled_at = CASE WHEN ${isNobodys} THEN ${now}::timestamptz END,
        cancel_reason = CASE WHEN ${isNobodys} THEN 'by_holder' END, changed_at = ${now}
    FROM events e
    WHERE t.id = ${id} AND t.status = 'USED' AND e.id = t.event_id
    RETURNING t.status`)
  return changed?.status ?? null
}

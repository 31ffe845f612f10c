import type { TicketStatus } from '#contract/tickets/tickets.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The fields of a ticket by which a scan is decided. */
export interface TicketToCheck {
  status: Exclude<TicketStatus, 'EXPIRED'>
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

/** False where the ticket is not checked in (any more). */
export async function markUnused(db: Db, id: number, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE tickets SET status = 'ACTIVE', used_at = NULL, changed_at = ${now}
    WHERE id = ${id} AND status = 'USED'`)
  return changed === 1
}

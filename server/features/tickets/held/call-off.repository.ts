import { type Db, sql } from '#server/lib/postgres/database.ts'
import { cancelled } from './tickets.repository.ts'

/** Somebody whose application was cancelled with its event; `held_ticket` says whether it was a ticket,
 *  and `is_owed` whether their money is with the organizer, or may be. */
export interface FormerHolder {
  email: string
  fullname: string
  ticket_number: string
  held_ticket: boolean
  is_owed: boolean
}

/** Whether anybody ever applied for the event, cancelled applications counted. */
export async function hadTickets(db: Db, eventId: number): Promise<boolean> {
  return (await db.maybeOne(sql`SELECT FROM tickets WHERE event_id = ${eventId} LIMIT 1`)) !== null
}

/** Cancels every application for the event that is not cancelled yet, used tickets too, and says whose they were, but for those
 *  whose account is deleted. The seats are the caller's to clear. */
export function cancelAllTickets(db: Db, eventId: number, now: Date): Promise<FormerHolder[]> {
  return db.many(sql`
    WITH cancelled AS (
      UPDATE tickets SET ${cancelled('called_off', now)}
      WHERE event_id = ${eventId} AND status <> 'CANCELLED'
      RETURNING id, user_id, fullname, ticket_number, issued_at IS NOT NULL AS held_ticket
    )
    SELECT u.email, c.fullname, c.ticket_number, c.held_ticket,
           coalesce(p.paid_at IS NOT NULL OR p.slip_state = 'in_review', false) AS is_owed
    FROM cancelled c JOIN users u ON u.id = c.user_id LEFT JOIN payments p ON p.ticket_id = c.id`)
}

/** Which of these users ever applied for the event. */
export async function selectFormerApplicants(db: Db, eventId: number, userIds: number[]): Promise<Set<number>> {
  const rows = await db.many<{ user_id: number }>(sql`
    SELECT DISTINCT user_id FROM tickets WHERE event_id = ${eventId} AND user_id = ANY (${userIds}::integer[])`)
  return new Set(rows.map(({ user_id }) => user_id))
}

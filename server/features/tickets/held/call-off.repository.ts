import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Somebody whose ticket was cancelled with its event. */
export interface FormerHolder {
  email: string
  fullname: string
  ticket_number: string
}

/** Whether anybody ever held a ticket for the event, cancelled ones counted. */
export async function hadTickets(db: Db, eventId: number): Promise<boolean> {
  return (await db.maybeOne(sql`SELECT FROM tickets WHERE event_id = ${eventId} LIMIT 1`)) !== null
}

/** Cancels every ticket of the event that is not cancelled yet, used ones too, and says whose they were, but for those
 *  whose account is deleted. The seats are the caller's to clear. */
export function cancelAllTickets(db: Db, eventId: number, now: Date): Promise<FormerHolder[]> {
  return db.many(sql`
    WITH cancelled AS (
      UPDATE tickets SET status = 'CANCELLED', cancelled_at = ${now}, changed_at = ${now}
      WHERE event_id = ${eventId} AND status <> 'CANCELLED'
      RETURNING user_id, fullname, ticket_number
    )
    SELECT u.email, c.fullname, c.ticket_number FROM cancelled c JOIN users u ON u.id = c.user_id`)
}

/** Which of these users ever applied for the event. */
export async function selectFormerApplicants(db: Db, eventId: number, userIds: number[]): Promise<Set<number>> {
  const rows = await db.many<{ user_id: number }>(sql`
    SELECT DISTINCT user_id FROM tickets WHERE event_id = ${eventId} AND user_id = ANY (${userIds}::integer[])`)
  return new Set(rows.map(({ user_id }) => user_id))
}

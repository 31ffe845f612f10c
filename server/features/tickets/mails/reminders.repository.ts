import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Reminding the ticket holders of an event of its start, as far as it has come. */
export interface Reminder {
  id: number
  event_id: number
  start_date_event: string
  last_ticket_id: number
}

/** Notes the starts after `from` and not after `until` of which nobody was reminded yet. */
export async function insertReminders(db: Db, from: Date, until: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO reminders (event_id, start_date_event)
    SELECT id, start_date_event FROM events
    WHERE called_off_at IS NULL AND start_date_event > ${from} AND start_date_event <= ${until}
    ON CONFLICT DO NOTHING`)
}

/** Locks a reminder that is not done until the transaction ends, passing over those that another process holds. */
export function lockOpenReminder(db: Db): Promise<Reminder | null> {
  return db.maybeOne(sql`
    SELECT id, event_id, start_date_event, last_ticket_id FROM reminders
    WHERE done_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

/** The next active tickets, at most `count`, that were there before `issuedBefore`; none where the event was moved
 *  or called off since. */
export async function selectTicketsToRemind(
  db: Db,
  { id, last_ticket_id }: Reminder,
  issuedBefore: Date,
  count: number,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT t.id
    FROM reminders r
    JOIN events e ON e.id = r.event_id AND e.start_date_event = r.start_date_event AND e.called_off_at IS NULL
    JOIN tickets t ON t.event_id = e.id
    WHERE r.id = ${id} AND t.id > ${last_ticket_id} AND t.status = 'ACTIVE' AND t.issued_at < ${issuedBefore}
    ORDER BY t.id LIMIT ${count}`)
  return rows.map((row) => row.id)
}

export async function updateReminder(db: Db, id: number, lastTicketId: number, doneAt: Date | null): Promise<void> {
  await db.run(sql`UPDATE reminders SET last_ticket_id = ${lastTicketId}, done_at = ${doneAt} WHERE id = ${id}`)
}

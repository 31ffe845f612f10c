import { noteNews } from '#server/features/tickets/mails/confirmations.repository.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'

/** Has everybody hold a ticket for an event that nobody has been mailed yet: they are due ten seconds later. */
export async function holdTickets(url: string, eventId: number, people: number): Promise<void> {
  const db = openDatabase(url, 1)
  await db.run(sql`UPDATE users SET email_verified_at = now() WHERE email_verified_at IS NULL`)
  const tickets = await db.many<{ id: number }>(sql`
    INSERT INTO tickets (ticket_number, event_id, user_id, fullname, register_date, status, issued_at)
    SELECT upper(substr(md5(${eventId} || '-' || id), 1, 12)), ${eventId}, id, first_name || ' ' || last_name, now(), 'ACTIVE', now()
    FROM users WHERE first_name = 'Person' ORDER BY id LIMIT ${people}
    RETURNING id`)
  await db.run(sql`UPDATE event_seats SET taken = ${tickets.length} WHERE event_id = ${eventId}`)
  await noteNews(
    db,
    'confirmed',
    tickets.map(({ id }) => id),
  )
  await db.close()
}

/** How many mails have still to leave. */
export async function countLeft(url: string): Promise<number> {
  const db = openDatabase(url, 1)
  const { left } = await db.one<{ left: number }>(sql`
    SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE attempts < max_attempts)
         + (SELECT coalesce(sum(cardinality(ticket_ids)), 0) FROM unconfirmed_tickets) AS left`)
  await db.close()
  return left
}

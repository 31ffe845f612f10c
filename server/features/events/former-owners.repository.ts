import { type Db, sql } from '#server/lib/postgres/database.ts'

interface UpcomingEvent {
  id: number
  event_name: string
  start_date_event: string
}

/** Events that are neither called off nor over, by start. */
export function selectUpcomingOwn(db: Db, ownerId: number, now: Date): Promise<UpcomingEvent[]> {
  return db.many(sql`
    SELECT id, event_name, start_date_event FROM events
    WHERE user_id = ${ownerId} AND called_off_at IS NULL AND end_date_event > ${now}
    ORDER BY start_date_event, id`)
}

/** Deletes the user's events that never had a ticket, and returns the addresses of their images. */
export async function removeEventsWithoutTickets(db: Db, ownerId: number): Promise<string[]> {
  const removed = await db.many<{ event_image: string }>(sql`
    DELETE FROM events e
    WHERE e.user_id = ${ownerId} AND NOT EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id)
    RETURNING e.event_image`)
  return removed.map(({ event_image }) => event_image)
}

/** `event_image` is the removed image, '' for none. */
interface FormerEvent {
  id: number
  event_image: string
}

/** Removes the owner from all their events, which leave every list: image, contact details, links, payment details,
 *  when they last looked at the applicants, views by source, and door links with the names of their devices. Ticket
 *  holders still see the rest. */
export async function forgetOwner(db: Db, ownerId: number, now: Date): Promise<FormerEvent[]> {
  await db.run(sql`
    UPDATE check_ins SET door_link_id = NULL
    WHERE event_id IN (SELECT id FROM events WHERE user_id = ${ownerId}) AND door_link_id IS NOT NULL`)
  await db.run(sql`DELETE FROM door_links WHERE event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`)
  await db.run(sql`DELETE FROM event_visits WHERE event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`)
  return db.many(sql`
    UPDATE events e
    SET user_id = NULL, called_off_at = coalesce(e.called_off_at, ${now}), updated_at = ${now}, version = e.version + 1,
        event_image = '', meeting_link = '', contact_email = '', contact_phone = '', website_url = '', facebook_url = '',
        twitter_url = '', instagram_url = '', other_url = '', payment_words = '', promptpay_id = '',
        promptpay_name = '', applicants_seen_at = NULL
    FROM (SELECT id, event_image FROM events WHERE user_id = ${ownerId} FOR UPDATE) AS before
    WHERE e.id = before.id
    RETURNING e.id, before.event_image`)
}

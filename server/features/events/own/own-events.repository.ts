import type { EventDraft } from '#contract/events/events.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An event as its owner typed it, with what decides whether they may still change it. */
export interface OwnEvent extends EventDraft {
  id: number
  event_image: string
  withdrawn_at: string | null
}

/** Null where there is no such event, and where it is somebody else's. */
export function selectOwnEvent(db: Db, id: number, ownerId: number): Promise<OwnEvent | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.event_image, e.withdrawn_at,
           e.event_name, e.description, e.detailed_description, e.terms_and_conditions, e.visibility, e.category,
           e.tags, e.is_free, e.is_online, e.ticket_price, e.expected_price, e.dress_code, s.capacity AS max_attendee,
           e.start_date_register, e.end_date_register, e.start_date_event, e.end_date_event, e.address, e.latitude,
           e.longitude, e.meeting_link, e.allowed_email_domains, e.contact_email, e.contact_phone, e.website_url,
           e.facebook_url, e.twitter_url, e.instagram_url, e.other_url, e.min_age_requirement
    FROM events e JOIN event_seats s ON s.event_id = e.id
    WHERE e.id = ${id} AND e.user_id = ${ownerId}`)
}

/** Everything that its owner may change except the image, and the capacity, which is kept with the seats. */
export async function updateEvent(db: Db, id: number, draft: EventDraft, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET
      event_name = ${draft.event_name}, description = ${draft.description},
      detailed_description = ${draft.detailed_description}, terms_and_conditions = ${draft.terms_and_conditions},
      visibility = ${draft.visibility}, category = ${draft.category}, tags = ${draft.tags},
      is_free = ${draft.is_free}, is_online = ${draft.is_online}, ticket_price = ${draft.ticket_price},
      expected_price = ${draft.expected_price}, dress_code = ${draft.dress_code},
      start_date_register = ${draft.start_date_register}, end_date_register = ${draft.end_date_register},
      start_date_event = ${draft.start_date_event}, end_date_event = ${draft.end_date_event},
      address = ${draft.address}, latitude = ${draft.latitude}, longitude = ${draft.longitude},
      meeting_link = ${draft.meeting_link}, allowed_email_domains = ${draft.allowed_email_domains},
      contact_email = ${draft.contact_email}, contact_phone = ${draft.contact_phone},
      website_url = ${draft.website_url}, facebook_url = ${draft.facebook_url}, twitter_url = ${draft.twitter_url},
      instagram_url = ${draft.instagram_url}, other_url = ${draft.other_url},
      min_age_requirement = ${draft.min_age_requirement}, updated_at = ${now}, version = version + 1
    WHERE id = ${id}`)
}

export async function updateEventImage(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET event_image = ${address}, updated_at = ${now}, version = version + 1 WHERE id = ${id}`)
}

/** Null opens them again. */
export async function updateCommentsClosed(db: Db, id: number, closedAt: Date | null): Promise<void> {
  await db.run(sql`UPDATE events SET comments_closed_at = ${closedAt} WHERE id = ${id}`)
}

/** Takes the event off every list; see migration 020. */
export async function withdrawEvent(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET withdrawn_at = ${now}, updated_at = ${now}, version = version + 1 WHERE id = ${id}`)
}

/** Fails while a ticket refers to the event. */
export async function removeEvent(db: Db, id: number): Promise<void> {
  await db.run(sql`DELETE FROM events WHERE id = ${id}`)
}

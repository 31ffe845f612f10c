import type { EventFields } from '#contract/events/event-fields.ts'
import type { ListPage } from '#contract/events/event-list.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { SeriesDate } from '#contract/events/own-events.ts'
import { pricesOf } from '#contract/events/ticket-types.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import {
  attendees,
  cardColumns,
  eventColumns,
  eventTables,
  fieldChanges,
  fieldNames,
  fieldsAsStored,
  fieldValues,
} from '#server/features/events/sql/event-columns.sql.ts'
import {
  hasKey,
  isListedFor,
  isReadableBy,
  isUnlisted,
  takesPlace,
} from '#server/features/events/sql/event-conditions.sql.ts'
import { type ListedEvent, selectPage } from '#server/features/events/sql/listed-events.repository.ts'
import { hasRole } from '#server/features/team/team.repository.ts'
import { hasPrices } from '#server/features/tickets/store/payments.repository.ts'
import { selectTypeFields } from '#server/features/tickets/store/ticket-types.repository.ts'
import { type Db, prepared, type Sql, sql } from '#server/lib/postgres/database.ts'

/** Null if there is no such event or the viewer may not see it. */
export function selectEvent(db: Db, id: number, viewer: Viewer, now: Date): Promise<Event | null> {
  const statement = sql`
    SELECT ${eventColumns(viewer, now, 'owner')}
    FROM ${eventTables}
    WHERE e.id = ${id} AND ${isReadableBy(viewer)}`
  // Planning it takes longer than running it.
  return db.maybeOne(prepared(statement))
}

/** The card fields of one event; null as for `selectEvent`. */
export function selectCard(db: Db, id: number, viewer: Viewer, now: Date): Promise<CardEvent | null> {
  const statement = sql`
    SELECT ${cardColumns(viewer, now, 'nobody')}
    FROM ${eventTables}
    WHERE e.id = ${id} AND ${isReadableBy(viewer)}`
  return db.maybeOne(prepared(statement))
}

/** Bookmarked events the viewer may still see, last bookmarked first. */
export async function selectBookmarkedEvents(
  db: Db,
  viewer: Viewer,
  page: ListPage,
  now: Date,
): Promise<ListedEvent[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT e.id
    FROM events e JOIN bookmarks b ON b.event_id = e.id
    WHERE ${isBookmarked(viewer)}
    ORDER BY b.created_at DESC, e.id DESC
    LIMIT ${page.limit} OFFSET ${page.cursor}`)
  const ids = rows.map(({ id }) => id)
  return selectPage(db, { ids, fields: page.fields, viewer, keyFor: 'nobody', now })
}

export async function countBookmarkedEvents(db: Db, viewer: Viewer): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM events e JOIN bookmarks b ON b.event_id = e.id WHERE ${isBookmarked(viewer)}`)
  return total
}

function isBookmarked(viewer: Viewer): Sql {
  return sql`b.user_id = ${viewer.id} AND e.called_off_at IS NULL AND ${isReadableBy(viewer)}`
}

/** The capacity is stored with the seats and ticket types in a table of their own, not here. */
export async function insertEvent(
  db: Db,
  userId: number,
  fields: EventFields,
  image: string,
  now: Date,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO events (user_id, event_image, created_at, updated_at, highest_ticket_price, ${fieldNames})
    VALUES (${userId}, ${image}, ${now}, ${now}, ${highestPrice(fields)}, ${fieldValues(fields)})
    RETURNING id`)
  return id
}

/** Marks an event with ticket types, and saves lists from reading them. */
function highestPrice({ ticket_types }: EventFields): number | null {
  return ticket_types.length === 0 ? null : pricesOf(ticket_types).highest
}

/** An event as its owner typed it. */
export interface OwnEvent extends EventFields {
  id: number
  event_image: string
  called_off_at: string | null
}

/** Null if there is no such event. */
export async function selectStored(db: Db, id: number): Promise<OwnEvent | null> {
  const found = await db.maybeOne<OwnEvent & { has_types: boolean }>(sql`
    SELECT e.id, e.event_image, e.called_off_at, ${fieldsAsStored}, e.highest_ticket_price IS NOT NULL AS has_types
    FROM events e JOIN event_seats s ON s.event_id = e.id
    WHERE e.id = ${id}`)
  if (found === null) return null
  const { has_types, ...event } = found
  return { ...event, ticket_types: has_types ? await selectTypeFields(db, id) : [] }
}

/** Null if there is no such event or its owner deleted their account. */
export async function selectOwnerOf(db: Db, id: number): Promise<number | null> {
  const event = await db.maybeOne<{ user_id: number | null }>(sql`SELECT user_id FROM events WHERE id = ${id}`)
  return event?.user_id ?? null
}

/** Writes the image and every editable field except the capacity, which is stored with the seats. Remembers the
 *  previous start, until the event is moved back there. */
export async function updateEvent(db: Db, id: number, fields: EventFields, image: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET ${fieldChanges(fields)}, highest_ticket_price = ${highestPrice(fields)}, event_image = ${image},
                      updated_at = ${now}, version = version + 1, previous_start_date =
      CASE WHEN start_date_event = ${fields.start_date_event} THEN previous_start_date
           WHEN previous_start_date = ${fields.start_date_event} THEN NULL ELSE start_date_event END
    WHERE id = ${id}`)
}

export async function updateEventImage(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET event_image = ${address}, updated_at = ${now}, version = version + 1 WHERE id = ${id}`)
}

/** Does not raise the version: nothing on the event's page changes. */
export async function updateApplicantsSeen(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE events SET applicants_seen_at = ${now} WHERE id = ${id}`)
}

/** `closedAt` null opens the comments again. */
export async function updateCommentsClosed(db: Db, id: number, closedAt: Date | null): Promise<void> {
  await db.run(sql`
    UPDATE events SET comments_closed_at = ${closedAt}, version = version + 1
    WHERE id = ${id} AND (comments_closed_at IS NULL) = ${closedAt !== null}`)
}

/** The event leaves every list (docs/rules.md). */
export async function markCalledOff(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE events SET called_off_at = ${now}, updated_at = ${now}, version = version + 1 WHERE id = ${id}`)
}

/** Fails if the event ever had a ticket. */
export async function removeEvent(db: Db, id: number): Promise<void> {
  await db.run(sql`DELETE FROM events WHERE id = ${id}`)
}

/** Remembers a user who opens an unlisted event with its key. A wrong key writes nothing. */
export async function insertGuest(db: Db, eventId: number, userId: number, key: string): Promise<void> {
  await db.run(sql`
    INSERT INTO event_guests (event_id, user_id)
    SELECT e.id, ${userId} FROM events e
    WHERE e.id = ${eventId} AND e.user_id <> ${userId} AND ${takesPlace} AND ${isUnlisted} AND ${hasKey(key)}
    ON CONFLICT DO NOTHING`)
}

/** Remembers everyone who applied for, liked or bookmarked the event before it became unlisted. */
export async function insertKnownGuests(db: Db, eventId: number): Promise<void> {
  await db.run(sql`
    INSERT INTO event_guests (event_id, user_id)
    SELECT ${eventId}, known.user_id
    FROM (
      SELECT user_id FROM tickets WHERE event_id = ${eventId} AND user_id IS NOT NULL
      UNION SELECT user_id FROM likes WHERE event_id = ${eventId}
      UNION SELECT user_id FROM bookmarks WHERE event_id = ${eventId}
    ) known
    ON CONFLICT DO NOTHING`)
}

/** All dates of the event's series in the order of their start, or the event alone; only those that a user may edit, if one is
 *  given. */
export function selectDates(db: Db, eventId: number, now: Date, userId?: number): Promise<SeriesDate[]> {
  return db.many(sql`
    SELECT e.id, e.start_date_event, e.end_date_event, s.capacity AS max_attendee, ${attendees} AS current_attendees, s.waiting,
           s.set_aside, ${hasPrices(sql`e.id`)} AS has_prices,
           (SELECT count(*)::int FROM tickets t WHERE t.event_id = e.id AND t.status <> 'CANCELLED' AND t.party_of IS NULL
              AND t.user_id IS NOT NULL) AS applicants,
           CASE WHEN ${now} < e.start_date_event THEN 'UPCOMING'
                WHEN ${now} < e.end_date_event THEN 'ONGOING' ELSE 'COMPLETED' END AS status,
           coalesce(e.called_off_at < e.end_date_event, false) AS is_called_off
    FROM events given
    JOIN events e ON e.id = given.id OR (e.series_id = given.series_id AND e.user_id = given.user_id)
    JOIN event_seats s ON s.event_id = e.id
    WHERE given.id = ${eventId} AND (e.called_off_at IS NULL OR e.called_off_at < e.end_date_event)
      AND ${userId === undefined ? sql`true` : hasRole({ id: userId }, 'co_host')}
    ORDER BY e.start_date_event, e.id`)
}

/** The coming dates of a series besides one, that lists show to the viewer. */
export function selectOtherDates(
  db: Db,
  { id, series_id }: { id: number; series_id: number | null },
  viewer: Viewer,
  now: Date,
): Promise<{ id: number; start_date_event: string }[]> {
  return db.many(sql`
    SELECT e.id, e.start_date_event FROM events e
    WHERE e.series_id = ${series_id} AND e.id <> ${id} AND e.end_date_event > ${now} AND ${isListedFor(viewer)}
    ORDER BY e.start_date_event, e.id`)
}

/** The ids of an event and the later dates of its series that are neither over nor called off and that the user may edit, in the
 *  order of their id, in which they are locked. */
export async function selectThisAndLater(db: Db, eventId: number, userId: number, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT e.id FROM events given
    JOIN events e ON e.id = given.id
      OR (e.series_id = given.series_id AND e.user_id = given.user_id AND e.called_off_at IS NULL
          AND e.start_date_event > given.start_date_event AND e.end_date_event > ${now}
          AND ${hasRole({ id: userId }, 'co_host')})
    WHERE given.id = ${eventId}
    ORDER BY e.id`)
  return rows.map(({ id }) => id)
}

/** Makes events dates of a series. The copied event's page shows the others then. */
export async function joinSeries(db: Db, eventIds: number[], seriesId: number): Promise<void> {
  await db.run(sql`
    UPDATE events SET series_id = ${seriesId}, version = version + 1
    WHERE id = ANY (${eventIds}::integer[]) AND series_id IS DISTINCT FROM ${seriesId}`)
}

/** Whether a date of a series has this picture: dates share theirs. */
export async function isPictureOfSeries(db: Db, address: string): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM events WHERE event_image = ${address} AND series_id IS NOT NULL LIMIT 1`)
  return found !== null
}

interface NamedEvent {
  id: number
  event_name: string
  start_date_event: string
}

/** Events that are neither called off nor over, by start. */
export function selectUpcomingOwn(db: Db, ownerId: number, now: Date): Promise<NamedEvent[]> {
  return db.many(sql`
    SELECT id, event_name, start_date_event FROM events
    WHERE user_id = ${ownerId} AND called_off_at IS NULL AND end_date_event > ${now}
    ORDER BY start_date_event, id`)
}

/** Last called off first, at most 200; without events deleted after their end. */
export function selectCalledOffOwn(db: Db, ownerId: number): Promise<NamedEvent[]> {
  return db.many(sql`
    SELECT id, event_name, start_date_event FROM events
    WHERE user_id = ${ownerId} AND called_off_at < end_date_event
    ORDER BY called_off_at DESC, id DESC
    LIMIT 200`)
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

/** Removes the owner from all their events, which leave every list: image, contact details, links, payment details
 *  and when they last looked at the applicants. Ticket holders still see the rest. */
export async function forgetOwner(db: Db, ownerId: number, now: Date): Promise<FormerEvent[]> {
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

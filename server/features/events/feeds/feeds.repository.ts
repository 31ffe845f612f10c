import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { Category, Event } from '#contract/events/events.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { isListedFor, wasCalledOffFor } from '#server/features/events/sql/event-conditions.sql.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** An event as in feeds and calendar files. */
export interface FeedEvent
  extends Pick<
      Event,
      | 'id'
      | 'event_name'
      | 'description'
      | 'tags'
      | 'is_online'
      | 'place_to_be_announced'
      | 'address'
      | 'latitude'
      | 'longitude'
    >,
    Pick<Event, 'start_date_event' | 'end_date_event' | 'previous_start_date' | 'updated_at'> {
  category: Category
  organizer_name: string
}

/** `other_dates` are the starts of the other coming dates of its series, in order. */
export type ListedFeedEvent = FeedEvent & MarkedEvent & { created_at: string; other_dates: string[] }

/** `mark` changes whenever anything in the feed's entry changes. */
export interface MarkedEvent {
  id: number
  mark: string
}

const visitor: Viewer = { id: null, emailDomain: null }

const columns = sql`
  e.id, e.event_name, e.description, e.category, e.tags, e.is_online, e.place_to_be_announced, e.address,
  e.latitude, e.longitude,
  e.start_date_event, e.end_date_event, e.previous_start_date, e.created_at, e.updated_at,
  coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name`

const otherDates = (now: Date) => sql`
  CASE WHEN e.series_id IS NULL THEN '[]'::jsonb ELSE (
    SELECT coalesce(jsonb_agg(m.starts ORDER BY m.starts), '[]') FROM event_listings m
    WHERE m.series_id = e.series_id AND m.event_id <> e.id AND m.is_public AND m.ends > ${now}
  ) END`

/** `xmin` is the transaction that last wrote the row. */
const mark = (now: Date) => sql`
  e.xmin::text || ' ' || coalesce(o.organizer_name, ${deletedAccount}) || ' ' || ${otherDates(now)}::text AS mark`

/** The events with these ids, in this order, without those a visitor may no longer see. */
export function selectFeedMarks(db: Db, ids: number[], now: Date): Promise<MarkedEvent[]> {
  return db.many(sql`SELECT e.id, ${mark(now)} ${listedIn(ids)}`)
}

/** The same with all fields of an entry. */
export function selectFeedEvents(db: Db, ids: number[], now: Date): Promise<ListedFeedEvent[]> {
  return db.many(sql`SELECT ${columns}, ${mark(now)}, ${otherDates(now)} AS other_dates ${listedIn(ids)}`)
}

function listedIn(ids: number[]): Sql {
  return sql`
    FROM unnest(${ids}::integer[]) WITH ORDINALITY ids (id, place)
    JOIN events e ON e.id = ids.id LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE ${isListedFor(visitor)}
    ORDER BY ids.place`
}

/** Null if there is no such organizer. */
export function selectFeedOrganizer(db: Db, id: number): Promise<{ organizer_name: string } | null> {
  return db.maybeOne(sql`SELECT organizer_name FROM organizers WHERE id = ${id}`)
}

/** The dates of a called-off event that the viewer could open before; otherwise null. */
export function selectCalledOff(
  db: Db,
  id: number,
  viewer: Viewer,
): Promise<Pick<Event, 'id' | 'start_date_event' | 'end_date_event' | 'updated_at'> | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.start_date_event, e.end_date_event, e.updated_at
    FROM events e
    WHERE e.id = ${id} AND ${wasCalledOffFor(viewer)}`)
}

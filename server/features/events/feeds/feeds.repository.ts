import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { Category, Event } from '#contract/events/events.ts'
import type { Reader } from '#server/features/accounts/viewer.ts'
import { isListedFor, wasCalledOffFor } from '#server/features/events/sql/event-conditions.sql.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** An event as feeds and calendar files tell it. */
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
    Pick<Event, 'start_date_event' | 'end_date_event' | 'updated_at' | 'version'> {
  category: Category
  organizer_name: string
}

/** An event of a feed also has the instant at which it was made, and its mark. */
export type ListedFeedEvent = FeedEvent & MarkedEvent & { created_at: string }

/** `mark` is another text whenever anything has changed that a feed tells of the event. */
export interface MarkedEvent {
  id: number
  mark: string
}

const visitor: Reader = { id: null, emailDomain: null }

const columns = sql`
  e.id, e.event_name, e.description, e.category, e.tags, e.is_online, e.place_to_be_announced, e.address,
  e.latitude, e.longitude,
  e.start_date_event, e.end_date_event, e.created_at, e.updated_at, e.version,
  coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name`

/** PostgreSQL writes a row that changes anew, with the number of the transaction. */
const mark = sql`e.xmin::text || ' ' || coalesce(o.organizer_name, ${deletedAccount}) AS mark`

/** The events with these numbers, in this order, but for those that a visitor may no longer see listed. */
export function selectFeedMarks(db: Db, ids: number[]): Promise<MarkedEvent[]> {
  return db.many(sql`SELECT e.id, ${mark} ${listedIn(ids)} ORDER BY ids.place`)
}

/** The same with all that feeds tell, in no order. */
export function selectFeedEvents(db: Db, ids: number[]): Promise<ListedFeedEvent[]> {
  return db.many(sql`SELECT ${columns}, ${mark} ${listedIn(ids)}`)
}

function listedIn(ids: number[]): Sql {
  return sql`
    FROM unnest(${ids}::integer[]) WITH ORDINALITY ids (id, place)
    JOIN events e ON e.id = ids.id LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE ${isListedFor(visitor)}`
}

/** An organizer's name, as their page has it; null for every other number. */
export function selectOrganizerNamed(db: Db, id: number): Promise<{ organizer_name: string; user_id: number } | null> {
  return db.maybeOne(sql`SELECT organizer_name, user_id FROM organizers WHERE id = ${id}`)
}

/** An organizer's newest public events that are not over, at most `limit`. */
export async function selectNumbersOf(db: Db, userId: number, now: Date, limit: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT l.event_id AS id
    FROM event_listings l
    WHERE l.user_id = ${userId} AND l.is_public AND l.ends > ${now}
    ORDER BY l.created DESC, l.event_id DESC
    LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/** When an event takes place that was called off and that the reader could open until then; null for every other. */
export function selectCalledOff(
  db: Db,
  id: number,
  reader: Reader,
): Promise<Pick<Event, 'id' | 'start_date_event' | 'end_date_event' | 'updated_at' | 'version'> | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.start_date_event, e.end_date_event, e.updated_at, e.version
    FROM events e
    WHERE e.id = ${id} AND ${wasCalledOffFor(reader)}`)
}

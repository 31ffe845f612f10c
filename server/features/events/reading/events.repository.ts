import type { EventDraft } from '#contract/events/event-draft.ts'
import type { ListPage } from '#contract/events/event-list.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import { draftNames, draftValues } from './draft-columns.sql.ts'
import { cardColumns, eventColumns, eventTables } from './event-columns.sql.ts'
import { type ListedEvent, selectPage } from './event-page.ts'
import { isReadableBy } from './events.sql.ts'

/** Null where there is no such event, and where it is not the reader's to see. */
export function selectEvent(db: Db, id: number, reader: Reader, now: Date): Promise<Event | null> {
  return db.maybeOne(sql`
    SELECT ${eventColumns(reader, now, 'owner')}
    FROM ${eventTables}
    WHERE e.id = ${id} AND ${isReadableBy(reader)}`)
}

/** The fields of one event that cards show; null as for `selectEvent`. */
export function selectCard(db: Db, id: number, reader: Reader, now: Date): Promise<CardEvent | null> {
  return db.maybeOne(sql`
    SELECT ${cardColumns(reader, now, 'nobody')}
    FROM ${eventTables}
    WHERE e.id = ${id} AND ${isReadableBy(reader)}`)
}

/** One page of the events that the reader has bookmarked and may still see, last bookmarked first. */
export async function selectBookmarkedEvents(
  db: Db,
  reader: Reader,
  page: ListPage,
  now: Date,
): Promise<ListedEvent[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT e.id
    FROM events e JOIN bookmarks b ON b.event_id = e.id
    WHERE ${isBookmarked(reader)}
    ORDER BY b.created_at DESC, e.id DESC
    LIMIT ${page.limit} OFFSET ${page.cursor}`)
  const ids = rows.map(({ id }) => id)
  return selectPage(db, { ids, fields: page.fields, reader, tellKey: 'nobody', now })
}

/** How many bookmarked events there are, on all pages together. */
export async function countBookmarkedEvents(db: Db, reader: Reader): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM events e JOIN bookmarks b ON b.event_id = e.id WHERE ${isBookmarked(reader)}`)
  return total
}

function isBookmarked(reader: Reader): Sql {
  return sql`b.user_id = ${reader.id} AND e.called_off_at IS NULL AND ${isReadableBy(reader)}`
}

/** The owner's new event; its capacity is stored with the seats, not here. */
export async function insertEvent(
  db: Db,
  userId: number,
  draft: EventDraft,
  image: string,
  now: Date,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO events (user_id, event_image, created_at, updated_at, ${draftNames})
    VALUES (${userId}, ${image}, ${now}, ${now}, ${draftValues(draft)})
    RETURNING id`)
  return id
}

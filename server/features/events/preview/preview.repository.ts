import type { Reader } from '#server/features/accounts/users/reader.ts'
import { isListedFor } from '#server/features/events/reading/events.sql.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import type { PreviewedEvent } from './drawing.ts'

/** Null where there is no such event, and where lists do not show it to the reader. */
export function selectPreviewed(db: Db, id: number, reader: Reader): Promise<PreviewedEvent | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.version, e.event_name, e.category, e.event_image, e.start_date_event, e.is_online,
           e.place_to_be_announced, e.address
    FROM events e
    WHERE e.id = ${id} AND ${isListedFor(reader)}`)
}

import type { Reader } from '#server/features/accounts/users/reader.ts'
import { isListedFor, isUnlisted } from '#server/features/events/sql/event-conditions.sql.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An event as a mail about new events names it, and how many there are to name in all. */
export interface ToldEvent {
  id: number
  event_name: string
  start_date_event: string
  is_online: boolean
  place_to_be_announced: boolean
  address: string
  total: number
}

interface Wanted {
  ids: number[]
  reader: Reader
  /** Only events that were published from then on. */
  since: string
  now: Date
  count: number
}

/** Those of the events that lists show to the reader and that are not over, the next first. */
export function selectToldEvents(db: Db, { ids, reader, since, now, count }: Wanted): Promise<ToldEvent[]> {
  return db.many(sql`
    SELECT e.id, e.event_name, e.start_date_event, e.is_online, e.place_to_be_announced, e.address,
           count(*) OVER ()::int AS total
    FROM events e
    WHERE e.id = ANY (${ids}::integer[]) AND e.created_at >= ${since} AND e.end_date_event > ${now}
      AND ${isListedFor(reader)} AND NOT ${isUnlisted}
    ORDER BY e.start_date_event, e.id
    LIMIT ${count}`)
}

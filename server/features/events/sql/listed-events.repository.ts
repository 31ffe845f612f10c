import { type ListPage, longestList } from '#contract/events/event-list.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { type Db, prepared, sql } from '#server/lib/postgres/database.ts'
import { cardColumns, eventColumns, eventTables, fieldBytes, type KeyFor } from './event-columns.sql.ts'

/** A whole event, or the card fields. */
export type ListedEvent = Event | CardEvent

/** Bytes of JSON besides the organizer's fields, approximately. */
const baseBytes = 1_500

/** Bytes of JSON of a whole event, approximately. The length of a long text is known without reading it. */
const bytesOf = sql`(SELECT ${baseBytes} + ${fieldBytes} FROM events e WHERE e.id = ids.id)`

interface Wanted {
  /** In the order of the page. */
  ids: number[]
  fields: ListPage['fields']
  viewer: Viewer
  keyFor: KeyFor
  now: Date
}

/** As many of the events as fit into `longestList`, at least one. The database reads the texts of no more. */
export async function selectPage(db: Db, { ids, fields, viewer, keyFor, now }: Wanted): Promise<ListedEvent[]> {
  if (ids.length === 0) return []
  const isCard = fields === 'card'
  const statement = sql`
    SELECT ${isCard ? cardColumns(viewer, now, keyFor) : eventColumns(viewer, now, keyFor)}
    FROM ${eventTables} JOIN (
      SELECT ids.id, ids.place, sum(${isCard ? sql`0` : bytesOf}) OVER (ORDER BY ids.place) AS bytes
      FROM unnest(${ids}::integer[]) WITH ORDINALITY ids (id, place)
    ) page ON page.id = e.id
    WHERE page.place = 1 OR page.bytes <= ${longestList}
    ORDER BY page.place`
  // Prepared, because planning takes as long as running: every list ends with this query.
  return withinLimit(await db.many<ListedEvent>(prepared(statement)))
}

/** JSON may be longer than the stored text: a tab takes two bytes, other control characters six. */
function withinLimit(events: ListedEvent[]): ListedEvent[] {
  let bytes = '[]'.length
  const tooMany = events.findIndex((event) => {
    bytes += Buffer.byteLength(JSON.stringify(event)) + ','.length
    return bytes > longestList
  })
  return tooMany === -1 ? events : events.slice(0, Math.max(1, tooMany))
}

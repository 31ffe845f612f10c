import { type ListPage, longestList } from '#contract/events/event-list.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { Reader } from '#server/features/accounts/viewer.ts'
import { type Db, prepared, sql } from '#server/lib/postgres/database.ts'
import { cardColumns, draftBytes, eventColumns, eventTables, type TellKey } from './event-columns.sql.ts'

/** An event of a list: the whole record, or the fields that cards show. */
export type ListedEvent = Event | CardEvent

/** About how many bytes of JSON an event takes beside what its organizer typed. */
const frame = 1_500

/** About how many bytes of JSON one of `ids` takes as a whole event. The length of a long text is known without reading
 *  the text. */
const bytesOf = sql`(SELECT ${frame} + ${draftBytes} FROM events e WHERE e.id = ids.id)`

interface Wanted {
  /** The events of the page, in its order. */
  ids: number[]
  fields: ListPage['fields']
  reader: Reader
  tellKey: TellKey
  now: Date
}

/** One page of a list, in its order: as many of the wanted events as fit into `longestList`, at least one. The database
 *  reads the texts of no more. */
export async function selectPage(db: Db, { ids, fields, reader, tellKey, now }: Wanted): Promise<ListedEvent[]> {
  if (ids.length === 0) return []
  const isCard = fields === 'card'
  const statement = sql`
    SELECT ${isCard ? cardColumns(reader, now, tellKey) : eventColumns(reader, now, tellKey)}
    FROM ${eventTables} JOIN (
      SELECT ids.id, ids.place, sum(${isCard ? sql`0` : bytesOf}) OVER (ORDER BY ids.place) AS bytes
      FROM unnest(${ids}::integer[]) WITH ORDINALITY ids (id, place)
    ) page ON page.id = e.id
    WHERE page.place = 1 OR page.bytes <= ${longestList}
    ORDER BY page.place`
  // Planning it takes as long as running it: every list ends with it, and finds its rows by their numbers.
  return fitting(await db.many<ListedEvent>(prepared(`select_${isCard ? 'cards' : 'events'}_${tellKey}`, statement)))
}

/** In JSON a text may take more bytes than in the database: a tab takes two, other control characters six. */
function fitting(events: ListedEvent[]): ListedEvent[] {
  let bytes = '[]'.length
  const tooMany = events.findIndex((event) => {
    bytes += Buffer.byteLength(JSON.stringify(event)) + ','.length
    return bytes > longestList
  })
  return tooMany === -1 ? events : events.slice(0, Math.max(1, tooMany))
}

import { type ListPage, longestList } from '#contract/events/event-list.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import { draftBytes } from './draft-columns.sql.ts'
import { cardColumns, eventColumns, eventTables, type TellKey } from './event-columns.sql.ts'

/** An event of a list: the whole record, or the fields that cards show. */
export type ListedEvent = Event | CardEvent

/** About how many bytes of JSON an event takes beside what its organizer typed. */
const frame = 1_500

/** About how many bytes of JSON one of `ids` takes as a whole event. The length of a long text is known without reading
 *  the text. */
const bytesOf = sql`(SELECT ${frame} + ${draftBytes} FROM events e WHERE e.id = ids.id)`

interface Wanted {
  /** The part of the statement after FROM: `eventTables`, perhaps with others joined, WHERE and ORDER BY. */
  from: Sql
  page: ListPage
  reader: Reader
  tellKey: TellKey
  now: Date
}

/** One page of a list, in its order: as many events as were asked for and fit into `longestList`, at least one. The
 *  database reads the texts of no more, and weighs no event that `cursor` passes over. */
export async function selectPage(db: Db, { from, page, reader, tellKey, now }: Wanted): Promise<ListedEvent[]> {
  const isCard = page.fields === 'card'
  const events = await db.many<ListedEvent>(sql`
    SELECT ${isCard ? cardColumns(reader, now, tellKey) : eventColumns(reader, now, tellKey)}
    FROM ${eventTables} JOIN (
      SELECT ids.id, row_number() OVER () AS place,
             sum(${isCard ? sql`0` : bytesOf}) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
      FROM (SELECT e.id FROM ${from} LIMIT ${page.limit} OFFSET ${page.cursor}) ids
    ) page ON page.id = e.id
    WHERE page.place = 1 OR page.bytes <= ${longestList}
    ORDER BY page.place`)
  return fitting(events)
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

import type { EventQuery } from '#contract/events/event-list.ts'
import { splitCommas } from '#contract/fields.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** A reader, or the columns that say who reads, for a statement about many readers. */
type ReaderSql = Reader | { id: Sql; emailDomain: Sql; linkKey: Sql }

/** False for visitors, and of an event whose owner's account is deleted for everybody. */
export function isOwner(reader: ReaderSql): Sql {
  return sql`coalesce(e.user_id = ${reader.id}::integer, false)`
}

export function holdsTicket(reader: ReaderSql): Sql {
  return sql`EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = e.id AND t.user_id = ${reader.id}::integer AND t.status <> 'CANCELLED')`
}

function everHeldTicket(reader: ReaderSql): Sql {
  return sql`EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id AND t.user_id = ${reader.id}::integer)`
}

/** Whether an event is for whoever was given its link: private, without domains. */
export const isUnlisted = sql`(e.visibility = 'PRIVATE' AND e.allowed_email_domains = '')`

/** The key is random and long: nobody comes nearer to it by the time that a comparison takes. */
export function hasKey(key: string | Sql | undefined): Sql {
  return sql`(e.link_key = ${key ?? null}::text)`
}

/** Whether somebody came to an unlisted event with its key before, or knew it from when it was not unlisted. */
function isGuest(eventId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM event_guests g WHERE g.event_id = ${eventId} AND g.user_id = ${userId})`
}

/** Whether an event takes place or has taken place: its owner has not called it off. */
export const takesPlace = sql`(e.called_off_at IS NULL)`

/** Whether lists show an event to the reader: public ones to everybody, private ones to the owner, to ticket holders and to
 *  people of an allowed email domain. */
export function isListedFor(reader: ReaderSql): Sql {
  return sql`(${takesPlace} AND ${isAudience(reader)})`
}

function isAudience(reader: ReaderSql): Sql {
  if (reader.id === null) return sql`e.visibility = 'PUBLIC'`
  return sql`(
    e.visibility = 'PUBLIC' OR ${isOwner(reader)} OR ${holdsTicket(reader)}
    OR ${reader.emailDomain}::text = ANY (string_to_array(e.allowed_email_domains, ',')))`
}

function cameByLink(reader: ReaderSql): Sql {
  return sql`(
    ${isUnlisted} AND (${hasKey(reader.linkKey)} OR ${isGuest(sql`e.id`, sql`${reader.id}::integer`)}))`
}

/** Whether the reader may open an event: whatever is listed for them, an unlisted event for whoever has the key or came
 *  with it before, and one that is called off for its owner and for those who held a ticket. */
export function isReadableBy(reader: ReaderSql): Sql {
  return sql`(
    ${isListedFor(reader)} OR (${takesPlace} AND ${cameByLink(reader)})
    OR (NOT ${takesPlace} AND (${isOwner(reader)} OR ${everHeldTicket(reader)})))`
}

/** Whether an event was called off before its end that the reader could open until then. Nothing of it changes after
 *  that, so whom it was for is still known. */
export function wasCalledOffFor(reader: ReaderSql): Sql {
  return sql`(e.called_off_at < e.end_date_event AND (${isAudience(reader)} OR ${cameByLink(reader)}))`
}

/** Where lists of events look: among what the reader may see listed, or among their own. */
export type Scope = 'listed' | 'own'

export function isInScope(scope: Scope, reader: Reader): Sql {
  return scope === 'own' ? sql`${takesPlace} AND ${isOwner(reader)}` : isListedFor(reader)
}

/** The condition of a list's parameters. A search finds events in which every one of its words occurs, also as a part of
 *  a longer word. */
export function matches(query: EventQuery, now: Date): Sql {
  const wanted = [sql`true`]
  for (const word of (query.search ?? '').split(/\s+/).filter(Boolean)) {
    wanted.push(sql`e.search_text LIKE ${`%${escapeLike(word)}%`}`)
  }
  if (query.status === 'UPCOMING') wanted.push(sql`e.start_date_event > ${now}`)
  if (query.status === 'ONGOING') wanted.push(sql`e.start_date_event <= ${now} AND e.end_date_event > ${now}`)
  if (query.status === 'COMPLETED') wanted.push(sql`e.end_date_event <= ${now}`)
  if (query.category) wanted.push(sql`e.category = ${query.category}`)
  if (query.visibility) wanted.push(sql`e.visibility = ${query.visibility}`)
  if (query.tags) wanted.push(sql`string_to_array(e.tags, ',') && ${splitCommas(query.tags)}::text[]`)
  if (query.date) {
    wanted.push(sql`e.start_date_event < (${query.date}::date + 1)::timestamp AT TIME ZONE 'Asia/Bangkok'
      AND e.end_date_event > ${query.date}::date::timestamp AT TIME ZONE 'Asia/Bangkok'`)
  }
  return wanted.reduce((all, one) => sql`${all} AND ${one}`)
}

function escapeLike(word: string): string {
  return word.toLowerCase().replace(/[\\%_]/g, '\\$&')
}

const orders = {
  newest: sql`e.created_at DESC, e.id DESC`,
  popular: sql`s.taken DESC, e.id DESC`,
  soonest: sql`e.start_date_event, e.id`,
  latest: sql`e.start_date_event DESC, e.id DESC`,
} as const satisfies Record<EventQuery['sort'], Sql>

export function order(sort: EventQuery['sort']): Sql {
  return orders[sort]
}

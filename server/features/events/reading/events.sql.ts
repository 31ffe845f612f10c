import type { EventQuery } from '#contract/events/events.ts'
import { splitCommas } from '#contract/fields.ts'
import type { Reader } from '#server/features/accounts/users/reader.ts'
import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** The tables that `eventColumns` reads from. */
export const eventTables = sql`
  events e
  JOIN event_seats s ON s.event_id = e.id
  JOIN organizers o ON o.user_id = e.user_id`

/** Who is told the key of an unlisted event's link: its owner, or in lists that others read as well nobody. */
export type TellKey = 'owner' | 'nobody'

/** What cards show of an event, as the API answers it. */
export function cardColumns(reader: Reader, now: Date, tellKey: TellKey): Sql {
  const key =
    tellKey === 'owner' ? sql`CASE WHEN ${isOwner(reader)} AND ${isUnlisted} THEN e.link_key ELSE '' END` : sql`''`
  return sql`
    e.id, e.user_id, e.event_name, e.description, e.event_image,
    CASE WHEN ${now} < e.start_date_event THEN 'UPCOMING'
         WHEN ${now} < e.end_date_event THEN 'ONGOING'
         ELSE 'COMPLETED' END AS status,
    e.visibility, e.category, e.tags, e.is_free, e.is_online, e.ticket_price,
    s.capacity AS max_attendee, s.taken AS current_attendees, o.is_verified,
    e.start_date_event, e.end_date_event, e.address, e.latitude, e.longitude,
    coalesce(e.withdrawn_at < e.end_date_event, false) AS is_called_off, ${key} AS link_key,
    jsonb_build_object(
      'total_likes', (SELECT count(*) FROM likes l WHERE l.event_id = e.id),
      'total_bookmarks', (SELECT count(*) FROM bookmarks b WHERE b.event_id = e.id)
    ) AS engagement,
    jsonb_build_object(
      'is_liked', EXISTS (SELECT FROM likes l WHERE l.event_id = e.id AND l.user_id = ${reader.id}::integer),
      'is_bookmarked', EXISTS (SELECT FROM bookmarks b WHERE b.event_id = e.id AND b.user_id = ${reader.id}::integer),
      'is_applied', ${holdsTicket(reader)}
    ) AS user_engaged`
}

/** Every field of an event as the API answers it. */
export function eventColumns(reader: Reader, now: Date, tellKey: TellKey): Sql {
  return sql`
    ${cardColumns(reader, now, tellKey)}, e.detailed_description, e.terms_and_conditions, e.expected_price, e.dress_code,
    e.start_date_register, e.end_date_register, e.updated_at, e.version, e.comments_closed_at IS NOT NULL AS comments_closed,
    CASE WHEN ${isOwner(reader)} OR ${holdsTicket(reader)} THEN e.meeting_link ELSE '' END AS meeting_link,
    e.allowed_email_domains, e.contact_email, e.contact_phone, e.website_url, e.facebook_url, e.twitter_url,
    e.instagram_url, e.other_url, e.min_age_requirement,
    jsonb_build_object(
      'id', o.id, 'organizer_name', o.organizer_name, 'email', o.email, 'logo', o.logo,
      'organization_type', o.organization_type, 'is_verified', o.is_verified
    ) AS organizer`
}

/** A reader, or the columns that say who reads, for a statement about many readers. */
type ReaderSql = Reader | { id: Sql; emailDomain: Sql }

function isOwner(reader: ReaderSql): Sql {
  return sql`e.user_id IS NOT DISTINCT FROM ${reader.id}::integer`
}

function holdsTicket(reader: ReaderSql): Sql {
  return sql`EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = e.id AND t.user_id = ${reader.id}::integer AND t.status <> 'CANCELLED')`
}

function everHeldTicket(reader: ReaderSql): Sql {
  return sql`EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id AND t.user_id = ${reader.id}::integer)`
}

/** For whoever was given its link. */
export const isUnlisted = sql`(e.visibility = 'PRIVATE' AND e.allowed_email_domains = '')`

/** The key is random and long: nobody comes nearer to it by the time that a comparison takes. */
export function hasKey(key: string | undefined): Sql {
  return sql`(e.link_key = ${key ?? null}::text)`
}

/** Whether somebody came to an unlisted event with its key before, or knew it from when it was not unlisted. */
function isGuest(eventId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM event_guests g WHERE g.event_id = ${eventId} AND g.user_id = ${userId})`
}

/** What its owner has not deleted. */
export const isKept = sql`(e.withdrawn_at IS NULL)`

/** Public events for everybody; private ones for the owner, ticket holders and people of an allowed email domain. */
export function isListedFor(reader: ReaderSql): Sql {
  if (reader.id === null) return sql`(${isKept} AND e.visibility = 'PUBLIC')`
  return sql`(${isKept} AND (
    e.visibility = 'PUBLIC' OR ${isOwner(reader)} OR ${holdsTicket(reader)}
    OR ${reader.emailDomain}::text = ANY (string_to_array(e.allowed_email_domains, ','))))`
}

/** What is listed, and an unlisted event for whoever has the key or came with it before. A withdrawn event is for its owner
 *  and for those who held a ticket. */
export function isReadableBy(reader: ReaderSql): Sql {
  const cameByLink = sql`(${hasKey('linkKey' in reader ? reader.linkKey : undefined)} OR ${isGuest(sql`e.id`, sql`${reader.id}::integer`)})`
  return sql`(
    ${isListedFor(reader)} OR (${isKept} AND ${isUnlisted} AND ${cameByLink})
    OR (NOT ${isKept} AND (${isOwner(reader)} OR ${everHeldTicket(reader)})))`
}

/** Where lists of events look: among what the reader may see listed, or among their own. */
export type Scope = 'listed' | 'own'

export function isInScope(scope: Scope, reader: Reader): Sql {
  return scope === 'own' ? sql`${isKept} AND ${isOwner(reader)}` : isListedFor(reader)
}

/** What the parameters of a list ask for. A search finds events that hold every one of its words, or parts of words. */
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

import type { Reader } from '#server/features/accounts/viewer.ts'
import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** A reader, or the columns that say who reads, for a statement about many readers. */
type ReaderSql = Reader | { id: Sql; emailDomain: Sql; linkKey: Sql }

/** False for visitors, and of an event whose owner's account is deleted for everybody. */
export function isOwner(reader: ReaderSql): Sql {
  return sql`coalesce(e.user_id = ${reader.id}::integer, false)`
}

/** Whether the reader's application has become a ticket, which opens what is for ticket holders. */
export function holdsTicket(reader: ReaderSql): Sql {
  return sql`EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = e.id AND t.user_id = ${reader.id}::integer AND t.status IN ('ACTIVE', 'USED'))`
}

/** Whether the reader has an application in any state but the last: they find the event, and can withdraw. */
export function hasApplied(reader: ReaderSql): Sql {
  return sql`EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = e.id AND t.user_id = ${reader.id}::integer AND t.status <> 'CANCELLED')`
}

/** Whether the price of an event is paid by PromptPay before there is a ticket. Without a price no receiver is kept. */
export const takesPromptPay = sql`(e.promptpay_id <> '')`

function everApplied(reader: ReaderSql): Sql {
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

/** Whether lists show an event to the reader: public ones to everybody, private ones to the owner, to applicants and to
 *  people of an allowed email domain. */
export function isListedFor(reader: ReaderSql): Sql {
  return sql`(${takesPlace} AND ${isAudience(reader)})`
}

function isAudience(reader: ReaderSql): Sql {
  if (reader.id === null) return sql`e.visibility = 'PUBLIC'`
  return sql`(
    e.visibility = 'PUBLIC' OR ${isOwner(reader)} OR ${hasApplied(reader)}
    OR ${reader.emailDomain}::text = ANY (string_to_array(e.allowed_email_domains, ',')))`
}

function cameByLink(reader: ReaderSql): Sql {
  return sql`(
    ${isUnlisted} AND (${hasKey(reader.linkKey)} OR ${isGuest(sql`e.id`, sql`${reader.id}::integer`)}))`
}

/** Whether the reader may open an event: whatever is listed for them, an unlisted event for whoever has the key or came
 *  with it before, and one that is called off for its owner and for those who had applied. */
export function isReadableBy(reader: ReaderSql): Sql {
  return sql`(
    ${isListedFor(reader)} OR (${takesPlace} AND ${cameByLink(reader)})
    OR (NOT ${takesPlace} AND (${isOwner(reader)} OR ${everApplied(reader)})))`
}

/** Whether an event was called off before its end that the reader could open until then. Nothing of it changes after
 *  that, so whom it was for is still known. */
export function wasCalledOffFor(reader: ReaderSql): Sql {
  return sql`(e.called_off_at < e.end_date_event AND (${isAudience(reader)} OR ${cameByLink(reader)}))`
}

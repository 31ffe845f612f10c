import type { Viewer } from '#server/features/accounts/viewer.ts'
import { hasRole } from '#server/features/team/team.repository.ts'
import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** A viewer, or their columns for a statement about many viewers. */
type ViewerSql = Viewer | { id: Sql; emailDomain: Sql; linkKey: Sql }

/** Whether the viewer holds a ticket, which opens what is for ticket holders. */
export function holdsTicket(viewer: ViewerSql): Sql {
  return sql`EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = e.id AND t.user_id = ${viewer.id}::integer AND t.status IN ('ACTIVE', 'USED'))`
}

/** Whether the viewer has an application that is not cancelled. */
export function hasApplied(viewer: ViewerSql): Sql {
  return sql`EXISTS (
    SELECT FROM tickets t
    WHERE t.event_id = e.id AND t.user_id = ${viewer.id}::integer AND t.status <> 'CANCELLED')`
}

/** Whether the price is paid by PromptPay before there is a ticket. Free events have no receiver. */
export const takesPromptPay = sql`(e.promptpay_id <> '')`

function everApplied(viewer: ViewerSql): Sql {
  return sql`EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id AND t.user_id = ${viewer.id}::integer)`
}

/** Private without domains: for people who have the link. */
export const isUnlisted = sql`(e.visibility = 'PRIVATE' AND e.allowed_email_domains = '')`

/** A timing attack does not help: the key is long and random. */
export function hasKey(key: string | Sql | undefined): Sql {
  return sql`(e.link_key = ${key ?? null}::text)`
}

/** Opened an unlisted event with its key, or knew it before it was unlisted. */
function isGuest(eventId: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM event_guests g WHERE g.event_id = ${eventId} AND g.user_id = ${userId})`
}

/** Not called off. */
export const takesPlace = sql`(e.called_off_at IS NULL)`

/** Listed events: public ones for everybody; private ones for the team, applicants and allowed email domains.
 *  Lists ask the same of their own tables, in `list-branches.sql.ts`. */
export function isListedFor(viewer: ViewerSql): Sql {
  return sql`(${takesPlace} AND ${isAudience(viewer)})`
}

function isAudience(viewer: ViewerSql): Sql {
  if (viewer.id === null) return sql`e.visibility = 'PUBLIC'`
  return sql`(
    e.visibility = 'PUBLIC' OR ${hasRole(viewer, 'door')} OR ${hasApplied(viewer)}
    OR ${viewer.emailDomain}::text = ANY (string_to_array(e.allowed_email_domains, ',')))`
}

function cameByLink(viewer: ViewerSql): Sql {
  return sql`(
    ${isUnlisted} AND (${hasKey(viewer.linkKey)} OR ${isGuest(sql`e.id`, sql`${viewer.id}::integer`)}))`
}

/** Whether the viewer may open the event: if it is listed for them; an unlisted event with its key or after opening
 *  it once; a called-off event for its team and everyone who ever applied. */
export function isReadableBy(viewer: ViewerSql): Sql {
  return sql`(
    ${isListedFor(viewer)} OR (${takesPlace} AND ${cameByLink(viewer)})
    OR (NOT ${takesPlace} AND (${hasRole(viewer, 'door')} OR ${everApplied(viewer)})))`
}

/** Whether the event was called off before its end and the viewer could open it until then. Its audience is still
 *  known, as nothing changes after that. */
export function wasCalledOffFor(viewer: ViewerSql): Sql {
  return sql`(e.called_off_at < e.end_date_event AND (${isAudience(viewer)} OR ${cameByLink(viewer)}))`
}

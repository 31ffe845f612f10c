import type { EventRole } from '#contract/endpoint.ts'
import type { LiveState } from '#contract/events/application.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { type CommentVersions, commentVersions } from '#server/features/comments/comments.repository.ts'
import { countReported } from '#server/features/comments/moderation.repository.ts'
import { attendees, seatsLeft, seatsLeftOfType, waitingFor } from '#server/features/events/sql/event-columns.sql.ts'
import { isReadableBy, wasCalledOffFor } from '#server/features/events/sql/event-conditions.sql.ts'
import { roleOf } from '#server/features/team/team.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** All numbers of an event; `viewOf` (hub.ts) picks those for one viewer. */
export interface LiveEventRow extends Omit<LiveEvent, 'comments_version' | 'ticket' | 'position' | 'slip'> {
  id: number
  /** Whether only some people may see the event, so that a viewer's right may end at any time. */
  is_restricted: boolean
  comment_versions: CommentVersions
}

/** Numbers for the team only are counted for events in `forTeam`, else null. */
export function selectLiveEvents(db: Db, ids: number[], forTeam: number[]): Promise<LiveEventRow[]> {
  const isForTeam = sql`e.id = ANY (${forTeam}::integer[])`
  const counted = (applications: Sql) => sql`
    CASE WHEN ${isForTeam} THEN (SELECT count(*)::int FROM tickets t WHERE t.event_id = e.id AND ${applications}) END`
  const isInReview = sql`EXISTS (SELECT FROM payments p WHERE p.ticket_id = t.id AND p.slip_state = 'in_review')`
  return db.many(sql`
    SELECT e.id, e.version, s.capacity AS max_attendee, ${attendees} AS current_attendees,
           ${seatsLeft} AS seats_left, s.waiting,
           CASE WHEN e.highest_ticket_price IS NULL THEN '[]'::jsonb ELSE (
             SELECT jsonb_agg(jsonb_build_object('id', y.id, 'seats_left', ${seatsLeftOfType}, 'waiting', ${waitingFor}) ORDER BY y.position)
             FROM ticket_types y WHERE y.event_id = e.id AND NOT y.is_hidden
           ) END AS ticket_types,
           ${counted(sql`t.status = 'USED'`)} AS checked_in,
           ${counted(sql`t.status = 'PENDING' AND t.party_of IS NULL`)} AS to_approve,
           ${counted(sql`t.status = 'UNPAID' AND t.party_of IS NULL`)} AS to_pay,
           ${counted(sql`t.status = 'INVITED'`)} AS invited,
           ${counted(sql`t.status = 'UNPAID' AND ${isInReview}`)} AS slips,
           CASE WHEN ${isForTeam} THEN ${countReported(sql`e.id`)} END AS reported,
           e.visibility <> 'PUBLIC' OR e.called_off_at IS NOT NULL AS is_restricted,
           ${commentVersions(sql`e.id`)} AS comment_versions
    FROM events e JOIN event_seats s ON s.event_id = e.id
    WHERE e.id = ANY (${ids}::integer[])`)
}

/** A viewer's application, with its place on the waiting list. */
export interface HeldTicket {
  event_id: number
  user_id: number
  status: LiveState
  position: number | null
  /** For an application that has to be paid. */
  slip: LiveEvent['slip']
}

/** The state of application `t`'s slip, until it is paid. */
const slipState = sql`
  CASE WHEN t.status = 'UNPAID' THEN (SELECT p.slip_state FROM payments p WHERE p.ticket_id = t.id) END`

/** The viewers' applications for the events they have open. One index lookup for each, one more if it is to be paid,
 *  and one scan of a waiting list for all who are on it. */
export function selectHeldTickets(db: Db, viewers: { event_id: number; user_id: number }[]): Promise<HeldTicket[]> {
  return db.many(sql`
    WITH held AS (
      SELECT t.id, t.event_id, t.user_id, t.status, ${slipState} AS slip
      FROM unnest(${viewers.map(({ event_id }) => event_id)}::integer[],
                  ${viewers.map(({ user_id }) => user_id)}::integer[]) AS r (event_id, user_id)
      JOIN tickets t ON t.event_id = r.event_id AND t.user_id = r.user_id AND t.status <> 'CANCELLED'
                    AND t.party_of IS NULL
    ), line AS (
      SELECT w.id, (row_number() OVER (PARTITION BY w.event_id ORDER BY w.id))::int AS position
      FROM tickets w
      WHERE w.status = 'WAITING' AND w.party_of IS NULL AND w.event_id IN (SELECT event_id FROM held WHERE status = 'WAITING')
    )
    SELECT held.event_id, held.user_id, held.status, line.position, held.slip
    FROM held LEFT JOIN line ON line.id = held.id`)
}

/** Null if there is no application, or it has ended. */
export function selectOwnApplication(
  db: Db,
  eventId: number,
  userId: number,
): Promise<(Pick<HeldTicket, 'status' | 'slip'> & { id: number }) | null> {
  return db.maybeOne(sql`
    SELECT t.id, t.status, ${slipState} AS slip
    FROM tickets t WHERE t.event_id = ${eventId} AND t.user_id = ${userId} AND t.status <> 'CANCELLED'
                      AND t.party_of IS NULL`)
}

/** The waiting list, in order. */
export async function selectLine(db: Db, eventId: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT id FROM tickets WHERE event_id = ${eventId} AND status = 'WAITING' AND party_of IS NULL ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** A viewer of an event. `link_key` is that of an unlisted event's address. */
export interface Reading {
  event_id: number
  /** Null for a visitor. */
  user_id: number | null
  /** Without it the user counts as signed in. */
  session_id: string | null
  link_key: string | null
}

export interface AllowedReading extends Reading {
  /** Null without one. */
  role: EventRole | null
}

/** Whether a viewer may still see the event. */
export interface Right extends AllowedReading {
  is_allowed: boolean
  /** The event was called off before its end, and the viewer could see it until then. */
  is_called_off: boolean
}

/** Readings whose session has ended have no row. */
export function selectRights(db: Db, readings: Reading[], counted: CountedEmails, now: Date): Promise<Right[]> {
  const domain = sql`
    CASE WHEN ${counted} = 'all' OR u.email_verified_at IS NOT NULL THEN lower(substring(u.email FROM '[^@]*$')) END`
  const viewer = { id: sql`u.id`, emailDomain: domain, linkKey: sql`r.link_key` }
  return db.many(sql`
    SELECT r.event_id, r.session_id, r.link_key, u.id AS user_id, ${roleOf(viewer)} AS role,
           e.id IS NOT NULL AND ${isReadableBy(viewer)} AS is_allowed,
           coalesce(${wasCalledOffFor(viewer)}, false) AS is_called_off
    FROM unnest(${readings.map(({ event_id }) => event_id)}::integer[],
                ${readings.map(({ user_id }) => user_id)}::integer[],
                ${readings.map(({ session_id }) => session_id)}::uuid[],
                ${readings.map(({ link_key }) => link_key)}::text[]) AS r (event_id, user_id, session_id, link_key)
    LEFT JOIN events e ON e.id = r.event_id
    LEFT JOIN sessions s ON s.id = r.session_id AND s.ended_at IS NULL AND s.expires_at > ${now}
    LEFT JOIN users u ON u.id = CASE WHEN r.session_id IS NULL THEN r.user_id ELSE s.user_id END
    WHERE r.session_id IS NULL OR u.id IS NOT NULL`)
}

import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import { type EventRole, eventRoles, isAtLeast } from '#contract/endpoint.ts'
import {
  type LogAction,
  type LogEntry,
  mostNames,
  type TeamInvitation,
  type TeamMember,
  type TeamPerson,
  type TeamRole,
} from '#contract/tickets/team.ts'
import { shownPerson } from '#server/features/accounts/users.repository.ts'
import { type Db, inThaiOrder, type Sql, sql } from '#server/lib/postgres/database.ts'

/** A viewer, or their column for a statement about many viewers. */
interface Viewer {
  id: number | null | Sql
}

/** False for visitors, and for everybody if the owner deleted their account. */
function isOwner(viewer: Viewer): Sql {
  return sql`coalesce(e.user_id = ${viewer.id}::integer, false)`
}

/** The viewer's role at the event, owner or in its team; null for everybody else. */
export function roleOf(viewer: Viewer): Sql {
  return sql`
    CASE WHEN ${isOwner(viewer)} THEN 'owner' ELSE (
      SELECT m.role FROM event_members m WHERE m.event_id = e.id AND m.user_id = ${viewer.id}::integer) END`
}

/** Whether the viewer's role includes what `least` may do. */
export function hasRole(viewer: Viewer, least: EventRole): Sql {
  const roles = eventRoles.filter((role) => isAtLeast(role, least))
  return sql`(${isOwner(viewer)} OR EXISTS (
    SELECT FROM event_members m
    WHERE m.event_id = e.id AND m.user_id = ${viewer.id}::integer AND m.role = ANY (${roles}::text[])))`
}

/** The user's role at an event; null without one, also if there is no such event. */
export async function selectRole(db: Db, eventId: number, userId: number): Promise<EventRole | null> {
  const found = await db.maybeOne<{ role: EventRole | null }>(sql`
    SELECT ${roleOf({ id: userId })} AS role FROM events e WHERE e.id = ${eventId}`)
  return found?.role ?? null
}

/** User `u` as the others of a team see them; null without one. */
const person = sql`CASE WHEN u.id IS NOT NULL THEN ${shownPerson} END`

function selectMembersWhere(db: Db, which: Sql): Promise<TeamMember[]> {
  return db.many(sql`
    SELECT m.id, m.role, ${person} AS person, m.email, m.expires_at, coalesce(m.joined_at, m.created_at) AS since
    FROM event_members m LEFT JOIN users u ON u.id = m.user_id
    WHERE ${which}
    ORDER BY m.user_id IS NULL, coalesce(m.joined_at, m.created_at), m.id`)
}

/** The ids of an event and the other dates of its series, which have one team: each has a row of every member, and an invitation
 *  to one of them is to all. */
const datesOf = (eventId: number) => sql`
  (SELECT d.id FROM events given JOIN events d ON d.id = given.id OR (d.series_id = given.series_id AND d.user_id = given.user_id)
   WHERE given.id = ${eventId})`

/** Locks the team of an event and its series until the transaction ends: a new date must not get a member who is being removed. */
export async function lockTeam(db: Db, eventId: number): Promise<void> {
  await db.run(sql`
    SELECT FROM users u WHERE u.id = (SELECT e.user_id FROM events e WHERE e.id = ${eventId}) FOR NO KEY UPDATE`)
}

/** Members, then invitations that are still valid. */
export function selectTeam(db: Db, eventId: number, now: Date): Promise<TeamMember[]> {
  return selectMembersWhere(
    db,
    sql`m.event_id = ${eventId} AND m.user_id IS NOT NULL
        OR m.event_id IN ${datesOf(eventId)} AND m.user_id IS NULL AND m.expires_at > ${now}`,
  )
}

/** Null if the event has no such member or invitation. */
export async function selectMember(db: Db, eventId: number, id: number): Promise<TeamMember | null> {
  const [member] = await selectMembersWhere(db, sql`m.event_id IN ${datesOf(eventId)} AND m.id = ${id}`)
  return member ?? null
}

/** Gives all dates of an event's series its members. */
export async function shareTeam(db: Db, eventId: number): Promise<void> {
  await db.run(sql`
    INSERT INTO event_members (event_id, user_id, role, created_at, joined_at)
    SELECT d.id, m.user_id, m.role, m.created_at, m.joined_at
    FROM event_members m CROSS JOIN ${datesOf(eventId)} d
    WHERE m.event_id = ${eventId} AND m.user_id IS NOT NULL
    ON CONFLICT (event_id, user_id) DO NOTHING`)
}

/** `tokenHash` is null until the mail is written. */
export async function insertInvitation(
  db: Db,
  eventId: number,
  { role, email, tokenHash, expiresAt }: { role: TeamRole; email: string; tokenHash: Buffer | null; expiresAt: Date },
  now: Date,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO event_members (event_id, role, email, token_hash, expires_at, created_at)
    VALUES (${eventId}, ${role}, ${email}, ${tokenHash}, ${expiresAt}, ${now})
    RETURNING id`)
  return id
}

/** The rows `m` of a member or invitation at all dates of the event's series. */
const isMember = (eventId: number, id: number) => sql`
  m.event_id IN ${datesOf(eventId)}
  AND (m.id = ${id} OR m.user_id = (SELECT one.user_id FROM event_members one WHERE one.id = ${id} AND one.event_id IN ${datesOf(eventId)}))`

/** False if the event has no such member or invitation. */
export async function updateRole(db: Db, eventId: number, id: number, role: TeamRole): Promise<boolean> {
  return (await db.run(sql`UPDATE event_members m SET role = ${role} WHERE ${isMember(eventId, id)}`)) > 0
}

export async function deleteMember(db: Db, eventId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM event_members m WHERE ${isMember(eventId, id)}`)) > 0
}

/** False for somebody who is not in the team. */
export async function deleteMembership(db: Db, eventId: number, userId: number): Promise<boolean> {
  return (
    (await db.run(sql`DELETE FROM event_members WHERE event_id IN ${datesOf(eventId)} AND user_id = ${userId}`)) > 0
  )
}

/** An invitation with what its page and mail say. */
export interface FoundInvitation extends TeamInvitation {
  id: number
  email: string
  owner_id: number
}

function selectInvitationWhere(db: Db, which: Sql, now: Date): Promise<FoundInvitation | null> {
  return db.maybeOne(sql`
    SELECT m.id, m.role, m.event_id, m.email, m.expires_at, e.event_name, e.start_date_event, e.user_id AS owner_id,
           coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name
    FROM event_members m JOIN events e ON e.id = m.event_id LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE ${which} AND m.user_id IS NULL AND m.expires_at > ${now} AND e.user_id IS NOT NULL`)
}

/** Null if it was used or withdrawn, or has expired. */
export function selectInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<FoundInvitation | null> {
  return selectInvitationWhere(db, sql`m.token_hash = ${tokenHash}`, now)
}

/** A mailed invitation. */
export function selectInvitationToMail(db: Db, id: number, now: Date): Promise<FoundInvitation | null> {
  return selectInvitationWhere(db, sql`m.id = ${id} AND m.email <> ''`, now)
}

export async function updateTokenHash(db: Db, id: number, tokenHash: Buffer): Promise<void> {
  await db.run(sql`UPDATE event_members SET token_hash = ${tokenHash} WHERE id = ${id} AND user_id IS NULL`)
}

/** False if somebody else has accepted it, or it is gone. Fails on event_members_person_key for a member. */
export async function markJoined(db: Db, id: number, userId: number, now: Date): Promise<boolean> {
  const joined = await db.run(sql`
    UPDATE event_members
    SET user_id = ${userId}, joined_at = ${now}, token_hash = NULL, expires_at = NULL, email = ''
    WHERE id = ${id} AND user_id IS NULL`)
  return joined === 1
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM event_members WHERE user_id IS NULL AND expires_at <= ${now}`)
}

export async function deleteInvitationsTo(db: Db, email: string): Promise<void> {
  await db.run(sql`DELETE FROM event_members WHERE user_id IS NULL AND lower(email) = lower(${email})`)
}

/** Teams and logs of the user's own events. */
export async function deleteTeamsOf(db: Db, ownerId: number): Promise<void> {
  const own = sql`event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`
  await db.run(sql`DELETE FROM event_members WHERE ${own}`)
  await db.run(sql`DELETE FROM event_log WHERE ${own}`)
}

/** Whether the user is a co-host of any event. */
export async function isCoHost(db: Db, userId: number): Promise<boolean> {
  return (
    (await db.maybeOne(sql`SELECT FROM event_members WHERE user_id = ${userId} AND role = 'co_host' LIMIT 1`)) !== null
  )
}

/** How long after its end an event is listed for its team. */
const listedAfter = '30 days'

/** Coming events first, next to start first, then past ones, latest first; at most 200. One date of each series. */
export function selectTeamEvents(db: Db, userId: number, now: Date): Promise<{ event_id: number; role: TeamRole }[]> {
  return db.many(sql`
    SELECT event_id, role
    FROM (
      SELECT DISTINCT ON (coalesce(e.series_id, -e.id)) m.event_id, m.role, e.end_date_event <= ${now} AS is_over,
             abs(extract(epoch FROM e.start_date_event - ${now})) AS distance
      FROM event_members m JOIN events e ON e.id = m.event_id
      WHERE m.user_id = ${userId} AND e.user_id IS NOT NULL
        AND e.end_date_event > ${now}::timestamptz - ${listedAfter}::interval
      ORDER BY coalesce(e.series_id, -e.id), is_over, distance, m.event_id
    ) listed
    ORDER BY is_over, distance, event_id
    LIMIT 200`)
}

/** What somebody did with an event. */
export interface LoggedAction {
  eventId: number
  userId: number
  action: LogAction
  detail?: string
  /** The applications that were decided. */
  ticketIds?: number[]
}

/** Call it in the transaction of the action. */
export async function logAction(
  db: Db,
  { eventId, userId, action, detail = '', ticketIds = [] }: LoggedAction,
  now: Date,
): Promise<void> {
  await db.run(sql`
    INSERT INTO event_log (event_id, user_id, action, detail, ticket_ids, created_at)
    VALUES (${eventId}, ${userId}, ${action}, ${detail}, ${ticketIds}, ${now})`)
}

/** What somebody did with a team, for the logs of all dates of the series. Call it in the transaction of the action. */
export async function logTeamAction(
  db: Db,
  {
    eventId,
    userId,
    detail,
    memberId,
  }: { eventId: number; userId: number; detail: string; memberId?: number | undefined },
  now: Date,
): Promise<void> {
  await db.run(sql`
    INSERT INTO event_log (event_id, user_id, action, detail, member_id, created_at)
    SELECT d.id, ${userId}::integer, 'team', ${detail}, ${memberId ?? null}::integer, ${now}::timestamptz
    FROM ${datesOf(eventId)} d`)
}

/** Which entries of a log. */
interface LogFilter {
  person?: number | undefined
  action?: LogAction | undefined
}

function isWanted(eventId: number, { person, action }: LogFilter): Sql {
  const byPerson = person === undefined ? sql`true` : sql`l.user_id = ${person}`
  return sql`l.event_id = ${eventId} AND ${byPerson} AND ${action === undefined ? sql`true` : sql`l.action = ${action}`}`
}

/** A page of an event's log, newest first. */
export function selectLog(
  db: Db,
  eventId: number,
  { limit, cursor, ...filter }: LogFilter & { limit: number; cursor: number },
): Promise<LogEntry[]> {
  return db.many(sql`
    SELECT l.id, ${person} AS person, l.action, l.detail, l.created_at AS at,
           CASE WHEN l.action = 'team' THEN coalesce(member.names, '{}') ELSE coalesce(applicants.names, '{}') END AS names,
           greatest(cardinality(l.ticket_ids), coalesce(cardinality(member.names), 0)) AS total
    FROM (
      SELECT * FROM event_log l WHERE ${isWanted(eventId, filter)} ORDER BY l.id DESC LIMIT ${limit} OFFSET ${cursor}
    ) l
    LEFT JOIN users u ON u.id = l.user_id
    LEFT JOIN LATERAL (
      SELECT array_agg(trim(x.first_name || ' ' || x.last_name)) AS names FROM users x WHERE x.id = l.member_id
    ) member ON true
    LEFT JOIN LATERAL (
      SELECT array_agg(coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), t.fullname) ORDER BY t.id) AS names
      FROM tickets t
      -- The payer gets a refund, also of a guest's ticket.
      LEFT JOIN users p ON p.id = t.user_id AND l.action IN ('refunded', 'refund_undone')
      WHERE t.id = ANY (l.ticket_ids[1:${mostNames}])
    ) applicants ON true
    ORDER BY l.id DESC`)
}

export async function countLog(db: Db, eventId: number, filter: LogFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM event_log l WHERE ${isWanted(eventId, filter)}`)
  return total
}

/** Everybody with an entry, by name. */
export async function selectLoggedPeople(db: Db, eventId: number): Promise<TeamPerson[]> {
  const people = await db.many<{ person: TeamPerson }>(sql`
    SELECT ${person} AS person
    FROM (SELECT DISTINCT l.user_id FROM event_log l WHERE l.event_id = ${eventId}) who JOIN users u ON u.id = who.user_id
    ORDER BY lower(u.first_name) ${inThaiOrder}, lower(u.last_name) ${inThaiOrder}, u.id
    LIMIT 200`)
  return people.map((one) => one.person)
}

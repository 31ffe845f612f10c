import type { FollowedOrganizer } from '#contract/engagement/follows.ts'
import type { Language } from '#contract/language/languages.ts'
import { countedEmail, languageOfUser } from '#server/features/accounts/users.repository.ts'
import type { CountedEmails, Viewer } from '#server/features/accounts/viewer.ts'
import { isListedFor, isUnlisted } from '#server/features/events/sql/event-conditions.sql.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An organizer's public profile, and the account behind it. */
export interface ShownOrganizer extends Omit<FollowedOrganizer, 'followed_at'> {
  user_id: number
  is_following: boolean
}

/** Null if the organizer does not exist. `viewerId` is null for a visitor. */
export function selectShownOrganizer(db: Db, id: number, viewerId: number | null): Promise<ShownOrganizer | null> {
  return db.maybeOne(sql`
    SELECT o.id, o.user_id, o.organizer_name, o.logo, o.organization_type, o.is_verified,
           EXISTS (SELECT FROM follows f WHERE f.organizer_id = o.id AND f.user_id = ${viewerId}::integer) AS is_following
    FROM organizers o WHERE o.id = ${id}`)
}

export async function countFollowers(db: Db, organizerId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM follows WHERE organizer_id = ${organizerId}`)
  return total
}

/** False if there was none to delete. */
export async function deleteFollow(db: Db, organizerId: number, userId: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM follows WHERE organizer_id = ${organizerId} AND user_id = ${userId}`)) === 1
}

/** Fails on the foreign key follows_organizer_id_fkey if the organizer no longer exists. */
export async function insertFollow(db: Db, organizerId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO follows (organizer_id, user_id, created_at) VALUES (${organizerId}, ${userId}, ${now})`)
}

/** Last followed first. */
export function selectFollowed(db: Db, userId: number): Promise<FollowedOrganizer[]> {
  return db.many(sql`
    SELECT o.id, o.organizer_name, o.logo, o.organization_type, o.is_verified, f.created_at AS followed_at
    FROM follows f JOIN organizers o ON o.id = f.organizer_id
    WHERE f.user_id = ${userId}
    ORDER BY f.created_at DESC, o.id DESC LIMIT 1000`)
}

/** A follower to mail. `email` is '' if it may not be used. */
export interface FollowerToMail {
  user_id: number
  name: string
  email: string
  language: Language
  followed_at: string
  organizer_id: number
  organizer_name: string
  event_ids: number[]
}

/** Null if the person no longer follows the organizer, or is blocked by them. */
export function selectFollowerToMail(
  db: Db,
  newsId: number,
  userId: number,
  counted: CountedEmails,
): Promise<FollowerToMail | null> {
  return db.maybeOne(sql`
    SELECT u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name,
           ${countedEmail(counted)} AS email,
           ${languageOfUser} AS language, f.created_at AS followed_at, o.id AS organizer_id, o.organizer_name, n.event_ids
    FROM event_news n
    JOIN organizers o ON o.id = n.organizer_id
    JOIN follows f ON f.organizer_id = o.id
    JOIN users u ON u.id = f.user_id
    WHERE n.id = ${newsId} AND u.id = ${userId}
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.owner_id = o.user_id AND b.user_id = u.id)`)
}

/** An event for a mail about new events, with the total of events to list. */
export interface EventToMail {
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
  viewer: Viewer
  /** Only events published since then. */
  since: string
  now: Date
  count: number
}

/** Current events that lists show to the viewer, soonest first. */
export function selectEventsToMail(db: Db, { ids, viewer, since, now, count }: Wanted): Promise<EventToMail[]> {
  return db.many(sql`
    SELECT e.id, e.event_name, e.start_date_event, e.is_online, e.place_to_be_announced, e.address,
           count(*) OVER ()::int AS total
    FROM events e
    WHERE e.id = ANY (${ids}::integer[]) AND e.created_at >= ${since} AND e.end_date_event > ${now}
      AND ${isListedFor(viewer)} AND NOT ${isUnlisted}
    ORDER BY e.start_date_event, e.id
    LIMIT ${count}`)
}

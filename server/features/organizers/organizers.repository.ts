import type { BlockedPerson } from '#contract/comments/moderation.ts'
import type { Organizer, OrganizerApplication, OrganizerChange } from '#contract/organizers.ts'
import { shownUsername } from '#server/features/accounts/users.repository.ts'
import { type Db, inThaiOrder, sql } from '#server/lib/postgres/database.ts'

/** Fails on the unique indexes organizers_user_id_key and organizers_name_key. */
export function insertOrganizer(db: Db, userId: number, application: OrganizerApplication): Promise<Organizer> {
  return db.one(sql`
    INSERT INTO organizers (user_id, organizer_name, email, organization_type)
    VALUES (${userId}, ${application.organizer_name}, ${application.email}, ${application.organization_type})
    RETURNING id, organizer_name, email, logo, organization_type, is_verified`)
}

export function selectOrganizerOf(db: Db, userId: number): Promise<Organizer | null> {
  return db.maybeOne(sql`
    SELECT id, organizer_name, email, logo, organization_type, is_verified
    FROM organizers WHERE user_id = ${userId}`)
}

export async function isOrganizer(db: Db, userId: number): Promise<boolean> {
  return (await selectOrganizerOf(db, userId)) !== null
}

/** Changes the given fields. Null if the user is not an organizer; fails on the unique index organizers_name_key. */
export function updateOrganizerOf(db: Db, userId: number, change: OrganizerChange): Promise<Organizer | null> {
  return db.maybeOne(sql`
    UPDATE organizers SET
      organizer_name = coalesce(${change.organizer_name}, organizer_name),
      email = coalesce(${change.email}, email),
      organization_type = coalesce(${change.organization_type}, organization_type)
    WHERE user_id = ${userId}
    RETURNING id, organizer_name, email, logo, organization_type, is_verified`)
}

/** Sets the logo's URL, and returns the previous one. */
export async function replaceLogo(db: Db, id: number, address: string): Promise<string> {
  const { logo } = await db.one<{ logo: string }>(sql`
    UPDATE organizers o SET logo = ${address}
    FROM (SELECT id, logo FROM organizers WHERE id = ${id} FOR UPDATE) AS before
    WHERE o.id = before.id
    RETURNING before.logo`)
  return logo
}

/** An organizer as the operator sees them. */
export interface ListedOrganizer extends Organizer {
  username: string
  events: number
}

/** All organizers by name, each with their account and number of published events. */
export function selectOrganizers(db: Db): Promise<ListedOrganizer[]> {
  return db.many(sql`
    SELECT o.id, o.organizer_name, o.email, o.logo, o.organization_type, o.is_verified, u.username,
           (SELECT count(*)::int FROM events e WHERE e.user_id = o.user_id) AS events
    FROM organizers o JOIN users u ON u.id = o.user_id
    ORDER BY lower(o.organizer_name) ${inThaiOrder}`)
}

/** Finds an organizer by ID, else by name ignoring case; null if there is none. */
export function updateVerified(db: Db, idOrName: string, isVerified: boolean): Promise<Organizer | null> {
  return db.maybeOne(sql`
    UPDATE organizers SET is_verified = ${isVerified}
    WHERE id = (
      SELECT id FROM organizers WHERE id::text = ${idOrName} OR lower(organizer_name) = lower(${idOrName})
      ORDER BY id::text = ${idOrName} DESC LIMIT 1)
    RETURNING id, organizer_name, email, logo, organization_type, is_verified`)
}

/** People whom the organizer has blocked, last blocked first; only `userId` if given. */
export function selectBlocked(db: Db, ownerId: number, userId: number | null = null): Promise<BlockedPerson[]> {
  return db.many(sql`
    SELECT u.id, ${shownUsername} AS username, trim(u.first_name || ' ' || u.last_name) AS name, u.profile_picture,
           b.created_at AS blocked_at
    FROM blocks b JOIN users u ON u.id = b.user_id
    WHERE b.owner_id = ${ownerId} AND (${userId}::integer IS NULL OR b.user_id = ${userId})
    ORDER BY b.created_at DESC, u.id DESC
    LIMIT 1000`)
}

/** Whether the person ever commented on or applied for one of the organizer's events. */
export async function hasMet(db: Db, ownerId: number, userId: number): Promise<boolean> {
  const met = await db.maybeOne(sql`
    SELECT FROM events e
    WHERE e.user_id = ${ownerId} AND (
      EXISTS (SELECT FROM comments c WHERE c.event_id = e.id AND c.user_id = ${userId})
      OR EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id AND t.user_id = ${userId}))
    LIMIT 1`)
  return met !== null
}

/** Leaves an existing block unchanged. */
export async function insertBlock(db: Db, ownerId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO blocks (owner_id, user_id, created_at) VALUES (${ownerId}, ${userId}, ${now})
    ON CONFLICT (owner_id, user_id) DO NOTHING`)
}

export async function deleteBlock(db: Db, ownerId: number, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM blocks WHERE owner_id = ${ownerId} AND user_id = ${userId}`)
}

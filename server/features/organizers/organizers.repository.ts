import type { Organizer, OrganizerApplication } from '#contract/organizers.ts'
import { type Db, sql } from '#server/lib/database.ts'

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

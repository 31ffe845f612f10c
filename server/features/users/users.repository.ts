import type { Profile } from '#contract/users.ts'
import { type Db, sql } from '#server/lib/database.ts'

/** A new account; `password_hash` is an argon2id string. */
export interface NewUser {
  username: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  phone_number: string
  birth_date: string
}

/** What a password login needs. */
export interface Credentials {
  id: number
  username: string
  profile_picture: string
  password_hash: string | null
}

/** Fails on the unique indexes users_username_key and users_email_key. */
export function insertUser(db: Db, user: NewUser): Promise<{ id: number; username: string }> {
  return db.one(sql`
    INSERT INTO users (username, email, password_hash, first_name, last_name, phone_number, birth_date)
    VALUES (${user.username}, ${user.email}, ${user.password_hash}, ${user.first_name}, ${user.last_name},
            ${user.phone_number}, ${user.birth_date})
    RETURNING id, username`)
}

/** By username or email, without regard to case. A username wins over somebody else's equal email. */
export function selectCredentials(db: Db, name: string): Promise<Credentials | null> {
  return db.maybeOne(sql`
    SELECT id, username, profile_picture, password_hash
    FROM users
    WHERE lower(username) = lower(${name}) OR lower(email) = lower(${name})
    ORDER BY lower(username) = lower(${name}) DESC
    LIMIT 1`)
}

/** `attended_events` counts tickets checked in or held to the end of their event, `cancelled_events` those given back. */
export function selectProfile(db: Db, id: number, now: Date): Promise<Profile> {
  return db.one(sql`
    SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.phone_number, u.birth_date, u.address,
           u.latitude, u.longitude, u.nationality, u.facebook_profile, u.instagram_handle, u.profile_picture,
           CASE WHEN o.id IS NULL THEN 'Attendee' ELSE 'Organizer' END AS status,
           u.created_at, u.updated_at, counted.attended_events, counted.cancelled_events
    FROM users u
    LEFT JOIN organizers o ON o.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE t.status = 'USED' OR (t.status = 'ACTIVE' AND e.end_date_event <= ${now}))::int
               AS attended_events,
             count(*) FILTER (WHERE t.status = 'CANCELLED')::int AS cancelled_events
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = u.id
    ) counted
    WHERE u.id = ${id}`)
}

/** Holds the user's row until the transaction ends, without standing in the way of rows that refer to it. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.run(sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`)
}

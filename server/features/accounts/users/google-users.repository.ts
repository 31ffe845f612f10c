import { type Db, sql } from '#server/lib/postgres/database.ts'
import type { Recipient } from './users.repository.ts'

export interface NewGoogleUser {
  sub: string
  username: string
  email: string
  given_name: string
  family_name: string
}

export async function selectIdOfGoogleSub(db: Db, sub: string): Promise<number | null> {
  const user = await db.maybeOne<{ id: number }>(sql`SELECT id FROM users WHERE google_sub = ${sub}`)
  return user?.id ?? null
}

/** Locks the row until the transaction ends. */
export function lockUserOfEmail(db: Db, email: string): Promise<Recipient | null> {
  return db.maybeOne(sql`
    SELECT id, username, email, email_verified_at FROM users WHERE lower(email) = lower(${email}) FOR NO KEY UPDATE`)
}

/** Makes an account without a password. Its address was verified by Google; its username is made by us and may be
 *  changed once. Fails on the unique indexes of users. */
export async function insertGoogleUser(db: Db, user: NewGoogleUser, now: Date): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO users (username, username_changes_left, email, email_verified_at, google_sub, first_name, last_name,
                       created_at, updated_at)
    VALUES (${user.username}, 1, ${user.email}, ${now}, ${user.sub}, ${user.given_name.slice(0, 150)},
            ${user.family_name.slice(0, 150)}, ${now}, ${now})
    RETURNING id`)
  return id
}

export async function updateGoogleSub(db: Db, id: number, sub: string): Promise<void> {
  await db.run(sql`UPDATE users SET google_sub = ${sub} WHERE id = ${id}`)
}

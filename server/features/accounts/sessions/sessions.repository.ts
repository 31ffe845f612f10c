import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Db, prepared, sql } from '#server/lib/postgres/database.ts'

export interface Session {
  id: string
  user_id: number
  generation: number
  rotated_at: string
}

export function insertSession(db: Db, userId: number, startedAt: Date, expiresAt: Date): Promise<Session> {
  return db.one(sql`
    INSERT INTO sessions (user_id, rotated_at, expires_at)
    VALUES (${userId}, ${startedAt}, ${expiresAt})
    RETURNING id, user_id, generation, rotated_at`)
}

/** The users of these sessions, without order. Sessions that have ended are left out. */
export function selectUsersOfSessions(db: Db, ids: readonly string[], now: Date): Promise<SignedInUser[]> {
  return db.many(
    prepared(
      'select_users_of_sessions',
      sql`
        SELECT u.id, s.id AS session_id, u.username, u.first_name, u.last_name, u.email, u.email_verified_at
        FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = ANY (${ids}::uuid[]) AND s.ended_at IS NULL AND s.expires_at > ${now}`,
    ),
  )
}

/** Locks a living session until the transaction ends, so that only one of several refreshes at once rotates it. */
export function lockSession(db: Db, id: string, now: Date): Promise<Session | null> {
  return db.maybeOne(sql`
    SELECT id, user_id, generation, rotated_at
    FROM sessions
    WHERE id = ${id} AND ended_at IS NULL AND expires_at > ${now}
    FOR UPDATE`)
}

export function updateGeneration(db: Db, id: string, rotatedAt: Date, expiresAt: Date): Promise<Session> {
  return db.one(sql`
    UPDATE sessions SET generation = generation + 1, rotated_at = ${rotatedAt}, expires_at = ${expiresAt}
    WHERE id = ${id}
    RETURNING id, user_id, generation, rotated_at`)
}

export async function endSession(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`)
}

export async function endSessionsOf(db: Db, userId: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE sessions SET ended_at = ${now} WHERE user_id = ${userId} AND ended_at IS NULL`)
}

/** Sessions that nobody can use any more. */
export async function deleteDeadSessions(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM sessions WHERE expires_at <= ${now} OR ended_at <= ${now}`)
}

import type { OwnSession } from '#contract/accounts/sessions.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Db, prepared, sql } from '#server/lib/postgres/database.ts'
import { languageOfUser } from './users.repository.ts'

export interface Session {
  id: string
  user_id: number
  generation: number
  rotated_at: string
}

export interface NewSession {
  userId: number
  /** As returned by `deviceOf`. */
  device: string
}

export function insertSession(
  db: Db,
  { userId, device }: NewSession,
  startedAt: Date,
  expiresAt: Date,
): Promise<Session> {
  return db.one(sql`
    INSERT INTO sessions (user_id, device, started_at, last_used_at, rotated_at, expires_at)
    VALUES (${userId}, ${device}, ${startedAt}, ${startedAt}, ${startedAt}, ${expiresAt})
    RETURNING id, user_id, generation, rotated_at`)
}

/** Active sessions: `current` first, then the last used. */
export function selectSessionsOf(
  db: Db,
  userId: number,
  current: string,
  now: Date,
  limit: number,
): Promise<OwnSession[]> {
  return db.many(sql`
    SELECT id, device, started_at, last_used_at, id = ${current} AS is_current
    FROM sessions
    WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now}
    ORDER BY id = ${current} DESC, last_used_at DESC, id
    LIMIT ${limit}`)
}

/** In no order, without ended sessions. */
export function selectUsersOfSessions(db: Db, ids: readonly string[], now: Date): Promise<SignedInUser[]> {
  return db.many(
    prepared(sql`
      SELECT u.id, s.id AS session_id, u.username, u.first_name, u.last_name, u.email, u.email_verified_at,
             ${languageOfUser} AS language
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = ANY (${ids}::uuid[]) AND s.ended_at IS NULL AND s.expires_at > ${now}`),
  )
}

/** Locks an active session until the transaction ends, so that only one of several simultaneous refreshes rotates
 *  it. */
export function lockSession(db: Db, id: string, now: Date): Promise<Session | null> {
  return db.maybeOne(sql`
    SELECT id, user_id, generation, rotated_at
    FROM sessions
    WHERE id = ${id} AND ended_at IS NULL AND expires_at > ${now}
    FOR UPDATE`)
}

/** Whether the session began at `since` or later, and has not ended. */
export async function isSessionSince(db: Db, id: string, since: Date): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM sessions WHERE id = ${id} AND started_at >= ${since} AND ended_at IS NULL`)
  return found !== null
}

export function updateGeneration(db: Db, id: string, rotatedAt: Date, expiresAt: Date): Promise<Session> {
  return db.one(sql`
    UPDATE sessions SET generation = generation + 1, rotated_at = ${rotatedAt}, expires_at = ${expiresAt}
    WHERE id = ${id}
    RETURNING id, user_id, generation, rotated_at`)
}

/** An unknown device ('') leaves the stored one. */
export async function touchSession(db: Db, id: string, device: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE sessions SET last_used_at = ${now}, device = coalesce(nullif(${device}, ''), device) WHERE id = ${id}`)
}

export async function endSession(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`)
}

/** False if it is not the user's, or has ended. */
export async function endSessionOf(db: Db, id: string, userId: number, now: Date): Promise<boolean> {
  const ended = await db.run(sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE id = ${id} AND user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now}`)
  return ended === 1
}

/** Returns how many sessions were active. */
export function endOtherSessions(db: Db, userId: number, currentId: string, now: Date): Promise<number> {
  return db.run(sql`
    UPDATE sessions SET ended_at = ${now}
    WHERE user_id = ${userId} AND id <> ${currentId} AND ended_at IS NULL AND expires_at > ${now}`)
}

export async function endSessionsOf(db: Db, userId: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE sessions SET ended_at = ${now} WHERE user_id = ${userId} AND ended_at IS NULL`)
}

/** Sessions that nobody can use any more. */
export async function deleteDeadSessions(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM sessions WHERE expires_at <= ${now} OR ended_at <= ${now}`)
}

/** Written at most once a day. */
export async function upsertNetwork(db: Db, userId: number, networkHash: Buffer, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO login_networks AS known (user_id, network_hash, seen_at)
    VALUES (${userId}, ${networkHash}, ${now})
    ON CONFLICT (user_id, network_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at
    WHERE known.seen_at < EXCLUDED.seen_at - interval '1 day'`)
}

export async function isKnownNetwork(db: Db, userId: number, networkHash: Buffer): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM login_networks WHERE user_id = ${userId} AND network_hash = ${networkHash}`)
  return found !== null
}

export async function deleteNetworksBefore(db: Db, before: Date): Promise<void> {
  await db.run(sql`DELETE FROM login_networks WHERE seen_at < ${before}`)
}

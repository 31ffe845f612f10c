import type { Passkey } from '#contract/accounts/passwordless.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { lockUser } from './users.repository.ts'

/** What a passkey's signature is verified with. */
export interface Credential {
  credential_id: Buffer
  public_key: Buffer
  /** How often it was used, as counted by the device; 0 for those that do not count. */
  counter: number
  /** How browsers reach the device, such as 'internal' or 'usb'. */
  transports: string[]
}

export type StoredCredential = Credential & {
  id: number
  user_id: number
  /** Whether the account may be used before its email is verified: with LINE, or without an email. */
  needs_no_email: boolean
  email_verified_at: string | null
}

const columns = sql`id, name, created_at, last_used_at`

export function selectPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db.many(sql`SELECT ${columns} FROM passkeys WHERE user_id = ${userId} ORDER BY id`)
}

export function selectCredentialsOf(
  db: Db,
  userId: number,
): Promise<Pick<Credential, 'credential_id' | 'transports'>[]> {
  return db.many(sql`SELECT credential_id, transports FROM passkeys WHERE user_id = ${userId} ORDER BY id`)
}

export function selectCredential(db: Db, credentialId: Buffer): Promise<StoredCredential | null> {
  return db.maybeOne(sql`
    SELECT p.id, p.user_id, p.credential_id, p.public_key, p.counter::float8 AS counter, p.transports,
           u.email = '' OR u.line_sub IS NOT NULL AS needs_no_email, u.email_verified_at
    FROM passkeys p JOIN users u ON u.id = p.user_id
    WHERE p.credential_id = ${credentialId}`)
}

/** Locks the user's row until the transaction ends, and returns how many passkeys they have; null if the session has ended. */
export async function countPasskeys(
  tx: Db,
  { id, session_id }: { id: number; session_id: string },
): Promise<number | null> {
  await lockUser(tx, id)
  const { count, is_active } = await tx.one<{ count: number; is_active: boolean }>(sql`
    SELECT (SELECT count(*)::int FROM passkeys WHERE user_id = ${id}) AS count,
           EXISTS (SELECT FROM sessions WHERE id = ${session_id} AND ended_at IS NULL) AS is_active`)
  return is_active ? count : null
}

/** Fails on the unique index passkeys_credential_id_key. */
export function insertPasskey(
  db: Db,
  userId: number,
  { credential_id, public_key, counter, transports }: Credential,
  name: string,
  now: Date,
): Promise<Passkey> {
  return db.one(sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${userId}, ${credential_id}, ${public_key}, ${counter}, ${transports}, ${name}, ${now})
    RETURNING ${columns}`)
}

/** False if it was removed, or its counter has gone on in another sign-in. Holds the row until the transaction ends. */
export async function touchPasskey(db: Db, id: number, counter: number, now: Date): Promise<boolean> {
  const touched = await db.run(sql`
    UPDATE passkeys SET counter = ${counter}, last_used_at = ${now}
    WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
  return touched === 1
}

/** False if the user has no such passkey. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId}`)) === 1
}

/** End the user's sessions in the same transaction, or an open session could add another passkey. */
export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM passkeys WHERE user_id = ${userId}`)
}

/** True once for each user, and never for one who has a passkey. */
export async function markPasskeyOffered(db: Db, userId: number, now: Date): Promise<boolean> {
  const marked = await db.run(sql`
    UPDATE users SET passkey_offered_at = ${now}
    WHERE id = ${userId} AND passkey_offered_at IS NULL AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = ${userId})`)
  return marked === 1
}

export interface Challenge {
  challenge: string
  /** Who adds a passkey; null for somebody who signs in. */
  user_id: number | null
}

/** Ends an older challenge of the browser. */
export async function upsertChallenge(
  db: Db,
  browserHash: Buffer,
  { challenge, user_id }: Challenge,
  expiresAt: Date,
): Promise<void> {
  await db.run(sql`
    INSERT INTO passkey_challenges (browser_hash, user_id, challenge, expires_at)
    VALUES (${browserHash}, ${user_id}, ${challenge}, ${expiresAt})
    ON CONFLICT (browser_hash) DO UPDATE
    SET user_id = EXCLUDED.user_id, challenge = EXCLUDED.challenge, expires_at = EXCLUDED.expires_at`)
}

/** The browser's challenge, which is used up by this; null if there is none or it has expired. */
export async function deleteChallenge(db: Db, browserHash: Buffer, now: Date): Promise<Challenge | null> {
  return db.maybeOne(sql`
    DELETE FROM passkey_challenges WHERE browser_hash = ${browserHash} AND expires_at > ${now}
    RETURNING challenge, user_id`)
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM passkey_challenges WHERE expires_at <= ${now}`)
}

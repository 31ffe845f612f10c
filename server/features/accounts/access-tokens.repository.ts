import type { AccessToken, NewAccessToken } from '#contract/accounts/access-tokens.ts'
import type { Scope } from '#contract/endpoint.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { languageOfUser } from './users.repository.ts'

const columns = sql`id, name, scopes, created_at, last_used_at`

export function selectTokens(db: Db, userId: number): Promise<AccessToken[]> {
  return db.many(sql`SELECT ${columns} FROM access_tokens WHERE user_id = ${userId} ORDER BY id`)
}

export function insertToken(
  db: Db,
  userId: number,
  { name, scopes }: NewAccessToken,
  tokenHash: Buffer,
  now: Date,
): Promise<AccessToken> {
  return db.one(sql`
    INSERT INTO access_tokens (user_id, name, scopes, token_hash, created_at)
    VALUES (${userId}, ${name}, ${scopes}, ${tokenHash}, ${now})
    RETURNING ${columns}`)
}

/** False if the user has no such token. */
export async function deleteToken(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM access_tokens WHERE id = ${id} AND user_id = ${userId}`)) === 1
}

export async function deleteTokensOf(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM access_tokens WHERE user_id = ${userId}`)
}

/** A token's user, with its scopes, and when it was last used. */
export type UserOfToken = SignedInUser & { scopes: Scope[]; token_id: number; last_used_at: string | null }

export function selectUserOfToken(db: Db, tokenHash: Buffer): Promise<UserOfToken | null> {
  return db.maybeOne(sql`
    SELECT u.id, '' AS session_id, u.username, u.first_name, u.last_name, u.email, u.email_verified_at, ${languageOfUser} AS language,
           t.scopes, t.id AS token_id, t.last_used_at
    FROM access_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = ${tokenHash}`)
}

export async function touchToken(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE access_tokens SET last_used_at = ${now} WHERE id = ${id}`)
}

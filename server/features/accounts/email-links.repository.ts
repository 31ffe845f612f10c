import { type Db, sql } from '#server/lib/postgres/database.ts'

export type LinkKind = 'verify' | 'reset'

export interface EmailLink {
  user_id: number
  kind: LinkKind
  /** The address that it is mailed to. */
  email: string
  /** SHA-256 of the token. */
  token_hash: Buffer
}

/** Replaces an older link of this kind. */
export async function upsertLink(db: Db, link: EmailLink, expiresAt: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO email_links (user_id, kind, email, token_hash, expires_at)
    VALUES (${link.user_id}, ${link.kind}, ${link.email}, ${link.token_hash}, ${expiresAt})
    ON CONFLICT (user_id, kind) DO UPDATE
    SET email = EXCLUDED.email, token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at`)
}

/** Not deleted, replaced or expired, and its address is still the user's. */
export async function isGoodLink(db: Db, link: Omit<EmailLink, 'email'>, now: Date): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM email_links l JOIN users u ON u.id = l.user_id
    WHERE l.user_id = ${link.user_id} AND l.kind = ${link.kind} AND l.token_hash = ${link.token_hash}
      AND l.expires_at > ${now} AND lower(l.email) = lower(u.email)`)
  return found !== null
}

/** False if it is not valid; of several uses at once one succeeds. */
export async function deleteGoodLink(db: Db, link: Omit<EmailLink, 'email'>, now: Date): Promise<boolean> {
  const deleted = await db.run(sql`
    DELETE FROM email_links l USING users u
    WHERE u.id = l.user_id AND l.user_id = ${link.user_id} AND l.kind = ${link.kind}
      AND l.token_hash = ${link.token_hash} AND l.expires_at > ${now} AND lower(l.email) = lower(u.email)`)
  return deleted === 1
}

export async function deleteLinks(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM email_links WHERE user_id = ${userId}`)
}

export async function deleteResetLink(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM email_links WHERE user_id = ${userId} AND kind = 'reset'`)
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM email_links WHERE expires_at <= ${now}`)
}

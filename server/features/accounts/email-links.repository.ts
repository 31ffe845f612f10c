import { type Db, sql } from '#server/lib/postgres/database.ts'

/** `undo` is mailed to the old address when the email changes. It sets a new password too. */
export type LinkKind = 'verify' | 'reset' | 'undo'

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

type Opened = Pick<EmailLink, 'user_id' | 'token_hash'>

/** Whether link `l` of user `u` has not expired, and its address is still the user's, or for `undo` nobody's. */
const isGood = ({ user_id, token_hash }: Opened, kinds: LinkKind[], now: Date) => sql`
  u.id = l.user_id AND l.user_id = ${user_id} AND l.kind = ANY(${kinds}) AND l.token_hash = ${token_hash} AND l.expires_at > ${now}
  AND CASE WHEN l.kind = 'undo' THEN NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(l.email))
           ELSE lower(l.email) = lower(u.email) END`

/** Not deleted, replaced or expired. */
export async function isGoodLink(db: Db, link: Opened, kinds: LinkKind[], now: Date): Promise<boolean> {
  return (await db.maybeOne(sql`SELECT FROM email_links l, users u WHERE ${isGood(link, kinds, now)}`)) !== null
}

/** Null if it is not valid; of several uses at once one succeeds. */
export function deleteGoodLink(
  db: Db,
  link: Opened,
  kinds: LinkKind[],
  now: Date,
): Promise<Pick<EmailLink, 'kind' | 'email'> | null> {
  return db.maybeOne(sql`
    DELETE FROM email_links l USING users u WHERE ${isGood(link, kinds, now)} RETURNING l.kind, l.email`)
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

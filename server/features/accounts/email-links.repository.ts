import { type Db, sql } from '#server/lib/postgres/database.ts'

/** `undo` is mailed to the old address when the email changes. It sets a new password too, and no later change ends it:
 *  otherwise a thief would only have to change the email twice. */
export type LinkKind = 'verify' | 'reset' | 'undo'

export interface EmailLink {
  user_id: number
  kind: LinkKind
  /** The address that it is mailed to. */
  email: string
  /** SHA-256 of the token. */
  token_hash: Buffer
}

/** Replaces an older link of this kind to this address. */
export async function upsertLink(db: Db, link: EmailLink, expiresAt: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO email_links (user_id, kind, email, token_hash, expires_at)
    VALUES (${link.user_id}, ${link.kind}, ${link.email}, ${link.token_hash}, ${expiresAt})
    ON CONFLICT (user_id, kind, lower(email)) DO UPDATE
    SET email = EXCLUDED.email, token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at`)
}

/** Gives a stored link a new token; false if the link has ended. */
export async function updateToken(db: Db, { user_id, kind, email, token_hash }: EmailLink): Promise<boolean> {
  const updated = await db.run(sql`
    UPDATE email_links SET token_hash = ${token_hash}
    WHERE user_id = ${user_id} AND kind = ${kind} AND lower(email) = lower(${email})`)
  return updated === 1
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
): Promise<(Pick<EmailLink, 'kind' | 'email'> & { expires_at: string }) | null> {
  return db.maybeOne(sql`
    DELETE FROM email_links l USING users u WHERE ${isGood(link, kinds, now)} RETURNING l.kind, l.email, l.expires_at`)
}

/** Whether somebody else may still go back to this email. */
export async function isReserved(db: Db, email: string, userId: number, now: Date): Promise<boolean> {
  const link = await db.maybeOne(sql`
    SELECT FROM email_links
    WHERE kind = 'undo' AND lower(email) = lower(${email}) AND user_id <> ${userId} AND expires_at > ${now} LIMIT 1`)
  return link !== null
}

/** All except `undo`. */
export async function deleteLinks(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM email_links WHERE user_id = ${userId} AND kind <> 'undo'`)
}

/** Those that were made when the email was changed once more. */
export async function deleteUndoLinksAfter(db: Db, userId: number, expiresAt: string): Promise<void> {
  await db.run(sql`
    DELETE FROM email_links WHERE user_id = ${userId} AND kind = 'undo' AND expires_at > ${expiresAt}`)
}

export async function deleteResetLink(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM email_links WHERE user_id = ${userId} AND kind = 'reset'`)
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM email_links WHERE expires_at <= ${now}`)
}

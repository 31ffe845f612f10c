import { type Db, sql } from '#server/lib/postgres/database.ts'

/** A request whose mail has been made. */
export interface CodeRequest {
  id: string
  email: string
  /** Of the account with this email; null if there is none. */
  user_id: number | null
  code_hash: Buffer
  link_hash: Buffer
}

/** Ends an older request of the browser. Returns the new one's id. */
export async function upsertRequest(db: Db, browserHash: Buffer, email: string, expiresAt: Date): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    INSERT INTO sign_in_codes (browser_hash, email, expires_at) VALUES (${browserHash}, ${email}, ${expiresAt})
    ON CONFLICT (browser_hash) DO UPDATE
    SET id = gen_random_uuid(), email = EXCLUDED.email, code_hash = NULL, link_hash = NULL, tries = 0,
        expires_at = EXCLUDED.expires_at
    RETURNING id`)
  return id
}

/** False if a newer request has replaced it, or it has expired. */
export async function updateHashes(
  db: Db,
  id: string,
  { code, link }: { code: Buffer; link: Buffer },
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const updated = await db.run(sql`
    UPDATE sign_in_codes SET code_hash = ${code}, link_hash = ${link}, expires_at = ${expiresAt}
    WHERE id = ${id} AND expires_at > ${now}`)
  return updated === 1
}

/** The browser's request, if its code may still be tried. */
export function selectRequest(db: Db, browserHash: Buffer, now: Date, tries: number): Promise<CodeRequest | null> {
  return db.maybeOne(sql`
    SELECT c.id, c.email, u.id AS user_id, c.code_hash, c.link_hash
    FROM sign_in_codes c LEFT JOIN users u ON lower(u.email) = lower(c.email)
    WHERE c.browser_hash = ${browserHash} AND c.code_hash IS NOT NULL AND c.tries < ${tries} AND c.expires_at > ${now}`)
}

/** Counts a wrong code. False if there was no try left. */
export async function addTry(db: Db, id: string, tries: number): Promise<boolean> {
  return (await db.run(sql`UPDATE sign_in_codes SET tries = tries + 1 WHERE id = ${id} AND tries < ${tries}`)) === 1
}

/** False if the code was used, replaced or mistyped too often a moment ago; of several uses at once one succeeds. */
export async function deleteRequest(db: Db, { id, code_hash }: CodeRequest, tries: number): Promise<boolean> {
  const deleted = await db.run(sql`
    DELETE FROM sign_in_codes WHERE id = ${id} AND code_hash = ${code_hash} AND tries < ${tries}`)
  return deleted === 1
}

export async function deleteExpiredRequests(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM sign_in_codes WHERE expires_at <= ${now}`)
}

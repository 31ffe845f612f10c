import type { Place } from '#contract/places.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The stored answer for a query, unless it has expired. */
export async function selectAnswer(db: Db, question: string, now: Date): Promise<Place[] | null> {
  const row = await db.maybeOne<{ answer: Place[] }>(sql`
    SELECT answer FROM places WHERE question = ${question} AND expires_at > ${now}`)
  return row?.answer ?? null
}

export async function saveAnswer(db: Db, question: string, answer: Place[], expiresAt: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO places (question, answer, expires_at)
    VALUES (${question}, ${JSON.stringify(answer)}::jsonb, ${expiresAt})
    ON CONFLICT (question) DO UPDATE SET answer = excluded.answer, expires_at = excluded.expires_at`)
}

/** Deletes some of the expired answers, so that no call waits for a long cleanup. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.run(sql`
    DELETE FROM places WHERE question IN (SELECT question FROM places WHERE expires_at <= ${now} LIMIT 100)`)
}

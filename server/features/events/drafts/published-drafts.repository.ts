import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The event that a draft became, and the hash of what was sent to publish it. */
interface PublishedDraft {
  event_id: number
  sent_hash: Buffer
}

/** Null where the user has published no such draft, and where its event is deleted. */
export function selectPublished(db: Db, userId: number, draftId: number): Promise<PublishedDraft | null> {
  return db.maybeOne(sql`
    SELECT event_id, sent_hash FROM published_drafts WHERE draft_id = ${draftId} AND user_id = ${userId}`)
}

export async function insertPublished(
  db: Db,
  userId: number,
  draftId: number,
  { event_id, sent_hash }: PublishedDraft,
): Promise<void> {
  await db.run(sql`
    INSERT INTO published_drafts (draft_id, user_id, event_id, sent_hash)
    VALUES (${draftId}, ${userId}, ${event_id}, ${sent_hash})`)
}

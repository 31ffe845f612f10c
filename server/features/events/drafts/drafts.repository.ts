import type { DraftContent, OpenDraft, SavedDraft } from '#contract/events/drafts.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

const savedColumns: Sql = sql`id, version, saved_at, event_name, picture`

/** The user's drafts, last saved first. */
export function selectDrafts(db: Db, userId: number): Promise<SavedDraft[]> {
  return db.many(sql`
    SELECT ${savedColumns} FROM event_drafts WHERE user_id = ${userId} ORDER BY saved_at DESC, id DESC`)
}

/** Null where there is no such draft, and where it is somebody else's. */
export function selectDraft(db: Db, userId: number, id: number): Promise<OpenDraft | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, content FROM event_drafts WHERE id = ${id} AND user_id = ${userId}`)
}

/** A draft as a change of it finds it, with the hash of what was sent to save it last; null where it was never saved again. */
export interface DraftState extends SavedDraft {
  sent_hash: Buffer | null
}

/** Null as for `selectDraft`. */
export function selectDraftState(db: Db, userId: number, id: number): Promise<DraftState | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, sent_hash FROM event_drafts WHERE id = ${id} AND user_id = ${userId}`)
}

/** The same, held until the transaction ends. */
export function lockDraft(db: Db, userId: number, id: number): Promise<DraftState | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, sent_hash FROM event_drafts WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`)
}

/** Count AFTER the user's row is locked, in a statement of its own: two drafts at once would both be the last. */
export async function countDrafts(db: Db, userId: number): Promise<number> {
  const { drafts } = await db.one<{ drafts: number }>(sql`
    SELECT count(*)::int AS drafts FROM event_drafts WHERE user_id = ${userId}`)
  return drafts
}

interface NewDraft {
  content: DraftContent
  picture: string
  now: Date
}

export function insertDraft(db: Db, userId: number, { content, picture, now }: NewDraft): Promise<SavedDraft> {
  return db.one(sql`
    INSERT INTO event_drafts (user_id, content, picture, created_at, saved_at)
    VALUES (${userId}, ${JSON.stringify(content)}::jsonb, ${picture}, ${now}, ${now})
    RETURNING ${savedColumns}`)
}

interface NewContent extends NewDraft {
  sent_hash: Buffer
}

export function updateDraft(db: Db, id: number, { content, picture, now, sent_hash }: NewContent): Promise<SavedDraft> {
  return db.one(sql`
    UPDATE event_drafts
    SET content = ${JSON.stringify(content)}::jsonb, picture = ${picture}, saved_at = ${now}, version = version + 1,
        sent_hash = ${sent_hash}
    WHERE id = ${id}
    RETURNING ${savedColumns}`)
}

export async function removeDraft(db: Db, id: number): Promise<void> {
  await db.run(sql`DELETE FROM event_drafts WHERE id = ${id}`)
}

/** Removes all drafts of the user, and returns the addresses of their pictures, '' where there was none. */
export async function removeDraftsOf(db: Db, userId: number): Promise<string[]> {
  const removed = await db.many<{ picture: string }>(sql`
    DELETE FROM event_drafts WHERE user_id = ${userId} RETURNING picture`)
  return removed.map(({ picture }) => picture)
}

/** Whether it is the picture of an event or a draft of the user. */
export async function ownsPicture(db: Db, userId: number, address: string): Promise<boolean> {
  const { owned } = await db.one<{ owned: boolean }>(sql`
    SELECT EXISTS (SELECT FROM events WHERE user_id = ${userId} AND event_image = ${address})
        OR EXISTS (SELECT FROM event_drafts WHERE user_id = ${userId} AND picture = ${address}) AS owned`)
  return owned
}

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

import type { DraftContent, OpenDraft, SavedDraft } from '#contract/events/drafts.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

const savedColumns: Sql = sql`id, version, saved_at, event_name, picture`

/** Last saved first. */
export function selectDrafts(db: Db, userId: number): Promise<SavedDraft[]> {
  return db.many(sql`
    SELECT ${savedColumns} FROM event_drafts WHERE user_id = ${userId} ORDER BY saved_at DESC, id DESC`)
}

/** Null if there is no such draft or it is someone else's. */
export function selectDraft(db: Db, userId: number, id: number): Promise<OpenDraft | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, content FROM event_drafts WHERE id = ${id} AND user_id = ${userId}`)
}

/** A draft before a change. `sent_hash` is of the last save, null for older drafts that were never saved again. */
export interface DraftState extends SavedDraft {
  sent_hash: Buffer | null
}

/** Null as for `selectDraft`. */
export function selectDraftState(db: Db, userId: number, id: number): Promise<DraftState | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, sent_hash FROM event_drafts WHERE id = ${id} AND user_id = ${userId}`)
}

/** Null if the user has added no draft with this key, or it is gone. */
export function selectDraftOfKey(db: Db, userId: number, key: string | undefined): Promise<DraftState | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, sent_hash FROM event_drafts WHERE user_id = ${userId} AND client_key = ${key ?? null}`)
}

/** Locks the draft until the transaction ends; null as for `selectDraft`. */
export function lockDraft(db: Db, userId: number, id: number): Promise<DraftState | null> {
  return db.maybeOne(sql`
    SELECT ${savedColumns}, sent_hash FROM event_drafts WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`)
}

/** Lock the user's row first, in a separate statement. Otherwise two simultaneous drafts would both count as the last
 *  one allowed. */
export async function countDrafts(db: Db, userId: number): Promise<number> {
  const { drafts } = await db.one<{ drafts: number }>(sql`
    SELECT count(*)::int AS drafts FROM event_drafts WHERE user_id = ${userId}`)
  return drafts
}

interface NewContent {
  content: DraftContent
  picture: string
  now: Date
  sent_hash: Buffer
}

export function insertDraft(
  db: Db,
  userId: number,
  clientKey: string | undefined,
  { content, picture, now, sent_hash }: NewContent,
): Promise<SavedDraft> {
  return db.one(sql`
    INSERT INTO event_drafts (user_id, client_key, content, picture, created_at, saved_at, sent_hash)
    VALUES (${userId}, ${clientKey ?? null}, ${JSON.stringify(content)}::jsonb, ${picture}, ${now}, ${now}, ${sent_hash})
    RETURNING ${savedColumns}`)
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

/** Returns the addresses of the removed drafts' pictures, '' for drafts without one. */
export async function removeDraftsOf(db: Db, userId: number): Promise<string[]> {
  const removed = await db.many<{ picture: string }>(sql`
    DELETE FROM event_drafts WHERE user_id = ${userId} RETURNING picture`)
  return removed.map(({ picture }) => picture)
}

export async function ownsPicture(db: Db, userId: number, address: string): Promise<boolean> {
  const { owned } = await db.one<{ owned: boolean }>(sql`
    SELECT EXISTS (SELECT FROM events WHERE user_id = ${userId} AND event_image = ${address})
        OR EXISTS (SELECT FROM event_drafts WHERE user_id = ${userId} AND picture = ${address}) AS owned`)
  return owned
}

/** What an event was published from: a draft, a form with a key, or both. */
interface PublishedFrom {
  draft_id: number | null
  client_key?: string | undefined
}

/** The event, and the hash of the request that published it. */
interface Published {
  event_id: number
  sent_hash: Buffer
}

/** Null if the user has not published this draft or form, or the event has been deleted. */
export function selectPublished(db: Db, userId: number, from: PublishedFrom): Promise<Published | null> {
  return db.maybeOne(sql`
    SELECT event_id, sent_hash FROM published_drafts
    WHERE user_id = ${userId} AND (draft_id = ${from.draft_id} OR client_key = ${from.client_key ?? null}) LIMIT 1`)
}

export async function insertPublished(
  db: Db,
  userId: number,
  { draft_id, client_key }: PublishedFrom,
  { event_id, sent_hash }: Published,
): Promise<void> {
  await db.run(sql`
    INSERT INTO published_drafts (draft_id, client_key, user_id, event_id, sent_hash)
    VALUES (${draft_id}, ${client_key ?? null}, ${userId}, ${event_id}, ${sent_hash})`)
}

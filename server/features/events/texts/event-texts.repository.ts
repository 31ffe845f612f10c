import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The HTML of one of an event's texts, and the digest of what it was made from. */
export interface RenderedText {
  field: string
  made_from: Buffer
  html: string
}

export function selectRenderedTexts(db: Db, eventId: number): Promise<RenderedText[]> {
  return db.many(sql`SELECT field, made_from, html FROM rendered_texts WHERE event_id = ${eventId}`)
}

/** Keeps nothing for an event that has been deleted meanwhile. */
export async function putRenderedText(
  db: Db,
  eventId: number,
  { field, made_from, html }: RenderedText,
): Promise<void> {
  await db.run(sql`
    INSERT INTO rendered_texts (event_id, field, made_from, html)
    SELECT id, ${field}, ${made_from}, ${html} FROM events WHERE id = ${eventId} FOR KEY SHARE
    ON CONFLICT (event_id, field) DO UPDATE SET made_from = excluded.made_from, html = excluded.html`)
}

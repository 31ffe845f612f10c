import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Takes out the oldest that stand there for `seconds`, at most `rows` rows of up to five hundred tickets, passing over
 *  what another process is taking. How long is told by the database's own clock. */
export async function takeUnconfirmed(db: Db, seconds: number, rows: number): Promise<number[]> {
  const taken = await db.many<{ ticket_ids: number[] }>(sql`
    DELETE FROM unconfirmed_tickets
    WHERE id IN (
      SELECT id FROM unconfirmed_tickets
      WHERE added_at <= now() - make_interval(secs => ${seconds})
      ORDER BY id LIMIT ${rows} FOR UPDATE SKIP LOCKED)
    RETURNING ticket_ids`)
  return taken.flatMap(({ ticket_ids }) => ticket_ids)
}

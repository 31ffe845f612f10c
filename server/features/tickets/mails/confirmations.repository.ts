import { type Db, sql } from '#server/lib/postgres/database.ts'
import type { NotedNews } from './news.ts'

/** Notes that the holders of these applications are to be mailed that news. */
export async function noteNews(db: Db, news: NotedNews, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return
  await db.run(sql`
    INSERT INTO unconfirmed_tickets (news, ticket_ids)
    SELECT ${news}, array_agg(id ORDER BY place)
    FROM unnest(${ticketIds}::integer[]) WITH ORDINALITY AS t (id, place)
    GROUP BY (place - 1) / 500
    ORDER BY min(place)`)
}

/** The same for news that may come several times, of which only the last is mailed: what was noted before is dropped. */
export async function noteNewsAnew(db: Db, news: NotedNews, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return
  await db.run(sql`
    UPDATE unconfirmed_tickets
    SET ticket_ids = ARRAY(SELECT id FROM unnest(ticket_ids) AS t (id) WHERE id <> ALL (${ticketIds}::integer[]))
    WHERE news = ${news} AND ticket_ids && ${ticketIds}::integer[]`)
  await noteNews(db, news, ticketIds)
}

/** Takes out the oldest that stand there for `seconds`, at most `rows` rows of up to five hundred tickets, passing over
 *  what another process is taking. How long is told by the database's own clock. */
export function takeUnconfirmed(
  db: Db,
  seconds: number,
  rows: number,
): Promise<{ news: NotedNews; ticket_ids: number[] }[]> {
  return db.many(sql`
    DELETE FROM unconfirmed_tickets
    WHERE id IN (
      SELECT id FROM unconfirmed_tickets
      WHERE added_at <= now() - make_interval(secs => ${seconds})
      ORDER BY id LIMIT ${rows} FOR UPDATE SKIP LOCKED)
    RETURNING news, ticket_ids`)
}

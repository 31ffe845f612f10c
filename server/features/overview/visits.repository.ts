import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Views of an event's page on one day from one source. */
export interface Visit {
  event_id: number
  /** YYYY-MM-DD in Bangkok. */
  day: string
  /** Only `from` and `host` have a name. */
  kind: 'from' | 'host' | 'inside' | 'direct' | 'other'
  name: string
  visits: number
}

/** Named sources of an event on one day; views from further ones are `other`. */
export const mostSources = 30

/** Adds all of them in one statement. Views of missing events are dropped. Sorted, so that two processes that add to the same
 *  rows do not deadlock. */
export async function addVisits(db: Db, visits: Visit[]): Promise<void> {
  const column = (name: keyof Visit) => visits.map((visit) => visit[name])
  await db.run(sql`
    WITH given AS (
      SELECT g.*, g.name = '' OR EXISTS (
               SELECT FROM event_visits v
               WHERE v.event_id = g.event_id AND v.day = g.day AND v.kind = g.kind AND v.name = g.name) AS is_known
      FROM unnest(${column('event_id')}::integer[], ${column('day')}::date[], ${column('kind')}::text[],
                  ${column('name')}::text[], ${column('visits')}::integer[]) AS g (event_id, day, kind, name, visits)
      WHERE EXISTS (SELECT FROM events e WHERE e.id = g.event_id)
    ), stored AS (
      SELECT event_id, day, count(*) AS sources
      FROM event_visits
      WHERE name <> '' AND (event_id, day) IN (SELECT event_id, day FROM given)
      GROUP BY event_id, day
    ), placed AS (
      SELECT g.*, g.is_known OR coalesce(s.sources, 0) + row_number() OVER (
               PARTITION BY g.event_id, g.day, g.is_known ORDER BY g.visits DESC, g.name) <= ${mostSources} AS has_room
      FROM given g LEFT JOIN stored s ON s.event_id = g.event_id AND s.day = g.day
    )
    INSERT INTO event_visits AS v (event_id, day, kind, name, visits)
    SELECT event_id, day, CASE WHEN has_room THEN kind ELSE 'other' END, CASE WHEN has_room THEN name ELSE '' END,
           sum(visits)::integer
    FROM placed
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (event_id, day, kind, name) DO UPDATE SET visits = v.visits + excluded.visits`)
}

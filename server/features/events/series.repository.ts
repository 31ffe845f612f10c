import type { SeriesDate } from '#contract/events/own-events.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { isListedFor } from '#server/features/events/sql/event-conditions.sql.ts'
import { hasRole } from '#server/features/team/team.repository.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** All dates of the event's series in the order of their start, or the event alone; only those that a user may edit, if one is
 *  given. */
export function selectDates(db: Db, eventId: number, now: Date, userId?: number): Promise<SeriesDate[]> {
  return db.many(sql`
    SELECT e.id, e.start_date_event, e.end_date_event, s.capacity AS max_attendee, s.taken AS current_attendees, s.waiting,
           (SELECT count(*)::int FROM tickets t WHERE t.event_id = e.id AND t.status <> 'CANCELLED' AND t.party_of IS NULL
              AND t.user_id IS NOT NULL) AS applicants,
           CASE WHEN ${now} < e.start_date_event THEN 'UPCOMING'
                WHEN ${now} < e.end_date_event THEN 'ONGOING' ELSE 'COMPLETED' END AS status,
           coalesce(e.called_off_at < e.end_date_event, false) AS is_called_off
    FROM events given
    JOIN events e ON e.id = given.id OR (e.series_id = given.series_id AND e.user_id = given.user_id)
    JOIN event_seats s ON s.event_id = e.id
    WHERE given.id = ${eventId} AND (e.called_off_at IS NULL OR e.called_off_at < e.end_date_event)
      AND ${userId === undefined ? sql`true` : hasRole({ id: userId }, 'co_host')}
    ORDER BY e.start_date_event, e.id`)
}

/** The coming dates of a series besides one, that lists show to the viewer. */
export function selectOtherDates(
  db: Db,
  { id, series_id }: { id: number; series_id: number | null },
  viewer: Viewer,
  now: Date,
): Promise<{ id: number; start_date_event: string }[]> {
  return db.many(sql`
    SELECT e.id, e.start_date_event FROM events e
    WHERE e.series_id = ${series_id} AND e.id <> ${id} AND e.end_date_event > ${now} AND ${isListedFor(viewer)}
    ORDER BY e.start_date_event, e.id`)
}

/** The ids of an event and the later dates of its series that are neither over nor called off and that the user may edit, in the
 *  order of their id, in which they are locked. */
export async function selectThisAndLater(db: Db, eventId: number, userId: number, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT e.id FROM events given
    JOIN events e ON e.id = given.id
      OR (e.series_id = given.series_id AND e.user_id = given.user_id AND e.called_off_at IS NULL
          AND e.start_date_event > given.start_date_event AND e.end_date_event > ${now}
          AND ${hasRole({ id: userId }, 'co_host')})
    WHERE given.id = ${eventId}
    ORDER BY e.id`)
  return rows.map(({ id }) => id)
}

/** Makes events dates of a series. The copied event's page shows the others then. */
export async function joinSeries(db: Db, eventIds: number[], seriesId: number): Promise<void> {
  await db.run(sql`
    UPDATE events SET series_id = ${seriesId}, version = version + 1
    WHERE id = ANY (${eventIds}::integer[]) AND series_id IS DISTINCT FROM ${seriesId}`)
}

/** Whether a date of a series has this picture: dates share theirs. */
export async function isPictureOfSeries(db: Db, address: string): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM events WHERE event_image = ${address} AND series_id IS NOT NULL LIMIT 1`)
  return found !== null
}

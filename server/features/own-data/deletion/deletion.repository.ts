import type { DeletionPreview } from '#contract/accounts/deletion.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

type Counts = Omit<DeletionPreview, 'upcoming_events' | 'events_to_call_off'>

/** What there is of a person that a deletion would change. */
export function selectDeletionCounts(db: Db, userId: number, now: Date): Promise<Counts> {
  return db.one(sql`
    SELECT held.upcoming_tickets, held.open_applications, held.past_tickets,
           (SELECT count(*)::int FROM comments WHERE user_id = ${userId}) AS comments,
           (SELECT count(*)::int FROM comments c JOIN comments r ON r.parent_id = c.id
            WHERE c.user_id = ${userId} AND r.user_id <> ${userId}) AS replies_of_others,
           (SELECT count(*)::int FROM likes WHERE user_id = ${userId}) AS likes,
           (SELECT count(*)::int FROM bookmarks WHERE user_id = ${userId}) AS bookmarks,
           (SELECT count(*)::int FROM follows WHERE user_id = ${userId}) AS follows,
           (SELECT count(*)::int FROM event_drafts WHERE user_id = ${userId}) AS drafts,
           EXISTS (SELECT FROM organizers WHERE user_id = ${userId}) AS is_organizer,
           (SELECT count(*)::int FROM events
            WHERE user_id = ${userId} AND (called_off_at IS NOT NULL OR end_date_event <= ${now})) AS former_events
    FROM (
      SELECT count(*) FILTER (WHERE t.status = 'ACTIVE' AND e.end_date_event > ${now})::int AS upcoming_tickets,
             count(*) FILTER (WHERE t.status IN ('WAITING', 'PENDING', 'UNPAID') AND e.end_date_event > ${now})::int
               AS open_applications,
             count(*) FILTER (WHERE t.status = 'USED' OR (t.status = 'ACTIVE' AND e.end_date_event <= ${now}))::int
               AS past_tickets
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = ${userId}
    ) held`)
}

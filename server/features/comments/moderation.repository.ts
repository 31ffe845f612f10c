import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

interface NewReport {
  commentId: number
  userId: number
  eventId: number
  reason: string
}

/** Stores a report; false if that person has already reported the comment. */
export async function insertReport(db: Db, report: NewReport, now: Date): Promise<boolean> {
  const inserted = await db.run(sql`
    INSERT INTO comment_reports (comment_id, user_id, event_id, reason, created_at)
    VALUES (${report.commentId}, ${report.userId}, ${report.eventId}, ${report.reason}, ${now})
    ON CONFLICT (comment_id, user_id) DO NOTHING`)
  return inserted === 1
}

/** The reports of one comment. */
export interface Reports {
  comment_id: number
  total: number
  reported_at: string
  reasons: string[]
}

/** The owner has neither dismissed the report nor hidden its comment. */
const isUnanswered = sql`r.dismissed_at IS NULL AND c.hidden_by IS NULL`

/** The number of comments that `selectReports` would list without a limit. */
export function countReported(eventId: Sql): Sql {
  return sql`(
    SELECT count(DISTINCT r.comment_id)::int FROM comment_reports r JOIN comments c ON c.id = r.comment_id
    WHERE r.event_id = ${eventId} AND ${isUnanswered})`
}

/** The event's reported comments that were neither hidden nor dismissed since, last reported first. At most twenty reasons
 *  each, newest first. */
export function selectReports(db: Db, eventId: number, limit: number): Promise<Reports[]> {
  return db.many(sql`
    SELECT r.comment_id, count(*)::int AS total, max(r.created_at) AS reported_at,
           coalesce((array_agg(r.reason ORDER BY r.created_at DESC) FILTER (WHERE r.reason <> ''))[1:20], '{}') AS reasons
    FROM comment_reports r JOIN comments c ON c.id = r.comment_id
    WHERE r.event_id = ${eventId} AND ${isUnanswered}
    GROUP BY r.comment_id
    ORDER BY reported_at DESC, r.comment_id DESC
    LIMIT ${limit}`)
}

export async function dismissReports(db: Db, commentId: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE comment_reports SET dismissed_at = ${now} WHERE comment_id = ${commentId} AND dismissed_at IS NULL`)
}

/** A reported comment as the operator sees it. */
export interface ListedReport {
  comment_id: number
  event_id: number
  event_name: string
  author: string
  content: string
  hidden_by: 'organizer' | 'operator' | null
  total: number
  reported_at: string
  /** All reports were dismissed by the organizer. */
  is_dismissed: boolean
  /** 'username: reason', or the username alone. */
  reasons: string[]
}

/** Reported comments on any event that the operator has not hidden, last reported first; includes those that organizers have
 *  hidden or dismissed. */
export function selectAllReports(db: Db, limit: number): Promise<ListedReport[]> {
  return db.many(sql`
    SELECT c.id AS comment_id, e.id AS event_id, e.event_name, author.username AS author, c.content, c.hidden_by,
           count(*)::int AS total, max(r.created_at) AS reported_at, bool_and(r.dismissed_at IS NOT NULL) AS is_dismissed,
           (array_agg(reporter.username || CASE WHEN r.reason = '' THEN '' ELSE ': ' || r.reason END
              ORDER BY r.created_at DESC))[1:20] AS reasons
    FROM comment_reports r
    JOIN users reporter ON reporter.id = r.user_id
    JOIN comments c ON c.id = r.comment_id
    JOIN users author ON author.id = c.user_id
    JOIN events e ON e.id = c.event_id
    WHERE c.hidden_by IS DISTINCT FROM 'operator'
    GROUP BY c.id, e.id, author.username
    ORDER BY reported_at DESC, c.id DESC
    LIMIT ${limit}`)
}

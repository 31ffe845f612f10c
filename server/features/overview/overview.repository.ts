import type { GivenAnswer } from '#contract/questions/questions.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** Current numbers of tickets and applications, except `applications`, which counts all that were ever made, with the invitations
 *  that were claimed, and `walk_ins` and `entries`, which stay when the event is called off. */
export interface Totals {
  applications: number
  /** Invitations that can still be claimed. */
  invited: number
  walk_ins: number
  tickets: number
  entries: number
  /** Seats set aside for the door. */
  set_aside: number
}

/** Not the seat of a guest, a walk-in or an invitation that nobody has claimed. */
const isApplication = sql`party_of IS NULL AND walk_in IS NULL AND (claim_by IS NULL OR issued_at IS NOT NULL)`

export function selectTotals(db: Db, eventId: number): Promise<Totals> {
  return db.one(sql`
    SELECT count(*) FILTER (WHERE ${isApplication})::int AS applications,
           count(*) FILTER (WHERE status = 'INVITED')::int AS invited,
           count(*) FILTER (WHERE used_at IS NOT NULL AND walk_in IS NOT NULL)::int AS walk_ins,
           count(*) FILTER (WHERE status IN ('ACTIVE', 'USED'))::int AS tickets,
           count(*) FILTER (WHERE used_at IS NOT NULL)::int AS entries,
           coalesce((SELECT s.set_aside FROM event_seats s WHERE s.event_id = ${eventId}), 0) AS set_aside
    FROM tickets WHERE event_id = ${eventId}`)
}

export interface DayCount {
  /** YYYY-MM-DD in Bangkok. */
  day: string
  applications: number
  /** Seats taken minus seats given back on that day. */
  seats: number
}

/** The days with activity, oldest first. The seat of an unpaid application or an invitation counts from its first day,
 *  until it ends without becoming a ticket. */
export function selectDays(db: Db, eventId: number): Promise<DayCount[]> {
  const day = (column: Sql) => sql`(${column} AT TIME ZONE 'Asia/Bangkok')::date`
  return db.many(sql`
    WITH alike AS (
      SELECT ${day(sql`register_date`)} AS applied, ${day(sql`issued_at`)} AS issued, ${day(sql`cancelled_at`)} AS ended,
             status IN ('UNPAID', 'INVITED') AS is_held, count(*) AS seats, count(*) FILTER (WHERE ${isApplication}) AS people
      FROM tickets WHERE event_id = ${eventId} AND cancel_reason IS DISTINCT FROM 'passed_on'
      GROUP BY 1, 2, 3, 4
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(applications)::int AS applications, sum(seats)::int AS seats
    FROM (
      SELECT applied AS day, people AS applications, CASE WHEN is_held THEN seats ELSE 0 END AS seats FROM alike
      WHERE people > 0 OR is_held
      UNION ALL
      SELECT issued, 0, seats FROM alike WHERE issued IS NOT NULL
      UNION ALL
      SELECT ended, 0, -seats FROM alike WHERE issued IS NOT NULL AND ended IS NOT NULL
    ) counted
    GROUP BY day
    ORDER BY day`)
}

export type DayVisits = Pick<Visit, 'day' | 'visits'>

/** From all sources, oldest first. */
export function selectVisitDays(db: Db, eventId: number): Promise<DayVisits[]> {
  return db.many(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(visits)::int AS visits
    FROM event_visits WHERE event_id = ${eventId} GROUP BY 1 ORDER BY 1`)
}

/** Most views first. */
export function selectSources(db: Db, eventId: number): Promise<Pick<Visit, 'kind' | 'name' | 'visits'>[]> {
  return db.many(sql`
    SELECT kind, name, sum(visits)::int AS visits
    FROM event_visits WHERE event_id = ${eventId}
    GROUP BY kind, name
    ORDER BY sum(visits) DESC, kind, name`)
}

/** How often an answer was given to one wording of a question. `choice` is null for free-text answers, which are counted
 *  together. */
export interface AnswerCount extends Pick<GivenAnswer, 'question_id' | 'kind' | 'question'> {
  choice: string | null
  people: number
}

/** Answers of live applications. Equal answers are counted first: unnesting every list of choices takes twice as long. */
export function countAnswers(db: Db, eventId: number): Promise<AnswerCount[]> {
  return db.many(sql`
    SELECT question_id, kind, question, choice, sum(people)::int AS people
    FROM (
      SELECT a ->> 'question_id' AS question_id, a ->> 'kind' AS kind, a ->> 'question' AS question,
             CASE WHEN a ->> 'kind' NOT IN ('short', 'long') THEN a -> 'answer' END AS answer, count(*) AS people
      FROM tickets t
      JOIN application_answers w ON w.ticket_id = t.id
      CROSS JOIN LATERAL jsonb_array_elements(w.answers) a
      WHERE t.event_id = ${eventId} AND t.status <> 'CANCELLED'
      GROUP BY 1, 2, 3, 4
    ) alike
    LEFT JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(answer) WHEN 'array' THEN answer ELSE jsonb_build_array(answer) END
    ) AS choice ON true
    GROUP BY 1, 2, 3, 4
    ORDER BY sum(people) DESC, choice`)
}

/** Free-text answers, newest first, without names. */
export async function selectTexts(
  db: Db,
  eventId: number,
  { question_id, question }: Pick<GivenAnswer, 'question_id' | 'question'>,
  limit: number,
): Promise<string[]> {
  const found = await db.many<{ answer: string }>(sql`
    SELECT a ->> 'answer' AS answer
    FROM tickets t
    JOIN application_answers w ON w.ticket_id = t.id
    CROSS JOIN LATERAL jsonb_array_elements(w.answers) a
    WHERE t.event_id = ${eventId} AND t.status <> 'CANCELLED'
      AND a ->> 'question_id' = ${question_id} AND a ->> 'question' = ${question} AND a ->> 'kind' IN ('short', 'long')
    ORDER BY t.id DESC
    LIMIT ${limit}`)
  return found.map(({ answer }) => answer)
}

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
const mostSources = 30

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

/** Views of the user's own events. */
export async function deleteVisitsOf(db: Db, ownerId: number): Promise<void> {
  await db.run(sql`DELETE FROM event_visits WHERE event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`)
}

import type { Language } from '#contract/language/languages.ts'
import type { Feedback } from '#contract/tickets/feedback.ts'
import { countedEmail, languageOfUser } from '#server/features/accounts/users.repository.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An event's page of 'How was it?' mails. */
interface Request {
  event_id: number
  last_ticket_id: number
}

/** Adds requests for events with check-ins that ended on the days from `since` up to `until`, if they have none yet. */
export async function insertRequests(db: Db, since: Date, until: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO feedback_requests (event_id)
    SELECT e.id FROM events e
    WHERE e.end_date_event >= ${since} AND e.end_date_event < ${until} AND e.called_off_at IS NULL
      AND NOT EXISTS (SELECT FROM feedback_requests r WHERE r.event_id = e.id)
      AND EXISTS (SELECT FROM tickets t WHERE t.event_id = e.id AND t.status = 'USED')
    ON CONFLICT DO NOTHING`)
}

/** Locks an unfinished request until the transaction ends, skipping those locked by other processes. */
export function lockOpenRequest(db: Db): Promise<Request | null> {
  return db.maybeOne(sql`
    SELECT event_id, last_ticket_id FROM feedback_requests
    WHERE done_at IS NULL ORDER BY event_id LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

/** The next tickets of people who were checked in, at most `count`. */
export async function selectTicketsToAsk(
  db: Db,
  { event_id, last_ticket_id }: Request,
  count: number,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT t.id FROM tickets t
    WHERE t.event_id = ${event_id} AND t.id > ${last_ticket_id} AND t.status = 'USED' AND t.party_of IS NULL
      AND t.user_id IS NOT NULL
    ORDER BY t.id LIMIT ${count}`)
  return rows.map(({ id }) => id)
}

export async function updateRequest(db: Db, eventId: number, lastTicketId: number, doneAt: Date | null): Promise<void> {
  await db.run(sql`
    UPDATE feedback_requests SET last_ticket_id = ${lastTicketId}, done_at = ${doneAt} WHERE event_id = ${eventId}`)
}

/** One person who is asked. */
export interface Asked {
  user_id: number
  name: string
  email: string
  language: Language
  event_name: string
  organizer_name: string
}

/** Null if they want no messages, have no email that counts, or their organizer has blocked them. */
export function selectAsked(db: Db, ticketId: number, counted: CountedEmails): Promise<Asked | null> {
  return db.maybeOne(sql`
    SELECT u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name, u.email,
           ${languageOfUser} AS language, e.event_name,
           coalesce(o.organizer_name, '') AS organizer_name
    FROM tickets t JOIN users u ON u.id = t.user_id JOIN events e ON e.id = t.event_id
    JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${ticketId} AND t.status = 'USED' AND e.called_off_at IS NULL AND u.messages_off_at IS NULL
      AND ${countedEmail(counted)} <> ''
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.owner_id = e.user_id AND b.user_id = u.id)`)
}

/** Null unless the ticket's holder was checked in, and has not deleted their account. */
export function selectFeedback(db: Db, ticketId: number): Promise<Feedback | null> {
  return db.maybeOne(sql`
    SELECT e.event_name, coalesce(o.organizer_name, '') AS organizer_name, e.start_date_event, f.stars,
           coalesce(f.sentence, '') AS sentence
    FROM tickets t JOIN events e ON e.id = t.event_id
    LEFT JOIN organizers o ON o.user_id = e.user_id
    LEFT JOIN event_feedback f ON f.event_id = t.event_id AND f.user_id = t.user_id
    WHERE t.id = ${ticketId} AND t.status = 'USED' AND t.user_id IS NOT NULL`)
}

/** Without a sentence the one given before stays. */
export async function putFeedback(
  db: Db,
  ticketId: number,
  { stars, sentence }: { stars: number; sentence?: string | undefined },
  now: Date,
): Promise<void> {
  await db.run(sql`
    INSERT INTO event_feedback (event_id, user_id, stars, sentence, changed_at)
    SELECT event_id, user_id, ${stars}, ${sentence ?? ''}, ${now}
    FROM tickets WHERE id = ${ticketId} AND status = 'USED' AND user_id IS NOT NULL
    ON CONFLICT (event_id, user_id) DO UPDATE SET
      stars = excluded.stars, changed_at = excluded.changed_at,
      sentence = coalesce(${sentence ?? null}::text, event_feedback.sentence)`)
}

/** How many people gave each number of stars, and how many of them a sentence. */
export function countStars(db: Db, eventId: number): Promise<{ stars: number; people: number; sentences: number }[]> {
  return db.many(sql`
    SELECT stars, count(*)::int AS people, count(*) FILTER (WHERE sentence <> '')::int AS sentences
    FROM event_feedback WHERE event_id = ${eventId} GROUP BY stars`)
}

/** Newest first, without names. */
export async function selectSentences(db: Db, eventId: number, limit: number): Promise<string[]> {
  const rows = await db.many<{ sentence: string }>(sql`
    SELECT sentence FROM event_feedback WHERE event_id = ${eventId} AND sentence <> ''
    ORDER BY changed_at DESC, user_id DESC LIMIT ${limit}`)
  return rows.map(({ sentence }) => sentence)
}

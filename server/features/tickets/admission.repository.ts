import type { CountedEmails } from '#server/features/events/reader.ts'
import { type Db, sql } from '#server/lib/database.ts'

/** What of an event decides who is admitted. */
export interface AdmissionEvent {
  user_id: number
  visibility: 'PUBLIC' | 'PRIVATE'
  allowed_email_domains: string
  start_date_register: string
  end_date_register: string
  start_date_event: string
  min_age_requirement: number
  withdrawn_at: string | null
}

/** What of an applicant decides whether they are admitted. `email` is '' where it does not count. */
export interface Applicant {
  id: number
  fullname: string
  email: string
  birth_date: string | null
  holds_ticket: boolean
}

export function selectAdmissionEvent(db: Db, eventId: number): Promise<AdmissionEvent> {
  return db.one(sql`
    SELECT user_id, visibility, allowed_email_domains, start_date_register, end_date_register, start_date_event,
           min_age_requirement, withdrawn_at
    FROM events WHERE id = ${eventId}`)
}

export function selectApplicants(
  db: Db,
  eventId: number,
  userIds: number[],
  counted: CountedEmails,
): Promise<Applicant[]> {
  return db.many(sql`
    SELECT u.id, trim(u.first_name || ' ' || u.last_name) AS fullname, u.birth_date,
           CASE WHEN ${counted} = 'all' OR u.email_verified_at IS NOT NULL THEN u.email ELSE '' END AS email,
           EXISTS (SELECT FROM tickets t
                   WHERE t.event_id = ${eventId} AND t.user_id = u.id AND t.status <> 'CANCELLED') AS holds_ticket
    FROM users u
    WHERE u.id = ANY (${userIds}::integer[])`)
}

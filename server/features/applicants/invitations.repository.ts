import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { Language } from '#contract/language/languages.ts'
import type { Question } from '#contract/questions/questions.ts'
import type { Invitee } from '#contract/tickets/invitations.ts'
import * as names from '#messages/names.json'
import type { Whereabouts } from '#server/features/tickets/mails/moves.repository.ts'
import { nameOfType } from '#server/features/tickets/store/ticket-types.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The number of an event's invitations that can still be claimed. */
export async function countInvited(db: Db, eventId: number): Promise<number> {
  const { invited } = await db.one<{ invited: number }>(sql`
    SELECT count(*)::int AS invited FROM tickets WHERE event_id = ${eventId} AND status = 'INVITED'`)
  return invited
}

/** Those of these addresses, in lower case, that have an invitation to the event or declined one, or whose account has a
 *  ticket. */
export async function selectKnownEmails(db: Db, eventId: number, emails: string[]): Promise<Set<string>> {
  const rows = await db.many<{ email: string }>(sql`
    SELECT lower(i.email) AS email
    FROM invitations i JOIN tickets t ON t.id = i.ticket_id
    WHERE t.event_id = ${eventId} AND lower(i.email) = ANY (${emails}::text[])
      AND (t.status <> 'CANCELLED' OR t.cancel_reason = 'by_holder')
    UNION
    SELECT lower(u.email)
    FROM users u JOIN tickets t ON t.user_id = u.id
    WHERE lower(u.email) = ANY (${emails}::text[]) AND t.event_id = ${eventId} AND t.status IN ('ACTIVE', 'USED')`)
  return new Set(rows.map(({ email }) => email))
}

export interface NewInvitation extends Invitee {
  ticket_number: string
}

interface InvitationTerms {
  event_id: number
  ticket_type_id: number | null
  claim_by: Date
}

/** Returns their rows, in the given order. The seats are the caller's to count. Fails on tickets_number_key. */
export async function insertInvitations(
  db: Db,
  invitations: NewInvitation[],
  { event_id, ticket_type_id, claim_by }: InvitationTerms,
  now: Date,
): Promise<number[]> {
  const column = (name: keyof NewInvitation) => invitations.map((one) => one[name])
  const rows = await db.many<{ ticket_id: number }>(sql`
    WITH given AS (
      SELECT * FROM unnest(${column('ticket_number')}::text[], ${column('name')}::text[], ${column('email')}::text[])
        WITH ORDINALITY AS g (ticket_number, name, email, place)
    ), seats AS (
      INSERT INTO tickets (register_date, changed_at, event_id, ticket_number, fullname, status, ticket_type_id, claim_by)
      SELECT ${now}, ${now}, ${event_id}, ticket_number, name, 'INVITED', ${ticket_type_id}::integer, ${claim_by}
      FROM given ORDER BY place
      RETURNING id, ticket_number
    )
    INSERT INTO invitations (ticket_id, email)
    SELECT s.id, g.email FROM seats s JOIN given g USING (ticket_number) ORDER BY g.place
    RETURNING ticket_id`)
  return rows.map(({ ticket_id }) => ticket_id)
}

/** An invitation, claimed or not, with its event. */
export interface InvitationRow extends Whereabouts {
  id: number
  user_id: number | null
  email: string
  fullname: string
  status: ApplicationState
  cancel_reason: CancelReason | null
  was_issued: boolean
  claim_by: string
  ticket_type: string
  event_id: number
  event_name: string
  organizer_name: string
  contact_email: string
  questions: Question[]
  /** Of the account with this address; null if there is none, or it has not chosen one. */
  language: Language | null
  organizer_language: Language | null
}

export const selectInvitation = (db: Db, id: number): Promise<InvitationRow | null> =>
  db.maybeOne(sql`${invitations} WHERE t.id = ${id}`)

export const selectInvitationByToken = (db: Db, tokenHash: Buffer): Promise<InvitationRow | null> =>
  db.maybeOne(sql`${invitations} WHERE i.token_hash = ${tokenHash}`)

const invitations: Sql = sql`
  SELECT t.id, t.user_id, i.email, t.fullname, t.status, t.cancel_reason, t.issued_at IS NOT NULL AS was_issued,
         least(t.claim_by, e.end_date_event) AS claim_by, ${nameOfType} AS ticket_type,
         e.id AS event_id, e.event_name, e.start_date_event, e.end_date_event, e.is_online,
         e.place_to_be_announced, e.address, e.meeting_link, e.questions,
         coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name,
         coalesce(nullif(e.contact_email, ''), o.email, '') AS contact_email,
         (SELECT u.language FROM users u WHERE lower(u.email) = lower(i.email) AND u.email <> '') AS language,
         (SELECT u.language FROM users u WHERE u.id = e.user_id) AS organizer_language
  FROM invitations i JOIN tickets t ON t.id = i.ticket_id JOIN events e ON e.id = t.event_id
  LEFT JOIN organizers o ON o.user_id = e.user_id`

/** The link of an earlier mail ends. */
export async function updateToken(db: Db, ticketRow: number, tokenHash: Buffer): Promise<void> {
  await db.run(sql`UPDATE invitations SET token_hash = ${tokenHash} WHERE ticket_id = ${ticketRow}`)
}

/** Makes the invitation a ticket of this person. Call `lockSeats` first. */
export async function markClaimed(
  db: Db,
  ticketRow: number,
  person: { id: number; fullname: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    UPDATE tickets
    SET status = 'ACTIVE', user_id = ${person.id}, fullname = ${person.fullname}, issued_at = ${now}, register_date = ${now},
        changed_at = ${now}
    WHERE id = ${ticketRow} AND status = 'INVITED'`)
}

/** The application of a person that has not ended, by its row. */
export async function selectApplication(db: Db, eventId: number, userId: number): Promise<number | null> {
  const found = await db.maybeOne<{ id: number }>(sql`
    SELECT id FROM tickets
    WHERE event_id = ${eventId} AND user_id = ${userId} AND status <> 'CANCELLED' AND party_of IS NULL`)
  return found?.id ?? null
}

export async function deleteInvitationsOf(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM invitations i USING tickets t WHERE t.id = i.ticket_id AND t.user_id = ${userId}`)
}

/** Forgets the addresses of invitations to events that ended before this, and the names of those who have not claimed theirs; at
 *  most ten thousand. */
export async function forgetInvitations(db: Db, endedBefore: Date): Promise<void> {
  await db.run(sql`
    WITH old AS (
      DELETE FROM invitations WHERE ticket_id IN (
        SELECT i.ticket_id
        FROM invitations i JOIN tickets t ON t.id = i.ticket_id JOIN events e ON e.id = t.event_id
        WHERE e.end_date_event < ${endedBefore} LIMIT 10000)
      RETURNING ticket_id
    )
    UPDATE tickets t SET fullname = ${names.invitedGuest} FROM old WHERE t.id = old.ticket_id AND t.issued_at IS NULL`)
}

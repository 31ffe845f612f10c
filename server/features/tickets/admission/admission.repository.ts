import type { LiveState } from '#contract/events/application.ts'
import type { TicketType } from '#contract/events/ticket-types.ts'
import type { GivenAnswer, Question } from '#contract/questions/questions.ts'
import { countedEmail } from '#server/features/accounts/users.repository.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import type { Seats } from '#server/features/tickets/store/seats.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The fields of an event that restrict who may apply. */
export interface Admitting {
  /** The owner; `nobody` or null if their account is deleted. */
  user_id: number | null
  visibility: 'PUBLIC' | 'PRIVATE'
  allowed_email_domains: string
  min_age_requirement: number
  start_date_event: string
}

/** The fields of an event that decide about applications. */
export interface AdmissionEvent extends Admitting, Seats {
  id: number
  needs_approval: boolean
  waiting_list: boolean
  takes_promptpay: boolean
  payment_minutes: number
  questions: Question[]
  max_party: number
  guest_names_optional: boolean
  questions_per_guest: boolean
  /** The current price of a seat without a type; 0 if it is free. */
  price_satang: number
  /** In order; empty without ticket types. */
  ticket_types: AdmissionType[]
  start_date_register: string
  end_date_register: string
  end_date_event: string
  called_off_at: string | null
}

/** The fields of a ticket type that decide about applications; `price` in baht. */
export interface AdmissionType
  extends Pick<
    TicketType,
    'id' | 'name' | 'price' | 'waiting' | 'is_closed' | 'is_hidden' | 'on_sale_from' | 'on_sale_until'
  > {
  capacity: number | null
  taken: number
}

/** The fields of a person that decide about their application. `email` is '' if it does not count. */
export interface Candidate {
  id: number
  fullname: string
  email: string
  birth_date: string | null
  /** The state of their application; null if they have none. */
  ticket: LiveState | null
  /** Whether they opened the unlisted event by its link. */
  is_guest: boolean
  /** The event's organizer has blocked them. */
  is_blocked: boolean
}

/** An accepted application, as it is stored. */
export interface NewTicket {
  event_id: number
  ticket_number: string
  user_id: number
  fullname: string
  status: Exclude<LiveState, 'USED'>
  /** ISO 8601; null if nothing is due. */
  pay_by: string | null
  price_satang: number
  ticket_type_id: number | null
  code_id: number | null
}

/** With the ids of its row. */
export interface Written extends NewTicket {
  id: number
  ticket_id: string
}

/** Locks the seats of several events until the transaction ends, each after those with a lower number: anyone locking several
 *  follows this order. Read them after this, in a separate statement. */
export async function lockSeatsOf(db: Db, eventIds: number[]): Promise<void> {
  await db.run(sql`SELECT FROM event_seats WHERE event_id = ANY (${eventIds}::integer[]) ORDER BY event_id FOR UPDATE`)
}

/** Call `lockSeats` first, in a statement of its own. */
export function selectAdmissionEvent(db: Db, eventId: number): Promise<AdmissionEvent | null> {
  return db.maybeOne(admissionEvents([eventId]))
}

/** The same for several events. */
export function selectAdmissionEvents(db: Db, eventIds: number[]): Promise<AdmissionEvent[]> {
  return db.many(admissionEvents(eventIds))
}

function admissionEvents(eventIds: number[]): Sql {
  return sql`
    SELECT e.id, e.user_id, e.visibility, e.allowed_email_domains, e.start_date_register, e.end_date_register,
           e.start_date_event, e.end_date_event, e.min_age_requirement, e.called_off_at, e.needs_approval,
           e.waiting_list, e.promptpay_id <> '' AS takes_promptpay, e.payment_minutes, e.questions, e.max_party,
           e.guest_names_optional, e.questions_per_guest,
           round(e.ticket_price * 100)::int AS price_satang, s.capacity, s.taken, s.waiting, s.reserved,
           ${typesToDecideBy} AS ticket_types
    FROM events e JOIN event_seats s ON s.event_id = e.id
    WHERE e.id = ANY (${eventIds}::integer[])`
}

/** Of event `e`. Free for events without types. */
const typesToDecideBy = sql`
  CASE WHEN e.highest_ticket_price IS NULL THEN '[]'::jsonb ELSE (
    SELECT jsonb_agg(
      jsonb_build_object(
        'id', y.id, 'name', y.name, 'price', y.price_satang / 100.0, 'capacity', y.capacity, 'taken', y.taken,
        'waiting', y.waiting, 'is_closed', y.closed_at IS NOT NULL, 'is_hidden', y.is_hidden,
        'on_sale_from', y.on_sale_from, 'on_sale_until', y.on_sale_until)
      ORDER BY y.position)
    FROM ticket_types y WHERE y.event_id = e.id
  ) END`

/** The fields of user `u` that decide about an application for event `e`. */
export function candidateColumns(counted: CountedEmails): Sql {
  return sql`
    u.id, trim(u.first_name || ' ' || u.last_name) AS fullname, u.birth_date,
    ${countedEmail(counted)} AS email,
    EXISTS (SELECT FROM event_guests g WHERE g.event_id = e.id AND g.user_id = u.id)
      OR (e.visibility = 'PRIVATE' AND EXISTS (SELECT FROM event_members m WHERE m.event_id = e.id AND m.user_id = u.id)) AS is_guest,
    EXISTS (SELECT FROM blocks b WHERE b.owner_id = e.user_id AND b.user_id = u.id) AS is_blocked`
}

/** Reads the candidates of a batch of each event. The statement is not prepared: a plan made when there were few tickets
 *  would read all of them for each applicant. */
export function selectCandidates(
  db: Db,
  wanted: { eventId: number; userId: number }[],
  counted: CountedEmails,
): Promise<(Candidate & { event_id: number })[]> {
  return db.many(sql`
    SELECT e.id AS event_id, ${candidateColumns(counted)},
           (SELECT t.status FROM tickets t
            WHERE t.event_id = e.id AND t.user_id = u.id AND t.status <> 'CANCELLED' AND t.party_of IS NULL) AS ticket
    FROM unnest(${wanted.map(({ eventId }) => eventId)}::integer[], ${wanted.map(({ userId }) => userId)}::integer[])
      AS wanted (event_id, user_id)
    JOIN events e ON e.id = wanted.event_id JOIN users u ON u.id = wanted.user_id`)
}

/** The people who may be refused for a reason other than the seats, if the event is open to everybody: its owner, those whom the
 *  owner has blocked, and those who have applied. Returns at most `most`. */
export async function selectExceptions(db: Db, eventId: number, most: number): Promise<number[]> {
  const rows = await db.many<{ user_id: number }>(sql`
    SELECT user_id FROM tickets WHERE event_id = ${eventId} AND status <> 'CANCELLED' AND party_of IS NULL
    UNION ALL
    SELECT b.user_id FROM events e JOIN blocks b ON b.owner_id = e.user_id WHERE e.id = ${eventId}
    UNION ALL
    SELECT user_id FROM events WHERE id = ${eventId} AND user_id IS NOT NULL
    LIMIT ${most}`)
  return rows.map(({ user_id }) => user_id)
}

/** Inserts the applications, takes their seats and places on the waiting list, and queues a mail about each; completes the
 *  given objects, and returns them. One statement, because every statement counts in a rush. Fails on
 *  event_seats_never_oversold, on ticket_types_never_oversold, on codes_never_overused and on the unique indexes
 *  tickets_number_key and tickets_one_per_person_key. */
export async function insertAdmitted(db: Db, tickets: NewTicket[], now: Date): Promise<Written[]> {
  const column = (name: keyof NewTicket) => tickets.map((ticket) => ticket[name])
  const rows = await db.many<Pick<Written, 'id' | 'ticket_id' | 'ticket_number'>>(sql`
    WITH admitted AS (
      INSERT INTO tickets (register_date, changed_at, event_id, ticket_number, user_id, fullname, status, pay_by,
                           price_satang, ticket_type_id, code_id, issued_at)
      SELECT ${now}, ${now}, a.*, CASE WHEN a.status = 'ACTIVE' THEN ${now}::timestamptz END
      FROM unnest(${column('event_id')}::integer[], ${column('ticket_number')}::text[], ${column('user_id')}::integer[],
                  ${column('fullname')}::text[], ${column('status')}::text[], ${column('pay_by')}::timestamptz[],
                  ${column('price_satang')}::integer[], ${column('ticket_type_id')}::integer[],
                  ${column('code_id')}::integer[])
        AS a (event_id, ticket_number, user_id, fullname, status, pay_by, price_satang, ticket_type_id, code_id)
      RETURNING id, ticket_id, ticket_number, event_id, status
    ), seated AS (
      UPDATE event_seats s SET taken = s.taken + a.seats, waiting = s.waiting + a.places
      FROM (
        SELECT event_id, count(*) FILTER (WHERE status IN ('ACTIVE', 'UNPAID')) AS seats,
               count(*) FILTER (WHERE status = 'WAITING') AS places
        FROM admitted GROUP BY event_id
      ) a
      WHERE s.event_id = a.event_id
    ), noted AS (
      INSERT INTO unconfirmed_tickets (news, ticket_ids)
      SELECT CASE status WHEN 'ACTIVE' THEN 'confirmed' WHEN 'UNPAID' THEN 'to_pay' WHEN 'WAITING' THEN 'waiting'
                         ELSE 'asked' END,
             array_agg(id)
      FROM admitted GROUP BY status
    )
    SELECT id, ticket_id, ticket_number FROM admitted`)
  if (rows.length !== tickets.length) throw new Error('an application was not written')
  const byNumber = new Map(rows.map((row) => [row.ticket_number, row]))
  return tickets.map((ticket) => Object.assign(ticket, byNumber.get(ticket.ticket_number)) as Written)
}

/** Inserts the guests' seats of these applications, each like its application, and takes them; returns their ids in the
 *  given order. Nobody is mailed about a guest's seat. */
export async function insertGuests(
  db: Db,
  guests: { party_of: number; ticket_number: string; fullname: string }[],
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    WITH seats AS (
      INSERT INTO tickets (register_date, changed_at, event_id, ticket_number, user_id, fullname, status, price_satang,
                           ticket_type_id, code_id, issued_at, party_of)
      SELECT t.register_date, t.changed_at, t.event_id, g.ticket_number, t.user_id, g.fullname, t.status, t.price_satang,
             t.ticket_type_id, t.code_id, t.issued_at, t.id
      FROM unnest(${guests.map(({ party_of }) => party_of)}::integer[],
                  ${guests.map(({ ticket_number }) => ticket_number)}::text[],
                  ${guests.map(({ fullname }) => fullname)}::text[])
        WITH ORDINALITY AS g (party_of, ticket_number, fullname, place)
      JOIN tickets t ON t.id = g.party_of
      ORDER BY g.place
      RETURNING id, event_id, status
    ), taken AS (
      UPDATE event_seats s SET taken = s.taken + a.seats
      FROM (SELECT event_id, count(*) AS seats FROM seats WHERE status IN ('ACTIVE', 'UNPAID') GROUP BY event_id) a
      WHERE s.event_id = a.event_id
    )
    SELECT id FROM seats ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Saves the answers of new applications; one list per application. */
export async function insertAnswers(db: Db, written: { id: number; answers: GivenAnswer[] }[]): Promise<void> {
  if (written.length === 0) return
  await db.run(sql`
    INSERT INTO application_answers (ticket_id, answers)
    SELECT * FROM unnest(${written.map(({ id }) => id)}::integer[],
                         ${written.map(({ answers }) => JSON.stringify(answers))}::text[]::jsonb[])`)
}

/** Which of these users have ever applied for the event. */
export async function selectFormerApplicants(db: Db, eventId: number, userIds: number[]): Promise<Set<number>> {
  const rows = await db.many<{ user_id: number }>(sql`
    SELECT DISTINCT user_id FROM tickets WHERE event_id = ${eventId} AND user_id = ANY (${userIds}::integer[])`)
  return new Set(rows.map(({ user_id }) => user_id))
}

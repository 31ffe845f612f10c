import type { LiveState } from '#contract/events/application.ts'
import type { Question } from '#contract/questions/questions.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import type { Seats } from '#server/features/tickets/store/seats.repository.ts'
import { type Db, prepared, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The fields of an event that say whom it is for. */
export interface Admitting {
  /** The owner; nobody's id (or null) where their account is deleted. */
  user_id: number | null
  visibility: 'PUBLIC' | 'PRIVATE'
  allowed_email_domains: string
  min_age_requirement: number
  start_date_event: string
}

/** The fields of an event by which applications are decided. */
export interface AdmissionEvent extends Admitting, Seats {
  needs_approval: boolean
  waiting_list: boolean
  takes_promptpay: boolean
  payment_minutes: number
  questions: Question[]
  /** What a seat costs now; 0 where it is free. */
  price_satang: number
  start_date_register: string
  end_date_register: string
  end_date_event: string
  called_off_at: string | null
}

/** The fields of a person by which their application is decided. `email` is '' where it does not count. */
export interface Candidate {
  id: number
  fullname: string
  email: string
  birth_date: string | null
  /** The state of their application; null where they have none. */
  ticket: LiveState | null
  /** Whether they came to the event by the link of an unlisted one. */
  is_guest: boolean
  /** The event's organizer has blocked them. */
  is_blocked: boolean
}

/** An application that is taken, as it is written. */
export interface NewTicket {
  ticket_number: string
  user_id: number
  fullname: string
  status: Exclude<LiveState, 'USED'>
}

/** Its row, once it is written. */
export interface Written extends NewTicket {
  id: number
  ticket_id: string
  event_id: number
  register_date: string
  pay_by: string | null
  price_satang: number
}

/** Call `lockSeats` first, in a statement of its own. */
export function selectAdmissionEvent(db: Db, eventId: number): Promise<AdmissionEvent | null> {
  return db.maybeOne(
    prepared(
      'select_admission_event',
      sql`
        SELECT e.user_id, e.visibility, e.allowed_email_domains, e.start_date_register, e.end_date_register,
               e.start_date_event, e.end_date_event, e.min_age_requirement, e.called_off_at, e.needs_approval,
               e.waiting_list, e.promptpay_id <> '' AS takes_promptpay, e.payment_minutes, e.questions,
               round(e.ticket_price * 100)::int AS price_satang, s.capacity, s.taken, s.waiting
        FROM events e JOIN event_seats s ON s.event_id = e.id
        WHERE e.id = ${eventId}`,
    ),
  )
}

/** What an application is decided by, of user `u`. */
export function candidateColumns(eventId: number, counted: CountedEmails): Sql {
  return sql`
    u.id, trim(u.first_name || ' ' || u.last_name) AS fullname, u.birth_date,
    CASE WHEN ${counted} = 'all' OR u.email_verified_at IS NOT NULL THEN u.email ELSE '' END AS email,
    EXISTS (SELECT FROM event_guests g WHERE g.event_id = ${eventId} AND g.user_id = u.id) AS is_guest,
    EXISTS (SELECT FROM blocks b
            WHERE b.owner_id = (SELECT user_id FROM events WHERE id = ${eventId}) AND b.user_id = u.id) AS is_blocked`
}

/** Reads the candidates of a batch. The statement is not prepared: a plan from when there were few tickets would read all
 *  of them for each applicant. */
export function selectApplicants(
  db: Db,
  eventId: number,
  userIds: number[],
  counted: CountedEmails,
): Promise<Candidate[]> {
  return db.many(sql`
    SELECT ${candidateColumns(eventId, counted)},
           (SELECT t.status FROM tickets t
            WHERE t.event_id = ${eventId} AND t.user_id = u.id AND t.status <> 'CANCELLED') AS ticket
    FROM users u
    WHERE u.id = ANY (${userIds}::integer[])`)
}

/** Writes the applications, takes their seats and places in line, and notes that everybody is to be mailed what has become of
 *  theirs: one statement, for a rush pays for each. Fails on event_seats_never_oversold and on the unique
 *  indexes tickets_number_key and tickets_one_per_person_key. */
export function insertAdmitted(
  db: Db,
  eventId: number,
  tickets: NewTicket[],
  { now, payBy, priceSatang }: { now: Date; payBy: Date; priceSatang: number },
): Promise<Written[]> {
  const column = (name: keyof NewTicket) => tickets.map((ticket) => ticket[name])
  const count = (...states: LiveState[]) => tickets.filter(({ status }) => states.includes(status)).length
  return db.many(
    prepared(
      'insert_admitted',
      sql`
        WITH admitted AS (
          INSERT INTO tickets (event_id, register_date, changed_at, ticket_number, user_id, fullname, status, issued_at,
                               pay_by, price_satang)
          SELECT ${eventId}, ${now}, ${now}, a.*, CASE WHEN a.status = 'ACTIVE' THEN ${now}::timestamptz END,
                 CASE WHEN a.status = 'UNPAID' THEN ${payBy}::timestamptz END, ${priceSatang}
          FROM unnest(${column('ticket_number')}::text[], ${column('user_id')}::integer[],
                      ${column('fullname')}::text[], ${column('status')}::text[])
            AS a (ticket_number, user_id, fullname, status)
          RETURNING id, ticket_id, ticket_number, event_id, fullname, register_date, status, pay_by, price_satang, user_id
        ), seated AS (
          UPDATE event_seats
          SET taken = taken + ${count('ACTIVE', 'UNPAID')}, waiting = waiting + ${count('WAITING')}
          WHERE event_id = ${eventId}
        ), noted AS (
          INSERT INTO unconfirmed_tickets (news, ticket_ids)
          SELECT CASE status WHEN 'ACTIVE' THEN 'confirmed' WHEN 'UNPAID' THEN 'to_pay' WHEN 'WAITING' THEN 'waiting'
                             ELSE 'asked' END,
                 array_agg(id)
          FROM admitted GROUP BY status
        )
        SELECT * FROM admitted`,
    ),
  )
}

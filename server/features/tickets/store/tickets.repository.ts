import { randomUUID } from 'node:crypto'
import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { Language } from '#contract/language/languages.ts'
import type { GivenAnswer, Question, TicketAnswers } from '#contract/questions/questions.ts'
import type { GuestTicket } from '#contract/tickets/guests.ts'
import type { TicketRefund } from '#contract/tickets/tickets.schemas.ts'
import type { Party, Ticket } from '#contract/tickets/tickets.ts'
import { countedEmail, languageOfUser, lineOfUser } from '#server/features/accounts/users.repository.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { hasRole } from '#server/features/team/team.repository.ts'
import { type Db, isoText, type Sql, sql } from '#server/lib/postgres/database.ts'
import { refundOfTicket, slipOfTicket } from './payments.repository.ts'
import { nameOfType } from './ticket-types.repository.ts'

/** A ticket with the calendar entry of its event; `updated_at` is the event's. */
export interface CalendarTicket extends Ticket {
  /** Does not change when the ticket gets another name and code. */
  calendar_uid: string
  event_name: string
  start_date_event: string
  end_date_event: string
  is_online: boolean
  place_to_be_announced: boolean
  address: string
  latitude: number
  longitude: number
  meeting_link: string
  updated_at: string
}

/** A ticket with what a mail to its holder needs. `email` is '' if it must not be used. */
export interface MailedTicket extends CalendarTicket {
  /** Who gets the mail. `fullname` is the name on the ticket. */
  holder: string
  /** '' if none may be used. */
  email: string
  /** The holder's LINE account, if it gets these mails instead; '' otherwise. */
  line: string
  language: Language
  /** The tickets of the guests. */
  guests: Pick<Ticket, 'ticket_id' | 'ticket_number' | 'fullname'>[]
  /** The contact for questions: the event's own email, or its organizer's; '' if there is neither. */
  contact_email: string
}

/** Whether ticket `t` of event `e` may have a link of its own and be passed on: if the event or this application may have
 *  several seats. */
const isForGuests = sql`
  (e.max_party > 1 OR t.party_of IS NOT NULL OR EXISTS (SELECT FROM tickets g WHERE g.party_of = t.id))`

/** A ticket's fields as in the API. */
function ticketColumns(now: Date): Sql {
  return sql`
    t.id, t.ticket_id, t.ticket_number, t.event_id, t.fullname, t.register_date, ${statusAt(now)} AS status, t.pay_by,
    t.price_satang, ${nameOfType} AS ticket_type, t.party_of, party.seats, party.total_satang, t.cancel_reason, t.issued_at IS NOT NULL AS was_issued,
    ${organizerMessage} AS organizer_word,
    ${slipOfTicket} AS slip,
    (SELECT p.paid_at FROM payments p WHERE p.ticket_id = t.id) AS paid_at, ${refundOfTicket} AS refund,
    CASE WHEN t.status = 'WAITING' THEN ${placeInLine} END AS position`
}

/** The organizer's message with their decision. A welcome message is no reason when someone else ended the application. */
const organizerMessage = sql`
  CASE WHEN t.status = 'CANCELLED' AND t.cancel_reason IS DISTINCT FROM 'refused' THEN '' ELSE t.organizer_word END`

/** The position of waiting application `t` on its event's waiting list: 1 for the first. */
const placeInLine = sql`
  (SELECT count(*)::int FROM tickets w
   WHERE w.event_id = t.event_id AND w.status = 'WAITING' AND w.party_of IS NULL AND w.id <= t.id)`

/** The seats of application `t` that have not ended before it, and their total price. One seat for a guest's ticket. */
const partyOfTicket = sql`
  CROSS JOIN LATERAL (
    SELECT 1 + count(*)::int AS seats, (t.price_satang + coalesce(sum(g.price_satang), 0))::int AS total_satang
    FROM tickets g
    WHERE g.party_of = t.id AND (g.status <> 'CANCELLED' OR g.cancelled_at = t.cancelled_at)
  ) party`

/** The calendar UID of application `t`, the same whichever ticket it has. */
const calendarUid = sql`coalesce(t.calendar_uid, t.ticket_id)`

function calendarTicketColumns(now: Date): Sql {
  return sql`
    ${ticketColumns(now)}, ${calendarUid} AS calendar_uid, e.event_name, e.start_date_event, e.end_date_event, e.is_online,
    e.place_to_be_announced, e.address, e.latitude, e.longitude, e.meeting_link, e.updated_at`
}

/** The status of ticket `t` of event `e`: an unused ticket of a past event is expired. */
export function statusAt(now: Date): Sql {
  return sql`CASE WHEN t.status = 'ACTIVE' AND e.end_date_event <= ${now} THEN 'EXPIRED' ELSE t.status END`
}

/** Leaves out the old number and code of a ticket that was passed on. */
const isCurrent = sql`t.cancel_reason IS DISTINCT FROM 'passed_on'`

/** Newest first, each application before the seats of its guests. */
export function selectTicketsOf(db: Db, userId: number, now: Date): Promise<Ticket[]> {
  return db.many(sql`
    SELECT ${ticketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id ${partyOfTicket}
    WHERE t.user_id = ${userId} AND ${isCurrent}
    ORDER BY t.register_date DESC, coalesce(t.party_of, t.id) DESC, t.id`)
}

/** The party of ticket `t`; see `isForGuests`. */
const partyOf = sql`
  json_build_object(
    'pass_on_until', ${isoText(sql`coalesce(e.pass_on_until, e.start_date_event)`)},
    'seats', (SELECT coalesce(json_agg(g.id ORDER BY g.id), '[]') FROM tickets g
              WHERE coalesce(t.party_of, t.id) IN (g.id, g.party_of) AND g.status <> 'CANCELLED'))`

/** What was paid back for ticket `t`, with the seats of its application that were marked at the same time; null without a mark.
 *  The number is that of the application. */
const refundedOf = sql`
  (SELECT json_build_object(
     'amount_satang', (SELECT sum(a.amount_satang)::int FROM tickets g JOIN payments a ON a.ticket_id = g.id
                       WHERE coalesce(t.party_of, t.id) IN (g.id, g.party_of) AND a.refunded_at = p.refunded_at),
     'refunded_at', ${isoText(sql`p.refunded_at`)},
     'refund_to', coalesce((SELECT a.refund_to FROM payments a WHERE a.ticket_id = coalesce(t.party_of, t.id)), ''))
   FROM payments p WHERE p.ticket_id = t.id AND p.refunded_at IS NOT NULL)`

/** A ticket with its answers. */
export type FullTicket = Ticket &
  TicketAnswers & { is_own: boolean; party: Party | null; refunded: TicketRefund | null }

/** Those of these tickets that the viewers may see: their holders, and those who decide about applications. */
export function selectFullTickets(
  db: Db,
  wanted: { ticketId: number; userId: number }[],
  now: Date,
): Promise<FullTicket[]> {
  return db.many(sql`
    SELECT ${ticketColumns(now)},
           coalesce(t.user_id = wanted.viewer_id, false) AS is_own, ${answersOf} AS given,
           CASE WHEN t.party_of IS NULL OR e.questions_per_guest THEN e.questions ELSE '[]' END AS questions,
           CASE WHEN t.user_id = wanted.viewer_id AND ${isForGuests} THEN ${partyOf} END AS party,
           CASE WHEN t.user_id = wanted.viewer_id THEN ${refundedOf} END AS refunded,
           CASE WHEN t.user_id = wanted.viewer_id THEN e.end_date_register END AS change_until
    FROM unnest(${wanted.map(({ ticketId }) => ticketId)}::integer[], ${wanted.map(({ userId }) => userId)}::integer[])
      AS wanted (ticket_id, viewer_id)
    JOIN tickets t ON t.id = wanted.ticket_id JOIN events e ON e.id = t.event_id ${partyOfTicket}
    WHERE (t.user_id = wanted.viewer_id OR ${hasRole({ id: sql`wanted.viewer_id` }, 'desk')}) AND t.status <> 'INVITED'`)
}

/** The valid tickets of the guests of application `t`. */
const guestsOf = sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'ticket_id', g.ticket_id, 'ticket_number', g.ticket_number, 'fullname', g.fullname) ORDER BY g.id), '[]')
   FROM tickets g WHERE g.party_of = t.id AND g.status = 'ACTIVE')`

export function selectMailedTicket(
  db: Db,
  id: number,
  now: Date,
  counted: CountedEmails,
): Promise<MailedTicket | null> {
  return db.maybeOne(sql`
    SELECT ${calendarTicketColumns(now)}, coalesce(nullif(e.contact_email, ''), o.email, '') AS contact_email,
           ${guestsOf} AS guests, trim(u.first_name || ' ' || u.last_name) AS holder,
           ${countedEmail(counted)} AS email,
           ${lineOfUser} AS line, ${languageOfUser} AS language
    FROM tickets t JOIN events e ON e.id = t.event_id JOIN users u ON u.id = t.user_id ${partyOfTicket}
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${id}`)
}

/** A person's valid and used tickets, and those whose event was called off while they held them; at most `limit`, latest
 *  events first. */
export function selectCalendarTickets(db: Db, userId: number, now: Date, limit: number): Promise<CalendarTicket[]> {
  return db.many(sql`
    SELECT ${calendarTicketColumns(now)}
    FROM tickets t JOIN events e ON e.id = t.event_id ${partyOfTicket}
    WHERE t.user_id = ${userId} AND t.issued_at IS NOT NULL AND t.party_of IS NULL
      AND (t.status <> 'CANCELLED' OR (e.called_off_at < e.end_date_event AND t.cancelled_at >= e.called_off_at))
    ORDER BY e.start_date_event DESC, t.id DESC
    LIMIT ${limit}`)
}

/** The fields that decide about a scan. */
export interface TicketToCheck {
  status: ApplicationState
  end_date_event: string
}

/** The fields that decide whether a ticket may be given to a guest. */
export interface GivenTicket {
  ticket_id: string
  status: ApplicationState
  is_for_guests: boolean
  start_date_event: string
  pass_on_until: string | null
}

/** Locks the holder's ticket until the transaction ends; null if it is not theirs. */
export function lockGiven(db: Db, id: number, holderId: number): Promise<GivenTicket | null> {
  return db.maybeOne(sql`
    SELECT t.ticket_id, t.status, ${isForGuests} AS is_for_guests, e.start_date_event, e.pass_on_until
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id} AND t.user_id = ${holderId} AND ${isCurrent}
    FOR NO KEY UPDATE OF t`)
}

/** Puts another name, number and code on a ticket. The old ones stay on a cancelled row, so that phones at the door learn of it. */
export async function renewTicket(db: Db, id: number, fullname: string, number: string, now: Date): Promise<void> {
  // Two statements: number and code are unique.
  const old = await db.one<{ ticket_id: string; ticket_number: string; fullname: string }>(sql`
    SELECT ticket_id, ticket_number, fullname FROM tickets WHERE id = ${id}`)
  await db.run(sql`
    UPDATE tickets t
    SET ticket_id = gen_random_uuid(), ticket_number = ${number}, fullname = ${fullname}, changed_at = ${now},
        calendar_uid = ${calendarUid}
    WHERE id = ${id}`)
  await db.run(sql`
    INSERT INTO tickets (ticket_id, ticket_number, fullname, event_id, user_id, register_date, issued_at, ticket_type_id,
                         party_of, status, cancel_reason, cancelled_at, changed_at)
    SELECT ${old.ticket_id}, ${old.ticket_number}, ${old.fullname}, event_id, user_id, register_date, issued_at,
           ticket_type_id, coalesce(party_of, id), 'CANCELLED', 'passed_on', ${now}, ${now}
    FROM tickets WHERE id = ${id}`)
}

/** Exchanges the tickets of an application and of its first guest, if both are valid or used: then the applicant's own ticket ends
 *  with the guest's row, which it returns, and the application with its payment goes on. Null if it has no such guest. `number`
 *  must be a new one. */
export async function swapWithGuest(
  db: Db,
  id: number,
  holderId: number,
  number: string,
  now: Date,
): Promise<number | null> {
  const [own, guest] = await db.many<SwappedTicket & { id: number }>(sql`
    SELECT id, ticket_id, ticket_number, fullname, status, used_at FROM tickets
    WHERE (id = ${id} OR party_of = ${id}) AND user_id = ${holderId} AND status IN ('ACTIVE', 'USED')
    ORDER BY id <> ${id}, status, id LIMIT 2 FOR NO KEY UPDATE`)
  if (own?.id !== id || guest === undefined) return null
  const put = (row: number, { ticket_id, ticket_number, fullname, status, used_at }: SwappedTicket) =>
    db.run(sql`
      UPDATE tickets t
      SET ticket_id = ${ticket_id}, ticket_number = ${ticket_number}, fullname = ${fullname}, status = ${status},
          used_at = ${used_at}, changed_at = ${now}, calendar_uid = ${calendarUid}
      WHERE id = ${row}`)
  // Numbers and codes are unique, also between two statements.
  await put(guest.id, { ...guest, ticket_id: randomUUID(), ticket_number: number })
  await put(own.id, guest)
  await put(guest.id, own)
  await db.run(sql`
    UPDATE check_ins SET ticket_id = CASE ticket_id WHEN ${own.id} THEN ${guest.id}::integer ELSE ${own.id} END
    WHERE ticket_id IN (${own.id}, ${guest.id})`)
  // Where they were asked once, they are the application's.
  await db.run(sql`
    UPDATE application_answers a SET answers = o.answers FROM application_answers o
    WHERE (a.ticket_id, o.ticket_id) IN ((${own.id}, ${guest.id}), (${guest.id}, ${own.id}))`)
  return guest.id
}

interface SwappedTicket {
  ticket_id: string
  ticket_number: string
  fullname: string
  status: ApplicationState
  used_at: string | null
}

/** A ticket by its code, with its event; null if it has no link. */
export function selectGuestTicket(
  db: Db,
  code: string,
  now: Date,
): Promise<{ ticket: Omit<GuestTicket['ticket'], 'signature'>; event: GuestTicket['event'] } | null> {
  const shown = sql`(t.status IN ('ACTIVE', 'USED'))`
  return db.maybeOne(sql`
    SELECT json_build_object(
             'ticket_id', t.ticket_id, 'ticket_number', t.ticket_number, 'event_id', t.event_id, 'fullname', t.fullname,
             'register_date', ${isoText(sql`t.register_date`)}, 'status', ${statusAt(now)}, 'ticket_type', ${nameOfType}) AS ticket,
           json_build_object(
             'id', e.id, 'event_name', e.event_name, 'event_image', e.event_image, 'category', e.category,
             'start_date_event', ${isoText(sql`e.start_date_event`)}, 'end_date_event', ${isoText(sql`e.end_date_event`)},
             'is_online', e.is_online, 'meeting_link', CASE WHEN ${shown} THEN e.meeting_link ELSE '' END,
             'place_to_be_announced', e.place_to_be_announced, 'address', e.address, 'latitude', e.latitude,
             'longitude', e.longitude, 'is_called_off', coalesce(e.called_off_at < e.end_date_event, false)) AS event
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.ticket_id = ${code} AND t.issued_at IS NOT NULL AND ${isCurrent} AND ${isForGuests}`)
}

/** Locks the ticket until the transaction ends, so that nobody else checks it in, undoes that, or cancels it in between. */
export async function lockTicket(db: Db, id: number): Promise<TicketToCheck> {
  await db.run(sql`SELECT FROM tickets WHERE id = ${id} FOR NO KEY UPDATE`)
  return db.one(sql`
    SELECT t.status, e.end_date_event
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id}`)
}

/** False if the ticket is not active (any more). */
export async function markUsed(db: Db, id: number, usedAt: Date, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE tickets SET status = 'USED', used_at = ${usedAt}, changed_at = ${now}
    WHERE id = ${id} AND status = 'ACTIVE'`)
  return changed === 1
}

/** Changes when the ticket was used. False if it is not checked in. */
export async function changeUsedAt(db: Db, id: number, usedAt: Date, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE tickets SET used_at = ${usedAt}, changed_at = ${now} WHERE id = ${id} AND status = 'USED'`)
  return changed === 1
}

/** Undoes an entry and returns the ticket's new status: active, or cancelled if its holder's account has been deleted and the
 *  event is not over, as it would be without the entry, or if it is a walk-in. Null if it is not checked in. The caller must free the seat. */
export async function markUnused(db: Db, id: number, now: Date): Promise<'ACTIVE' | 'CANCELLED' | null> {
  const isNobodys = sql`(t.walk_in IS NOT NULL OR t.user_id IS NULL AND e.end_date_event > ${now})`
  const changed = await db.maybeOne<{ status: 'ACTIVE' | 'CANCELLED' }>(sql`
    UPDATE tickets t
    SET status = CASE WHEN ${isNobodys} THEN 'CANCELLED' ELSE 'ACTIVE' END, used_at = NULL,
        cancelled_at = CASE WHEN ${isNobodys} THEN ${now}::timestamptz END,
        cancel_reason = CASE WHEN t.walk_in IS NOT NULL THEN 'walk_in_undone' WHEN ${isNobodys} THEN 'by_holder' END, changed_at = ${now}
    FROM events e
    WHERE t.id = ${id} AND t.status = 'USED' AND e.id = t.event_id
    RETURNING t.status`)
  return changed?.status ?? null
}

/** The answers of application `t`; an empty list if there are none. */
const answersOf: Sql = sql`
  coalesce((SELECT w.answers FROM application_answers w WHERE w.ticket_id = t.id), '[]'::jsonb)`

/** Replaces the application's answers. */
export async function updateAnswers(db: Db, ticketId: number, answers: GivenAnswer[]): Promise<void> {
  await db.run(sql`
    INSERT INTO application_answers (ticket_id, answers) VALUES (${ticketId}, ${JSON.stringify(answers)})
    ON CONFLICT (ticket_id) DO UPDATE SET answers = excluded.answers`)
}

/** An application with its event's questions, and what decides whether the answers may be changed. */
interface AnsweredTicket {
  status: ApplicationState
  end_date_register: string
  questions: Question[]
  answers: GivenAnswer[]
}

/** Locks the holder's application until the transaction ends; null if it is not theirs. */
export function lockAnswered(db: Db, id: number, holderId: number): Promise<AnsweredTicket | null> {
  return db.maybeOne(sql`
    SELECT t.status, e.end_date_register, e.questions, ${answersOf} AS answers
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id} AND t.user_id = ${holderId}
    FOR NO KEY UPDATE OF t`)
}

/** Why the user's last application for the event has ended, with the organizer's message ('' if none); null if it has not
 *  ended, or there is none. */
export async function selectEnd(
  db: Db,
  eventId: number,
  userId: number,
): Promise<{ reason: CancelReason; word: string } | null> {
  const last = await db.maybeOne<{ reason: CancelReason | null; word: string }>(sql`
    SELECT cancel_reason AS reason, organizer_word AS word FROM tickets
    WHERE user_id = ${userId} AND event_id = ${eventId} AND party_of IS NULL
    ORDER BY id DESC
    LIMIT 1`)
  return last?.reason ? { reason: last.reason, word: last.word } : null
}

/** The secret of the address of a person's ticket calendar. */
export async function selectFeedSecret(db: Db, userId: number): Promise<string | null> {
  const row = await db.maybeOne<{ secret: string }>(sql`SELECT secret FROM ticket_feeds WHERE user_id = ${userId}`)
  return row?.secret ?? null
}

/** Replaces an older secret. */
export async function upsertFeedSecret(db: Db, userId: number, secret: string, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO ticket_feeds (user_id, secret, created_at) VALUES (${userId}, ${secret}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at`)
}

export async function deleteFeedSecret(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM ticket_feeds WHERE user_id = ${userId}`)
}

/** The owner of a secret; null if it is nobody's (any more). */
export function selectUserOfFeed(db: Db, secret: string): Promise<{ id: number; language: Language | null } | null> {
  return db.maybeOne(sql`
    SELECT u.id, u.language FROM ticket_feeds f JOIN users u ON u.id = f.user_id WHERE f.secret = ${secret}`)
}

import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { ApplicationState, CancelReason, LiveState } from '#contract/events/application.ts'
import type { Language } from '#contract/language/languages.ts'
import { languageOfUser, lineOfUser } from '#server/features/accounts/users.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The fields of a ticket that decide whether its holder may give it back. An application counts as used once one of its guests
 *  is in. */
export interface HeldTicket {
  id: number
  user_id: number | null
  event_id: number
  /** An invitation is nobody's until it is claimed. */
  status: LiveState | 'CANCELLED'
  cancel_reason: CancelReason | null
  /** The application that a guest's seat belongs to. */
  party_of: number | null
  /** The rows that end with it. */
  seats: number
  start_date_event: string
  end_date_event: string
}

export function selectHeldTickets(db: Db, ids: number[]): Promise<HeldTicket[]> {
  return db.many(sql`
    SELECT t.id, t.user_id, t.event_id, t.party_of, t.cancel_reason, e.start_date_event, e.end_date_event,
           1 + (SELECT count(*)::int FROM tickets g WHERE g.party_of = t.id AND g.status = t.status) AS seats,
           CASE WHEN t.status = 'ACTIVE' AND EXISTS (SELECT FROM tickets g WHERE g.party_of = t.id AND g.status = 'USED')
                THEN 'USED' ELSE t.status END AS status
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ANY (${ids}::integer[])`)
}

/** The events of people's own applications; null for an application of somebody else. */
export async function selectEventsOf(
  db: Db,
  wanted: { ticketId: number; userId: number }[],
): Promise<(number | null)[]> {
  const rows = await db.many<{ id: number; user_id: number | null; event_id: number }>(sql`
    SELECT id, user_id, event_id FROM tickets WHERE id = ANY (${wanted.map(({ ticketId }) => ticketId)}::integer[])`)
  const tickets = new Map(rows.map((row) => [row.id, row]))
  return wanted.map(({ ticketId, userId }) => {
    const ticket = tickets.get(ticketId)
    return ticket?.user_id === userId ? ticket.event_id : null
  })
}

/** An application that its holder ends, and its expected state. */
export interface Ending {
  ticketId: number
  userId: number
  state: ApplicationState
}

/** Ends the ones of these applications that are still in that state, with their guests' seats. Returns the number of ended
 *  rows by application. */
export async function cancelTickets(db: Db, endings: Ending[], now: Date): Promise<Map<number, number>> {
  const ended = await db.many<{ id: number; party_of: number | null }>(sql`
    WITH ending AS (
      SELECT * FROM unnest(${endings.map(({ ticketId }) => ticketId)}::integer[], ${endings.map(({ state }) => state)}::text[])
        AS e (id, state)
    )
    UPDATE tickets t SET ${cancelled('by_holder', now)}
    FROM (
      SELECT id, state FROM ending UNION ALL
      SELECT g.id, e.state FROM ending e JOIN tickets g ON g.party_of = e.id
    ) e
    WHERE t.id = e.id AND t.status = e.state
    RETURNING t.id, t.party_of`)
  const rows = new Map<number, number>()
  const given = new Set(endings.map(({ ticketId }) => ticketId))
  for (const { id, party_of } of ended) {
    const ending = given.has(id) ? id : (party_of ?? id)
    rows.set(ending, (rows.get(ending) ?? 0) + 1)
  }
  return rows
}

/** `status = 'CANCELLED', …`, for UPDATE of tickets. */
export function cancelled(reason: CancelReason, now: Date): Sql {
  return sql`
    status = 'CANCELLED', cancel_reason = ${reason}, cancelled_at = ${now}, changed_at = ${now}, pay_by = NULL`
}

/** Deletes a person's answers. Call it while their applications are locked, and still theirs. */
export async function deleteAnswersOf(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    DELETE FROM application_answers w USING tickets t WHERE t.id = w.ticket_id AND t.user_id = ${userId}`)
}

/** Locks the seats of every event that the user has applied for or owns, until the transaction ends, in ascending order:
 *  everyone who locks several uses this order. */
export async function lockSeatsAround(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    SELECT FROM event_seats
    WHERE event_id IN (
      SELECT event_id FROM tickets WHERE user_id = ${userId} AND status <> 'CANCELLED'
      UNION SELECT id FROM events WHERE user_id = ${userId})
    ORDER BY event_id
    FOR UPDATE`)
}

/** Cancels the user's applications, except used tickets and those of past events, and frees their seats and places on waiting
 *  lists. Returns the events, with whether a ticket was cancelled. Call `lockSeatsAround` first. */
export async function cancelTicketsOf(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ event_id: number; held_ticket: boolean }[]> {
  // A concurrent undo may make a ticket active again, which only the next statement would see.
  await db.run(sql`SELECT FROM tickets WHERE user_id = ${userId} ORDER BY id FOR NO KEY UPDATE`)
  return db.many(sql`
    WITH live AS (
      SELECT t.id, t.event_id, t.status, t.party_of
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = ${userId}
        AND (t.status IN ('WAITING', 'PENDING', 'UNPAID') OR t.status = 'ACTIVE' AND e.end_date_event > ${now})
    ), cancelled AS (
      UPDATE tickets SET ${cancelled('by_holder', now)} FROM live WHERE tickets.id = live.id
    ), freed AS (
      UPDATE event_seats s
      SET taken = s.taken - ended.seats, waiting = s.waiting - ended.places,
          reserved = CASE WHEN s.waiting = ended.places THEN 0 ELSE s.reserved END
      FROM (
        SELECT event_id, count(*) FILTER (WHERE status IN ('UNPAID', 'ACTIVE')) AS seats,
               count(*) FILTER (WHERE status = 'WAITING' AND party_of IS NULL) AS places
        FROM live GROUP BY event_id
      ) ended WHERE s.event_id = ended.event_id
    )
    SELECT event_id, bool_or(status = 'ACTIVE') AS held_ticket FROM live GROUP BY event_id`)
}

/** Removes the person from all their tickets, which keep number and status; returns the events. */
export async function forgetHolder(db: Db, userId: number, now: Date): Promise<number[]> {
  const changed = await db.many<{ event_id: number }>(sql`
    UPDATE tickets SET user_id = NULL, fullname = ${deletedAccount}, changed_at = ${now}
    WHERE user_id = ${userId}
    RETURNING event_id`)
  return changed.map(({ event_id }) => event_id)
}

/** Someone whose application was cancelled with its event: `held_ticket` says whether it was a ticket, `is_owed` whether the
 *  organizer has their money, or may have. */
export interface FormerHolder {
  /** '' if there is none. */
  email: string
  /** As in `MailedTicket`. */
  line: string
  /** That of an invited person without an account is not known: their organizer's. */
  language: Language
  /** They were invited, and had not claimed their ticket. */
  was_invited: boolean
  /** Their own name, which may not be that on the ticket. */
  fullname: string
  ticket_number: string
  /** Guests had seats in the application, too. */
  has_guests: boolean
  held_ticket: boolean
  is_owed: boolean
  /** As in `MailedTicket`. */
  contact_email: string
}

/** Whether anyone has ever applied for the event, including cancelled applications. */
export async function hadTickets(db: Db, eventId: number): Promise<boolean> {
  return (await db.maybeOne(sql`SELECT FROM tickets WHERE event_id = ${eventId} LIMIT 1`)) !== null
}

/** The recipient of invitation `i` to event `e`. */
const languageOfInvited = sql`
  coalesce(
    (SELECT a.language FROM users a WHERE lower(a.email) = lower(i.email) AND a.email <> ''),
    (SELECT o.language FROM users o WHERE o.id = e.user_id), 'en')`

/** Cancels every application for the event, used tickets too, and returns whose they were, except deleted accounts and walk-ins. The caller
 *  must clear the seats. */
export function cancelAllTickets(db: Db, eventId: number, now: Date): Promise<FormerHolder[]> {
  return db.many(sql`
    WITH cancelled AS (
      UPDATE tickets SET ${cancelled('called_off', now)}
      WHERE event_id = ${eventId} AND status <> 'CANCELLED'
      RETURNING id, user_id, party_of, fullname, ticket_number, issued_at IS NOT NULL AS held_ticket
    )
    SELECT coalesce(u.email, i.email) AS email, ${lineOfUser} AS line, CASE WHEN u.id IS NULL THEN ${languageOfInvited} ELSE ${languageOfUser} END AS language,
           u.id IS NULL AS was_invited,
           coalesce(trim(u.first_name || ' ' || u.last_name), c.fullname) AS fullname, c.ticket_number, c.held_ticket,
           c.id IN (SELECT g.party_of FROM cancelled g WHERE g.party_of IS NOT NULL) AS has_guests,
           coalesce(p.paid_at IS NOT NULL OR p.slip_state = 'in_review', false) AS is_owed,
           coalesce(nullif(e.contact_email, ''), o.email, '') AS contact_email
    FROM cancelled c LEFT JOIN users u ON u.id = c.user_id LEFT JOIN payments p ON p.ticket_id = c.id
    LEFT JOIN invitations i ON i.ticket_id = c.id AND c.user_id IS NULL AND NOT c.held_ticket
    JOIN events e ON e.id = ${eventId} LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE c.party_of IS NULL AND coalesce(u.email, i.email) IS NOT NULL`)
}

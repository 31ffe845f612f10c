import { type ApplicationState, holdsSeat, statesBefore } from '#contract/events/application.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { type Candidate, candidateColumns } from '#server/features/tickets/admission/admission.repository.ts'
import { reducedBy } from '#server/features/tickets/store/codes.repository.ts'
import { cancelled } from '#server/features/tickets/store/endings.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** Somebody on the waiting list, with the fields that decide whether they are eligible. */
interface InLine extends Candidate {
  ticket_row: number
  /** The size of the party. */
  seats: number
  ticket_type_id: number | null
}

/** At most `count` waiting applications behind `after`, in order. With `types` only those for one of these types. */
export function selectWaiting(
  db: Db,
  eventId: number,
  after: number,
  count: number,
  types: number[] | null,
  counted: CountedEmails,
): Promise<InLine[]> {
  const ofTypes = types === null ? sql`` : sql`AND ticket_type_id = ANY (${types}::integer[])`
  return db.many(sql`
    SELECT w.ticket_row, w.ticket_type_id, w.status AS ticket,
           1 + (SELECT count(*)::int FROM tickets g WHERE g.party_of = w.ticket_row) AS seats, ${candidateColumns(counted)}
    FROM (
      SELECT id AS ticket_row, user_id, status, ticket_type_id FROM tickets
      WHERE event_id = ${eventId} AND status = 'WAITING' AND party_of IS NULL AND id > ${after} ${ofTypes}
      ORDER BY id LIMIT ${count}
    ) w JOIN users u ON u.id = w.user_id JOIN events e ON e.id = ${eventId}
    ORDER BY w.ticket_row`)
}

/** The terms of a seat: the state of an application that has to pay, its deadline, and the current price of a seat without a
 *  type. */
export interface Terms {
  state: 'UNPAID' | 'ACTIVE'
  payBy: Date
  priceSatang: number
}

/** Applications that were given their seats, in order of application: tickets, and those that have to pay first. */
interface Seated {
  issued: number[]
  toPay: number[]
  seats: number
}

/** The rows of these applications, with those of their guests. */
const inParties = (ids: number[], row: Sql) =>
  sql`(${row}.id = ANY (${ids}::integer[]) OR ${row}.party_of = ANY (${ids}::integer[]))`

/** Gives these applications their seats. If the price of their type, with their code, was lower when they applied, they pay
 *  that; if there was none, they get a ticket at once. The caller counts the seats. */
export async function giveSeats(
  db: Db,
  ids: number[],
  action: 'promoted' | 'approved',
  terms: Terms,
  word: string,
  now: Date,
): Promise<Seated> {
  const { state, payBy, priceSatang } = terms
  const seated = await db.many<{ id: number; status: 'UNPAID' | 'ACTIVE'; party_of: number | null }>(sql`
    UPDATE tickets t
    SET status = given.status, changed_at = ${now}, price_satang = given.price_satang,
        issued_at = CASE WHEN given.status = 'ACTIVE' THEN ${now}::timestamptz END,
        pay_by = CASE WHEN given.status = 'UNPAID' AND t.party_of IS NULL THEN ${payBy}::timestamptz END, organizer_word = ${word}
    FROM (
      SELECT w.id, price AS price_satang, CASE WHEN price > 0 THEN ${state} ELSE 'ACTIVE' END AS status
      FROM tickets w
      LEFT JOIN codes c ON c.id = w.code_id
      LEFT JOIN ticket_types y ON y.id = w.ticket_type_id
      CROSS JOIN LATERAL (SELECT coalesce(y.price_satang, ${priceSatang}::integer) AS full_price) today
      CROSS JOIN LATERAL (SELECT least(w.price_satang, ${reducedBy(sql`full_price`)}) AS price) priced
      WHERE ${inParties(ids, sql`w`)} AND status = ANY (${statesBefore(action)}::text[])
    ) given
    WHERE t.id = given.id
    RETURNING t.id, t.status, t.party_of`)
  const inState = (wanted: ApplicationState) =>
    seated
      .flatMap(({ id, status, party_of }) => (status === wanted && party_of === null ? [id] : []))
      .sort((one, other) => one - other)
  return { issued: inState('ACTIVE'), toPay: inState('UNPAID'), seats: seated.length }
}

/** Ends these applications and returns how many seats they held. The caller counts the seats. */
export async function endApplications(
  db: Db,
  ids: number[],
  reason: Parameters<typeof cancelled>[0],
  word: string,
  now: Date,
): Promise<number> {
  const ended = await db.many<{ status: ApplicationState }>(sql`
    UPDATE tickets t SET ${cancelled(reason, now)}, organizer_word = ${word}
    FROM tickets was
    WHERE was.id = t.id AND ${inParties(ids, sql`t`)} AND t.status = ANY (${statesBefore(reason)}::text[])
    RETURNING was.status`)
  return ended.filter(({ status }) => holdsSeat(status)).length
}

/** The applications for an event in one state, in order of application. */
export async function selectInState(
  db: Db,
  eventId: number,
  state: 'WAITING' | 'PENDING' | 'INVITED' | 'UNPAID',
): Promise<number[]> {
  // The state is part of the statement's text, so that PostgreSQL can use the partial index of that state.
  const inState = {
    WAITING: sql`status = 'WAITING'`,
    PENDING: sql`status = 'PENDING'`,
    INVITED: sql`status = 'INVITED'`,
    UNPAID: sql`status = 'UNPAID'`,
  }
  const rows = await db.many<{ id: number }>(sql`
    SELECT id FROM tickets WHERE event_id = ${eventId} AND ${inState[state]} AND party_of IS NULL ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Turns all waiting applications into applications to approve; the waiting list is empty then. */
export async function askForApproval(db: Db, eventId: number, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE tickets SET status = 'PENDING', changed_at = ${now} WHERE event_id = ${eventId} AND status = 'WAITING'`)
}

/** Moves payment deadlines after `latest` to `latest`, and returns the applications concerned, in order of application. */
export async function shortenDeadlines(db: Db, eventId: number, latest: string, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    UPDATE tickets SET pay_by = ${latest}, changed_at = ${now}
    WHERE event_id = ${eventId} AND status = 'UNPAID' AND pay_by > ${latest}
    RETURNING id`)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

/** Whether somebody holds an unpaid seat whose deadline has not passed. */
export async function hasRunningDeadline(db: Db, eventId: number, now: Date): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM tickets WHERE event_id = ${eventId} AND status = 'UNPAID' AND pay_by > ${now} LIMIT 1`)
  return found !== null
}

/** Whether a party waits for more seats than the event, or its ticket type, has. It would block the waiting list forever. */
export async function hasTooLargeParty(db: Db, eventId: number): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM tickets g JOIN tickets t ON t.id = g.party_of JOIN event_seats s ON s.event_id = t.event_id
    LEFT JOIN ticket_types y ON y.id = t.ticket_type_id
    WHERE g.event_id = ${eventId} AND g.status = 'WAITING' AND g.party_of IS NOT NULL
    GROUP BY t.id, s.capacity, y.capacity
    HAVING 1 + count(*) > least(s.capacity, y.capacity)
    LIMIT 1`)
  return found !== null
}

/** The payment deadline has passed, and no slip that arrived before it is being read. */
const isOverdue = (now: Date) => sql`
  status = 'UNPAID' AND pay_by <= ${now} AND (slip_read_until IS NULL OR slip_read_until <= ${now})`

/** Events with a seat whose deadline to pay or to claim has passed, at most a thousand. */
export async function selectEventsToCollect(db: Db, now: Date): Promise<number[]> {
  const rows = await db.many<{ event_id: number }>(sql`
    SELECT event_id FROM tickets WHERE ${isOverdue(now)}
    UNION SELECT event_id FROM tickets WHERE ${isUnclaimed(now)}
    ORDER BY event_id LIMIT 1000`)
  return rows.map(({ event_id }) => event_id)
}

/** The applications for an event whose payment deadline has passed. */
export async function selectOverdue(db: Db, eventId: number, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT id FROM tickets WHERE event_id = ${eventId} AND ${isOverdue(now)} ORDER BY id`)
  return rows.map(({ id }) => id)
}

const isUnclaimed = (now: Date) => sql`status = 'INVITED' AND claim_by <= ${now}`

/** The invitations to an event that were not claimed in time. */
export async function selectUnclaimed(db: Db, eventId: number, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT id FROM tickets WHERE event_id = ${eventId} AND ${isUnclaimed(now)} ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Started events with a waiting list; events that are over and have applications to approve, open invitations or seats set aside for
 *  the door; and those that were over before `decidedUntil` and have unpaid seats; at most a thousand. Reads one row of each event,
 *  however many applications there are. */
export async function selectEventsToClose(db: Db, now: Date, decidedUntil: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    WITH RECURSIVE pending AS (${eachEventOnce(sql`pending`, sql`status = 'PENDING'`)}),
                   invited AS (${eachEventOnce(sql`invited`, sql`status = 'INVITED'`)}),
                   unpaid AS (${eachEventOnce(sql`unpaid`, sql`status = 'UNPAID'`)})
    SELECT e.id FROM event_seats s JOIN events e ON e.id = s.event_id
    WHERE s.waiting > 0 AND e.start_date_event <= ${now}
    UNION
    SELECT e.id FROM door_seats d JOIN events e ON e.id = d.event_id WHERE d.seats > 0 AND e.end_date_event <= ${now}
    UNION
    SELECT e.id FROM phone_seats p JOIN door_seats d ON d.id = p.door_seats_id JOIN events e ON e.id = d.event_id
    WHERE e.end_date_event <= ${now}
    UNION
    SELECT e.id FROM pending JOIN events e ON e.id = pending.event_id WHERE e.end_date_event <= ${now}
    UNION
    SELECT e.id FROM invited JOIN events e ON e.id = invited.event_id WHERE e.end_date_event <= ${now}
    UNION
    SELECT e.id FROM unpaid JOIN events e ON e.id = unpaid.event_id WHERE e.end_date_event <= ${decidedUntil}
    ORDER BY id LIMIT 1000`)
  return rows.map(({ id }) => id)
}

/** The events of the applications in one state, found by stepping from event to event in the index of that state; the last
 *  row is null. `name` is that of the recursive table. */
function eachEventOnce(name: Sql, inState: Sql): Sql {
  return sql`
    (SELECT event_id FROM tickets WHERE ${inState} ORDER BY event_id LIMIT 1)
    UNION ALL
    SELECT (SELECT t.event_id FROM tickets t WHERE ${inState} AND t.event_id > ${name}.event_id ORDER BY t.event_id LIMIT 1)
    FROM ${name} WHERE ${name}.event_id IS NOT NULL`
}

/** Turns the unpaid ones of these into tickets, and returns their rows, with those of guests. */
export function issuePaid(db: Db, ids: number[], now: Date): Promise<{ id: number; party_of: number | null }[]> {
  return db.many(sql`
    UPDATE tickets t SET status = 'ACTIVE', issued_at = ${now}, changed_at = ${now}, pay_by = NULL
    WHERE ${inParties(ids, sql`t`)} AND status = ANY (${statesBefore('paid')}::text[])
    RETURNING id, party_of`)
}

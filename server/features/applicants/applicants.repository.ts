import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import { phoneDigits } from '#contract/accounts/phone-number.ts'
import type { ApplicationState } from '#contract/events/application.ts'
import type { Applicant, ApplicantCounts, ApplicantQuery, FellowApplicant } from '#contract/tickets/applicants.ts'
import { countAttended, countGivenBack, shownUsername } from '#server/features/accounts/users.repository.ts'
import { countReported } from '#server/features/comments/moderation.repository.ts'
import { seatsLeft } from '#server/features/events/sql/event-columns.sql.ts'
import { hasRole } from '#server/features/team/team.repository.ts'
import { codeOfTicket } from '#server/features/tickets/store/codes.repository.ts'
import { hasPrices, slipOf } from '#server/features/tickets/store/payments.repository.ts'
import { nameOfType } from '#server/features/tickets/store/ticket-types.repository.ts'
import { type Db, identifier, inThaiOrder, type Sql, sql } from '#server/lib/postgres/database.ts'

/** Which applicants to select: a page if `limit` is given, otherwise all. */
export type ApplicantFilter = Pick<ApplicantQuery, 'search' | 'status' | 'state' | 'sort'> & Partial<ApplicantQuery>

/** Full records, for the event's owner. */
export function selectApplicants(db: Db, eventId: number, filter: ApplicantFilter, now: Date): Promise<Applicant[]> {
  return db.many(sql`
    SELECT page.id, coalesce(u.username, page.fullname) AS username,
           coalesce(u.first_name, nullif(page.fullname, ${deletedAccount}), '') AS first_name, ${textOf('last_name')},
           coalesce(u.email, page.invited_email, '') AS email, ${textOf('phone_number')}, '' AS company, ${textOf('address')}, ${textOf('nationality')},
           u.birth_date, ${textOf('profile_picture')}, page.status, page.created_at, page.application_id, page.state,
           page.position, page.pay_by, page.claim_by, page.walk_in, page.ticket_number, page.price_satang AS seat_price_satang,
           ${priceOfAll} AS price_satang, page.ticket_type, page.code, page.cancel_reason, page.organizer_word,
           (SELECT ${slipOf} FROM payments p WHERE p.ticket_id = page.application_id) AS slip,
           coalesce((SELECT w.answers FROM application_answers w WHERE w.ticket_id = page.application_id), '[]') AS answers,
           ${guestsOf} AS guests,
           counted.attended_events_count, counted.cancelled_events_count
    FROM (${applicants(eventId, filter, forOwner)}) page
    LEFT JOIN users u ON u.id = page.id
    CROSS JOIN LATERAL (
      SELECT ${countAttended(now)} AS attended_events_count, ${countGivenBack} AS cancelled_events_count
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = page.id AND t.party_of IS NULL
    ) counted
    ORDER BY page.place`)
}

/** Of the applicant's seat and those of guests. Only for the rows of a page: a lookup for each. */
const priceOfAll = sql`
  page.price_satang + coalesce((
    SELECT sum(g.price_satang)::int FROM tickets g
    WHERE g.party_of = page.application_id AND (g.status <> 'CANCELLED' OR page.state = 'CANCELLED')), 0)`

/** The further seats of an application, without the old names of those that were passed on. */
const guestsOf = sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', g.id, 'ticket_number', g.ticket_number, 'fullname', g.fullname, 'state', g.status, 'price_satang', g.price_satang,
            'answers', coalesce((SELECT w.answers FROM application_answers w WHERE w.ticket_id = g.id), '[]')) ORDER BY g.id), '[]')
   FROM tickets g WHERE g.party_of = page.application_id AND g.cancel_reason IS DISTINCT FROM 'passed_on')`

/** A text column of user `u`; '' for a deleted account. */
function textOf(column: keyof Applicant): Sql {
  return sql`coalesce(u.${identifier(column)}, '') AS ${identifier(column)}`
}

/** Reduced records of people with a current or former ticket, for other ticket holders. A search must not reveal more. */
export function selectFellowApplicants(db: Db, eventId: number, filter: ApplicantFilter): Promise<FellowApplicant[]> {
  return db.many(sql`
    SELECT page.id, ${shownUsername} AS username, u.profile_picture, page.status
    FROM (${applicants(eventId, filter, forFellows)}) page JOIN users u ON u.id = page.id
    ORDER BY page.place`)
}

/** Whether the user holds a ticket now. */
export async function holdsTicketFor(db: Db, eventId: number, userId: number): Promise<boolean> {
  const ticket = await db.maybeOne(sql`
    SELECT FROM tickets WHERE event_id = ${eventId} AND user_id = ${userId} AND status IN ('ACTIVE', 'USED')`)
  return ticket !== null
}

/** Matches on all pages together. */
export async function countApplicants(
  db: Db,
  eventId: number,
  filter: ApplicantFilter,
  isOwner: boolean,
): Promise<number> {
  const view = isOwner ? forOwner : forFellows
  const { limit: _, cursor: __, ...all } = filter
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM (${applicants(eventId, all, view)}) matching`)
  return total
}

/** People by the state of their last application. */
export function countStates(db: Db, eventId: number): Promise<Omit<ApplicantCounts, 'refunds_due'>> {
  return db.one(sql`
    SELECT count(*)::int AS all,
           count(*) FILTER (WHERE status = 'PENDING')::int AS to_approve,
           count(*) FILTER (WHERE status = 'UNPAID')::int AS to_pay,
           ${slipsToCheck(sql`${eventId}`)} AS slips_to_check,
           count(*) FILTER (WHERE status = 'INVITED')::int AS invited,
           count(*) FILTER (WHERE status = 'WAITING')::int AS waiting,
           count(*) FILTER (WHERE status IN ('ACTIVE', 'USED'))::int AS approved,
           count(*) FILTER (WHERE status = 'CANCELLED')::int AS cancelled,
           ${hasPrices(eventId)} AS has_prices,
           coalesce((SELECT s.taken FROM event_seats s WHERE s.event_id = ${eventId}), 0) AS seats_held,
           coalesce((SELECT s.set_aside FROM event_seats s WHERE s.event_id = ${eventId}), 0) AS set_aside,
           (SELECT ${seatsLeft} FROM event_seats s WHERE s.event_id = ${eventId}) AS seats_left
    FROM (
      SELECT DISTINCT ON (coalesce(t.user_id, -t.id)) t.status
      FROM tickets t
      WHERE t.event_id = ${eventId} AND t.party_of IS NULL
      ORDER BY coalesce(t.user_id, -t.id), t.id DESC
    ) applications`)
}

/** Slips of unpaid seats that wait for the event's owner. */
const slipsToCheck = (eventId: Sql) => sql`(
  SELECT count(*)::int FROM tickets t JOIN payments p ON p.ticket_id = t.id
  WHERE t.event_id = ${eventId} AND t.status = 'UNPAID' AND p.slip_state = 'in_review')`

export interface NewApplicants {
  event_id: number
  new_applicants: number
  to_approve: number
  slips_to_check: number
  reported_comments: number
}

/** The events among `eventIds` whose applications the user decides about, if there is anything to look at; `countNewApplicants`
 *  defines 'new'. */
export function selectNewApplicants(db: Db, userId: number, eventIds: number[]): Promise<NewApplicants[]> {
  return db.many(sql`
    SELECT e.id AS event_id, fresh.new_applicants, pending.to_approve, slips.slips_to_check, reported.reported_comments
    FROM events e
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS new_applicants
      FROM tickets t
      WHERE t.event_id = e.id AND t.status NOT IN ('CANCELLED', 'INVITED') AND t.party_of IS NULL AND t.walk_in IS NULL
        AND t.register_date > coalesce(e.applicants_seen_at, '-infinity')
    ) fresh
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS to_approve FROM tickets t WHERE t.event_id = e.id AND t.status = 'PENDING' AND t.party_of IS NULL
    ) pending
    CROSS JOIN LATERAL (SELECT ${slipsToCheck(sql`e.id`)} AS slips_to_check) slips
    CROSS JOIN LATERAL (
      SELECT CASE WHEN ${hasRole({ id: userId }, 'co_host')} THEN ${countReported(sql`e.id`)} ELSE 0 END AS reported_comments
    ) reported
    WHERE e.id = ANY (${eventIds}::integer[]) AND ${hasRole({ id: userId }, 'desk')}
      AND (fresh.new_applicants > 0 OR pending.to_approve > 0 OR slips.slips_to_check > 0 OR reported.reported_comments > 0)
    ORDER BY e.id`)
}

interface View {
  searched: Sql
  name: Sql
  /** How users are joined: an outer join keeps deleted accounts. */
  join: Sql
  /** Which applications `t` are visible at all. */
  visible: Sql
}

const shown = sql`lower(${shownUsername})`
const forFellows: View = {
  searched: shown,
  name: sql`${shown} ${inThaiOrder}`,
  join: sql`JOIN`,
  visible: sql`t.issued_at IS NOT NULL`,
}
const forOwner: View = {
  searched: sql`lower(coalesce(
    u.username || ' ' || u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || u.phone_number,
    concat(a.fullname, ' ', a.invited_email)))`,
  name: sql`
    lower(coalesce(u.first_name, split_part(nullif(a.fullname, ${deletedAccount}), ' ', 1))) ${inThaiOrder},
    lower(coalesce(u.last_name, substring(a.fullname FROM ' (.*)'), '')) ${inThaiOrder}`,
  join: sql`LEFT JOIN`,
  visible: sql`true`,
}

/** One row per person, with their last application and their place in the sort order. A held ticket is always the last.
 *  Each ticket of a deleted account, invitation and walk-in is a row of its own, with its negated ID. */
function applicants(
  eventId: number,
  { search, status, state, slip, sort, limit, cursor }: ApplicantFilter,
  view: View,
): Sql {
  const matching = [sql`true`]
  for (const term of termsOf(search ?? '')) {
    matching.push(
      sql`strpos(translate(${view.searched}, ${toneMarks}, ''), ${withoutToneMarks(term.toLowerCase())}) > 0`,
    )
  }
  if (status) matching.push(sql`a.status = ${status}`)
  if (state && view === forOwner) matching.push(sql`a.state = ${state}`)
  if (slip && view === forOwner) {
    matching.push(sql`a.state = 'UNPAID' AND EXISTS (
      SELECT FROM payments p WHERE p.ticket_id = a.application_id AND p.slip_state = ${slip})`)
  }
  const orders = {
    newest: sql`a.created_at DESC, a.application_id DESC`,
    oldest: sql`a.created_at, a.application_id`,
    name: sql`${view.name}, a.application_id`,
    status: sql`a.status, a.created_at DESC, a.application_id DESC`,
  }
  return sql`
    WITH line AS (
      SELECT id, (row_number() OVER (ORDER BY id))::int AS position
      FROM tickets WHERE event_id = ${eventId} AND status = 'WAITING' AND party_of IS NULL
    )
    SELECT a.*, line.position, row_number() OVER (ORDER BY ${orders[sort]}) AS place
    FROM (
      SELECT DISTINCT ON (coalesce(t.user_id, -t.id)) coalesce(t.user_id, -t.id) AS id, t.register_date AS created_at,
             CASE WHEN t.status IN ('ACTIVE', 'USED') THEN 'approved' WHEN t.status = 'CANCELLED' THEN 'cancelled'
                  ELSE 'pending' END AS status,
             t.id AS application_id, t.status AS state, t.pay_by,
             CASE WHEN t.claim_by IS NOT NULL THEN least(t.claim_by, e.end_date_event) END AS claim_by,
             t.walk_in, t.ticket_number, t.fullname,
             CASE WHEN t.claim_by IS NOT NULL AND t.user_id IS NULL
                  THEN (SELECT i.email FROM invitations i WHERE i.ticket_id = t.id) END AS invited_email, t.price_satang, ${nameOfType} AS ticket_type,
             ${codeOfTicket} AS code, t.cancel_reason, t.organizer_word
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.event_id = ${eventId} AND t.party_of IS NULL AND ${view.visible}
      ORDER BY coalesce(t.user_id, -t.id), t.id DESC
    ) a
    ${view.join} users u ON u.id = a.id
    LEFT JOIN line ON line.id = a.application_id
    WHERE ${matching.reduce((all, one) => sql`${all} AND ${one}`)}
    ORDER BY place
    LIMIT ${limit ?? null} OFFSET ${cursor ?? 0}`
}

/** Names are found without them, and with others. `search_form` of the events' search would take seconds for a long list. */
const toneMarks = '\u0E47\u0E48\u0E49\u0E4A\u0E4B\u0E4C'
const withoutToneMarks = (term: string) => [...term].filter((letter) => !toneMarks.includes(letter)).join('')

/** The search terms: each word, or the digits of a phone number that was typed with or without spaces and hyphens. */
function termsOf(search: string): string[] {
  const phone = phoneDigits(search)
  return phone === null ? search.split(/\s+/).filter(Boolean) : [phone]
}

export interface ToDecide {
  id: number
  status: ApplicationState
  ticket_type_id: number | null
  /** The size of the party. */
  seats: number
}

/** The given applications that are for this event, in the order in which they were made; guests have none. Call `lockSeats`
 *  first. */
export function selectToDecide(db: Db, eventId: number, ids: number[]): Promise<ToDecide[]> {
  return db.many(sql`
    SELECT t.id, t.status, t.ticket_type_id,
           1 + (SELECT count(*)::int FROM tickets g WHERE g.party_of = t.id AND g.status = t.status) AS seats
    FROM tickets t
    WHERE t.event_id = ${eventId} AND t.id = ANY (${ids}::integer[]) AND t.party_of IS NULL
    ORDER BY t.id`)
}

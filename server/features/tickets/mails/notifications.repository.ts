import type { ApplicationState } from '#contract/events/application.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The occasions of mails to applicants, with the states in which each is still true when sent: later changes have mails of
 *  their own. */
export const newsStates = {
  confirmed: 'ACTIVE',
  promoted: 'ACTIVE',
  approved: 'ACTIVE',
  paid: 'ACTIVE',
  reminder: 'ACTIVE',
  to_pay: 'UNPAID',
  promoted_to_pay: 'UNPAID',
  approved_to_pay: 'UNPAID',
  receiver_changed: 'UNPAID',
  deadline_shortened: 'UNPAID',
  slip_refused: 'UNPAID',
  waiting: 'WAITING',
  asked: 'PENDING',
  to_approve: 'PENDING',
  refused: 'CANCELLED',
  unpaid: 'CANCELLED',
  not_eligible: 'CANCELLED',
  line_closed: 'CANCELLED',
  too_late: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const satisfies Record<string, ApplicationState>

export type TicketNews = keyof typeof newsStates

type NewsOf<State extends ApplicationState> = {
  [News in TicketNews]: (typeof newsStates)[News] extends State ? News : never
}[TicketNews]

/** News for a ticket holder, mailed with the ticket's code. */
export type TicketGood = NewsOf<'ACTIVE'>

/** News about an application that is not a ticket. */
export type ApplicationNews = Exclude<NewsOf<'WAITING' | 'UNPAID' | 'PENDING' | 'CANCELLED'>, 'cancelled'>

/** News that is queued with the change of state, and mailed some seconds later. */
export type NotedNews = Exclude<TicketNews, 'reminder' | 'cancelled'>

/** Queues this news for the holders of these applications. */
export async function noteNews(db: Db, news: NotedNews, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return
  await db.run(sql`
    INSERT INTO unconfirmed_tickets (news, ticket_ids)
    SELECT ${news}, array_agg(id ORDER BY place)
    FROM unnest(${ticketIds}::integer[]) WITH ORDINALITY AS t (id, place)
    GROUP BY (place - 1) / 500
    ORDER BY min(place)`)
}

/** The same for news that may occur several times: replaces what is queued, so that only the last is mailed. */
export async function noteNewsAnew(db: Db, news: NotedNews, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return
  await db.run(sql`
    UPDATE unconfirmed_tickets
    SET ticket_ids = ARRAY(SELECT id FROM unnest(ticket_ids) AS t (id) WHERE id <> ALL (${ticketIds}::integer[]))
    WHERE news = ${news} AND ticket_ids && ${ticketIds}::integer[]`)
  await noteNews(db, news, ticketIds)
}

/** Takes the oldest that have waited for `seconds`, at most `rows` rows of up to five hundred tickets, skipping those that
 *  another process is taking. The waiting time is measured by the database's clock. */
export function takeUnconfirmed(
  db: Db,
  seconds: number,
  rows: number,
): Promise<{ news: NotedNews; ticket_ids: number[] }[]> {
  return db.many(sql`
    DELETE FROM unconfirmed_tickets
    WHERE id IN (
      SELECT id FROM unconfirmed_tickets
      WHERE added_at <= now() - make_interval(secs => ${seconds})
      ORDER BY id LIMIT ${rows} FOR UPDATE SKIP LOCKED)
    RETURNING news, ticket_ids`)
}

/** The progress of reminding an event's ticket holders of its start. */
interface Reminder {
  id: number
  event_id: number
  start_date_event: string
  last_ticket_id: number
}

/** Adds reminders for starts after `from` and up to `until` that have none yet. */
export async function insertReminders(db: Db, from: Date, until: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO reminders (event_id, start_date_event)
    SELECT id, start_date_event FROM events
    WHERE called_off_at IS NULL AND start_date_event > ${from} AND start_date_event <= ${until}
    ON CONFLICT DO NOTHING`)
}

/** Locks an unfinished reminder until the transaction ends, skipping those locked by other processes. */
export function lockOpenReminder(db: Db): Promise<Reminder | null> {
  return db.maybeOne(sql`
    SELECT id, event_id, start_date_event, last_ticket_id FROM reminders
    WHERE done_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

/** The next active tickets issued before `issuedBefore`, at most `count`; none if the event has since been moved or called
 *  off. */
export async function selectTicketsToRemind(
  db: Db,
  { id, last_ticket_id }: Reminder,
  issuedBefore: Date,
  count: number,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT t.id
    FROM reminders r
    JOIN events e ON e.id = r.event_id AND e.start_date_event = r.start_date_event AND e.called_off_at IS NULL
    JOIN tickets t ON t.event_id = e.id
    WHERE r.id = ${id} AND t.id > ${last_ticket_id} AND t.status = 'ACTIVE' AND t.party_of IS NULL AND t.issued_at < ${issuedBefore}
    ORDER BY t.id LIMIT ${count}`)
  return rows.map((row) => row.id)
}

export async function updateReminder(db: Db, id: number, lastTicketId: number, doneAt: Date | null): Promise<void> {
  await db.run(sql`UPDATE reminders SET last_ticket_id = ${lastTicketId}, done_at = ${doneAt} WHERE id = ${id}`)
}

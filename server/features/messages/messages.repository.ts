import type { Language } from '#contract/language/languages.ts'
import {
  type Audience,
  audiences,
  type ClosedReason,
  type EventMessage,
  messageLimits,
  type NewMessage,
  type Reach,
  type Undelivered,
} from '#contract/tickets/messages.ts'
import { countedEmail, languageOfUser } from '#server/features/accounts/users.repository.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { type Db, identifier, join, type Sql, sql } from '#server/lib/postgres/database.ts'

/** When message `m` about event `e` leaves. */
const sendAt = sql`
  CASE m.timing
    WHEN 'before_start' THEN e.start_date_event - make_interval(mins => m.minutes_before)
    WHEN 'day_after' THEN
      (date_trunc('day', e.end_date_event AT TIME ZONE 'Asia/Bangkok') + interval '1 day 10 hours') AT TIME ZONE 'Asia/Bangkok'
    ELSE m.fixed_time
  END`

/** A calendar day in Bangkok. */
const dayOf = (instant: Sql) => sql`(${instant} AT TIME ZONE 'Asia/Bangkok')::date`

/** Whether the owner of event `e` has blocked the person of application `t`. */
const isBlocked = sql`EXISTS (SELECT FROM blocks b WHERE b.owner_id = e.user_id AND b.user_id = t.user_id)`

/** Applications `t` for event `e` that have not ended, of people `u` who are not blocked. Nobody has two. */
const applicationsOf = (eventId: number) => sql`
  FROM tickets t JOIN events e ON e.id = t.event_id JOIN users u ON u.id = t.user_id
  WHERE t.event_id = ${eventId} AND t.status <> 'CANCELLED' AND t.party_of IS NULL AND NOT ${isBlocked}`

/** `chosen` are the ids of applications for the audience of that name. */
function isIn(audience: Audience, chosen: number[], now: Date): Sql {
  const conditions = {
    everybody: sql`true`,
    waiting: sql`t.status = 'WAITING'`,
    to_approve: sql`t.status = 'PENDING'`,
    to_pay: sql`t.status = 'UNPAID'`,
    tickets: sql`t.status IN ('ACTIVE', 'USED')`,
    checked_in: sql`t.status = 'USED'`,
    did_not_come: sql`t.status = 'ACTIVE' AND e.start_date_event <= ${now}`,
    chosen: sql`t.id = ANY (${chosen}::integer[])`,
  }
  return conditions[audience]
}

const isOff = sql`(u.messages_off_at IS NOT NULL)`

/** The people who would get a message now. */
export function countReach(
  db: Db,
  eventId: number,
  chosen: number[],
  now: Date,
  counted: CountedEmails,
): Promise<Reach> {
  const count = (audience: Audience) => sql`
    (count(*) FILTER (WHERE ${isIn(audience, chosen, now)}))::int AS ${identifier(audience)}`
  return db.one(sql`
    SELECT ${join(audiences.map(count))} ${applicationsOf(eventId)} AND NOT ${isOff} AND ${countedEmail(counted)} <> ''`)
}

const mostListed = 100
const mostNamed = 20

/** Newest first. */
export async function selectMessages(db: Db, eventId: number): Promise<EventMessage[]> {
  return db.many(sql`
    SELECT ${messageColumns}
    FROM (SELECT * FROM event_messages WHERE event_id = ${eventId} ORDER BY id DESC LIMIT ${mostListed}) m
    ${messageJoins}
    ORDER BY m.id DESC`)
}

/** Null if the event has no such message. */
export function selectMessage(db: Db, eventId: number, id: number): Promise<EventMessage | null> {
  return db.maybeOne(sql`
    SELECT ${messageColumns} FROM event_messages m ${messageJoins} WHERE m.id = ${id} AND m.event_id = ${eventId}`)
}

const notDelivered = sql`('no_email', 'refused', 'given_up')`

/** Whether event `e` was called off or deleted, or its owner's account deleted. */
const isEventGone = sql`(e.called_off_at IS NOT NULL OR e.user_id IS NULL)`

/** Why no message about event `e` can leave at an instant; null if one can. */
const closedAt = (instant: Sql) => sql`
  CASE WHEN e.called_off_at < e.end_date_event THEN 'event_called_off' WHEN ${isEventGone} THEN 'event_deleted'
       WHEN ${instant} > e.end_date_event + make_interval(days => ${messageLimits.daysAfter}) THEN 'messages_closed' END`

export async function selectClosed(db: Db, eventId: number, now: Date): Promise<ClosedReason | null> {
  const { closed } = await db.one<{ closed: ClosedReason | null }>(sql`
    SELECT ${closedAt(sql`${now}::timestamptz`)} AS closed FROM events e WHERE e.id = ${eventId}`)
  return closed
}

/** Whether the event of message `m` was gone before the message left. It is marked as stopped when its time comes. */
const neverLeaves = sql`(m.begun_at IS NULL AND ${isEventGone})`

/** Sent when the last mail has left the queue, not when all are in it. */
const messageColumns = sql`
  m.id, m.audience, m.subject, m.content AS text, m.photos_url, m.timing, coalesce(m.begun_at, ${sendAt}) AS send_at,
  coalesce(m.stop_reason, CASE WHEN ${neverLeaves} THEN 'event_gone' END) AS stop_reason,
  counted.total, counted.sent, counted.turned_off, counted.not_delivered,
  CASE WHEN m.stopped_at IS NOT NULL OR ${neverLeaves} THEN 'stopped' WHEN m.begun_at IS NULL THEN 'scheduled'
       WHEN m.done_at IS NULL OR counted.underway > 0 THEN 'sending' ELSE 'sent' END AS state,
  coalesce(failed.list, '[]') AS undelivered`

const messageJoins = sql`
  JOIN events e ON e.id = m.event_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE r.state IN ('waiting', 'queued')))::int AS underway,
           (count(*) FILTER (WHERE r.state = 'sent'))::int AS sent,
           (count(*) FILTER (WHERE r.state = 'turned_off'))::int AS turned_off,
           (count(*) FILTER (WHERE r.state IN ${notDelivered}))::int AS not_delivered
    FROM message_recipients r WHERE r.message_id = m.id
  ) counted
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('name', named.name, 'reason', named.state)) AS list
    FROM (
      SELECT coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'guest ' || u.id) AS name, r.state
      FROM message_recipients r JOIN users u ON u.id = r.user_id
      WHERE r.message_id = m.id AND r.state IN ${notDelivered} ORDER BY r.user_id LIMIT ${mostNamed}
    ) named
  ) failed ON counted.not_delivered > 0`

export async function selectIdOfKey(db: Db, eventId: number, key: string): Promise<number | null> {
  const found = await db.maybeOne<{ id: number }>(sql`
    SELECT id FROM event_messages WHERE event_id = ${eventId} AND client_key = ${key}`)
  return found?.id ?? null
}

export async function insertMessage(db: Db, eventId: number, message: NewMessage, now: Date): Promise<number> {
  const { client_key, audience, applications, subject, text, photos_url, timing, at, minutes_before } = message
  const fixed = timing === 'now' ? now : timing === 'at' ? at : null
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO event_messages (event_id, client_key, audience, application_ids, subject, content, photos_url, timing,
                                fixed_time, minutes_before, created_at)
    VALUES (${eventId}, ${client_key}, ${audience}, ${audience === 'chosen' ? applications : []}, ${subject}, ${text},
            ${photos_url}, ${timing}, ${fixed}, ${minutes_before}, ${now})
    RETURNING id`)
  return id
}

/** The figures that decide whether a message may be sent then: `on_that_day` counts itself. */
interface Timed {
  closed: ClosedReason | null
  is_past: boolean
  on_that_day: number
  scheduled: number
}

export function selectTimed(db: Db, id: number, now: Date): Promise<Timed> {
  return db.one(sql`
    SELECT t.closed, t.send_at < ${now} AS is_past,
           count(*) FILTER (WHERE ${dayOf(sql`coalesce(m.begun_at, ${sendAt})`)} = ${dayOf(sql`t.send_at`)})::int AS on_that_day,
           count(*) FILTER (WHERE m.begun_at IS NULL)::int AS scheduled
    FROM (
      SELECT m.event_id, ${sendAt} AS send_at, ${closedAt(sendAt)} AS closed
      FROM event_messages m JOIN events e ON e.id = m.event_id WHERE m.id = ${id}
    ) t
    JOIN event_messages m ON m.event_id = t.event_id AND (m.stopped_at IS NULL OR m.begun_at IS NOT NULL)
    JOIN events e ON e.id = m.event_id
    GROUP BY t.closed, t.send_at`)
}

/** False if it has ended already, or everybody has it. */
export async function markStopped(
  db: Db,
  id: number,
  reason: NonNullable<EventMessage['stop_reason']>,
  now: Date,
): Promise<boolean> {
  const stopped = await db.run(sql`
    UPDATE event_messages m SET stopped_at = ${now}, stop_reason = ${reason}
    WHERE id = ${id} AND stopped_at IS NULL
      AND (done_at IS NULL OR EXISTS (
        SELECT FROM message_recipients r WHERE r.message_id = m.id AND r.state IN ('waiting', 'queued')))`)
  if (stopped === 0) return false
  await db.run(sql`
    UPDATE message_recipients SET state = 'stopped' WHERE message_id = ${id} AND state IN ('waiting', 'queued')`)
  return true
}

/** Scheduled messages whose time has come. */
export async function selectDue(db: Db, now: Date, count: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT m.id FROM event_messages m JOIN events e ON e.id = m.event_id
    WHERE m.done_at IS NULL AND m.stopped_at IS NULL AND m.begun_at IS NULL AND ${sendAt} <= ${now}
    ORDER BY m.id LIMIT ${count}`)
  return rows.map(({ id }) => id)
}

/** A message that is about to leave. */
interface Leaving {
  id: number
  event_id: number
  audience: Audience
  application_ids: number[]
  is_event_gone: boolean
  /** Messages of the event that have left on this day. */
  left_today: number
}

/** Locks the message until the transaction ends. Null if it has left or was stopped, or another process has locked it. */
export function lockDue(db: Db, id: number, now: Date): Promise<Leaving | null> {
  return db.maybeOne(sql`
    SELECT m.id, m.event_id, m.audience, m.application_ids,
           ${isEventGone} AS is_event_gone,
           (SELECT count(*)::int FROM event_messages o
            WHERE o.event_id = m.event_id AND ${dayOf(sql`o.begun_at`)} = ${dayOf(sql`${now}::timestamptz`)}) AS left_today
    FROM event_messages m JOIN events e ON e.id = m.event_id
    WHERE m.id = ${id} AND m.begun_at IS NULL AND m.stopped_at IS NULL
    FOR UPDATE OF m SKIP LOCKED`)
}

/** Stores the recipients, each once, as of this statement. */
export async function begin(db: Db, { id, event_id, audience, application_ids }: Leaving, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO message_recipients (message_id, user_id)
    SELECT DISTINCT ${id}::integer, t.user_id ${applicationsOf(event_id)} AND ${isIn(audience, application_ids, now)}
    ON CONFLICT DO NOTHING`)
  await db.run(sql`UPDATE event_messages SET begun_at = ${now} WHERE id = ${id}`)
}

/** Locks a message with recipients who are not queued yet, skipping those locked by other processes. */
export async function lockLeaving(db: Db): Promise<number | null> {
  const message = await db.maybeOne<{ id: number }>(sql`
    SELECT id FROM event_messages
    WHERE begun_at IS NOT NULL AND done_at IS NULL AND stopped_at IS NULL
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return message?.id ?? null
}

/** Marks the next recipients as queued. */
export async function takeRecipients(db: Db, messageId: number, count: number): Promise<number[]> {
  const rows = await db.many<{ user_id: number }>(sql`
    UPDATE message_recipients SET state = 'queued'
    WHERE message_id = ${messageId} AND user_id IN (
      SELECT user_id FROM message_recipients WHERE message_id = ${messageId} AND state = 'waiting'
      ORDER BY user_id LIMIT ${count})
    RETURNING user_id`)
  return rows.map(({ user_id }) => user_id)
}

export async function markDone(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE event_messages SET done_at = ${now} WHERE id = ${id}`)
}

/** The event and its organizer, as a message names them. */
export interface MessageEvent {
  event_id: number
  event_name: string
  start_date_event: string
  end_date_event: string
  owner_id: number
  organizer_name: string
  /** The event's own email, or its organizer's. */
  contact_email: string
}

const eventOfMessage = sql`
  e.id AS event_id, e.event_name, e.start_date_event, e.end_date_event, e.user_id AS owner_id,
  coalesce(o.organizer_name, '') AS organizer_name, coalesce(nullif(e.contact_email, ''), o.email, '') AS contact_email`

/** The event of a message that is being written, and whether its owner may use links. */
export function selectWriting(db: Db, eventId: number, oldEnough: Date): Promise<MessageEvent & { may_link: boolean }> {
  return db.one(sql`
    SELECT ${eventOfMessage}, u.created_at <= ${oldEnough} OR coalesce(o.is_verified, false) AS may_link
    FROM events e JOIN users u ON u.id = e.user_id LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE e.id = ${eventId}`)
}

/** One recipient of a message, with what their mail needs. */
export interface RecipientToMail extends MessageEvent {
  subject: string
  text: string
  photos_url: string
  user_id: number
  name: string
  /** '' if it does not count. */
  email: string
  language: Language
  is_off: boolean
  /** Their last application. */
  ticket_id: number
  status: string
}

/** Null unless the recipient still waits for the mail. */
export function selectRecipient(
  db: Db,
  messageId: number,
  userId: number,
  counted: CountedEmails,
): Promise<RecipientToMail | null> {
  return db.maybeOne(sql`
    SELECT ${eventOfMessage}, m.subject, m.content AS text, m.photos_url, u.id AS user_id,
           trim(u.first_name || ' ' || u.last_name) AS name, ${isOff} AS is_off,
           ${countedEmail(counted)} AS email,
           ${languageOfUser} AS language, last.id AS ticket_id, last.status
    FROM message_recipients r
    JOIN event_messages m ON m.id = r.message_id
    JOIN events e ON e.id = m.event_id AND NOT ${isEventGone}
    LEFT JOIN organizers o ON o.user_id = e.user_id
    JOIN users u ON u.id = r.user_id
    CROSS JOIN LATERAL (
      SELECT t.id, t.status FROM tickets t WHERE t.event_id = e.id AND t.user_id = u.id AND t.party_of IS NULL
      ORDER BY t.id DESC LIMIT 1
    ) last
    WHERE r.message_id = ${messageId} AND r.user_id = ${userId} AND r.state = 'queued' AND m.stopped_at IS NULL`)
}

export async function noteOutcome(
  db: Db,
  messageId: number,
  userId: number,
  state: 'sent' | 'turned_off' | 'stopped' | Undelivered['reason'],
): Promise<void> {
  await db.run(sql`
    UPDATE message_recipients SET state = ${state}
    WHERE message_id = ${messageId} AND user_id = ${userId} AND state = 'queued'`)
}

/** Deletes the messages that the user has written about their events. */
export async function deleteMessagesOf(db: Db, ownerId: number): Promise<void> {
  await db.run(sql`DELETE FROM event_messages WHERE event_id IN (SELECT id FROM events WHERE user_id = ${ownerId})`)
}

/** A message as the operator sees it. */
export interface ListedMessage {
  id: number
  event_id: number
  event_name: string
  organizer_name: string
  audience: Audience
  subject: string
  content: string
  send_at: string
  state: string
  recipients: number
}

/** Newest first. */
export function selectAllMessages(db: Db, count: number): Promise<ListedMessage[]> {
  return db.many(sql`
    SELECT m.id, m.event_id, e.event_name, coalesce(o.organizer_name, '') AS organizer_name, m.audience, m.subject,
           m.content, coalesce(m.begun_at, ${sendAt}) AS send_at,
           CASE WHEN m.stopped_at IS NOT NULL THEN 'stopped (' || m.stop_reason || ')'
                WHEN ${neverLeaves} THEN 'stopped (event_gone)' WHEN m.begun_at IS NULL THEN 'scheduled'
                WHEN m.done_at IS NULL THEN 'leaving' ELSE 'sent' END AS state,
           (SELECT count(*)::int FROM message_recipients r WHERE r.message_id = m.id) AS recipients
    FROM event_messages m JOIN events e ON e.id = m.event_id LEFT JOIN organizers o ON o.user_id = e.user_id
    ORDER BY m.id DESC LIMIT ${count}`)
}

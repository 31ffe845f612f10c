import type { Webhook, WebhookMessage } from '#contract/webhooks.ts'
import { nameOfType } from '#server/features/tickets/store/ticket-types.repository.ts'
import { type Db, isoText, sql } from '#server/lib/postgres/database.ts'

/** A message to send, with the current state of its subject. */
export interface DueMessage {
  id: string
  type: WebhookMessage['type']
  created_at: string
  /** Including this attempt. */
  attempts: number
  url: string
  secret: string
  event: {
    id: number
    event_name: string
    start_date_event: string
    end_date_event: string
    is_called_off: boolean
    version: number
  }
  application: {
    id: number
    ticket_number: string
    fullname: string
    status: string
    cancel_reason: string | null
    price_satang: number
    ticket_type: string
    /** For the seat of a guest, the `id` of the application that it belongs to. */
    party_of: number | null
    register_date: string
    used_at: string | null
  } | null
}

const webhookColumns = sql`
  w.id, w.url, w.created_at,
  (SELECT count(*)::int FROM webhook_messages m WHERE m.webhook_id = w.id AND m.next_attempt_at IS NOT NULL) AS waiting,
  (SELECT m.answer_status FROM webhook_messages m
   WHERE m.webhook_id = w.id AND m.answer_status IS NOT NULL ORDER BY m.created_at DESC, m.sequence DESC LIMIT 1) AS last_status`

const messageColumns = sql`
  m.id, m.type, m.event_id, m.created_at, m.attempts, m.next_attempt_at, m.delivered_at, m.answer_status, m.answer,
  (SELECT e.event_name FROM events e WHERE e.id = m.event_id) AS event_name,
  coalesce((SELECT t.ticket_number FROM tickets t WHERE t.id = m.ticket_id), '') AS ticket_number`

export function selectWebhooks(db: Db, userId: number): Promise<Webhook[]> {
  return db.many(sql`SELECT ${webhookColumns} FROM webhooks w WHERE w.user_id = ${userId} ORDER BY w.id`)
}

export function insertWebhook(db: Db, userId: number, url: string, secret: string, now: Date): Promise<Webhook> {
  return db.one(sql`
    INSERT INTO webhooks AS w (user_id, url, secret, created_at) VALUES (${userId}, ${url}, ${secret}, ${now})
    RETURNING ${webhookColumns}`)
}

/** False if the user has no such webhook. */
export async function deleteWebhook(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM webhooks WHERE id = ${id} AND user_id = ${userId}`)) === 1
}

export async function deleteWebhooksOf(db: Db, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM webhooks WHERE user_id = ${userId}`)
}

export async function hasWebhook(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.maybeOne(sql`SELECT FROM webhooks WHERE id = ${id} AND user_id = ${userId}`)) !== null
}

/** Newest first. */
export function selectMessages(db: Db, webhookId: number, count: number): Promise<WebhookMessage[]> {
  return db.many(sql`
    SELECT ${messageColumns} FROM webhook_messages m
    WHERE m.webhook_id = ${webhookId} ORDER BY m.created_at DESC, m.sequence DESC LIMIT ${count}`)
}

/** Makes a message due again as if it were new. Null if there is none. */
export function makeDue(db: Db, webhookId: number, id: string, now: Date): Promise<WebhookMessage | null> {
  return db.maybeOne(sql`
    UPDATE webhook_messages m SET next_attempt_at = ${now}, attempts = 0, delivered_at = NULL
    WHERE m.webhook_id = ${webhookId} AND m.id = ${id}
    RETURNING ${messageColumns}`)
}

/** Webhooks with due messages, except `busy` ones, in random order, so that slow receivers do not always come first. */
export async function selectDueWebhooks(db: Db, busy: number[], now: Date, count: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    SELECT w.id FROM webhooks w
    WHERE w.id <> ALL (${busy}::integer[])
      AND EXISTS (SELECT FROM webhook_messages m WHERE m.webhook_id = w.id AND m.next_attempt_at <= ${now})
    ORDER BY random() LIMIT ${count}`)
  return rows.map(({ id }) => id)
}

/** Takes the oldest due message. No other process takes it before `until`; then it is due again unless a result has been
 *  stored. */
export function takeMessage(db: Db, webhookId: number, now: Date, until: Date): Promise<DueMessage | null> {
  return db.maybeOne(sql`
    WITH taken AS (
      UPDATE webhook_messages SET next_attempt_at = ${until}, attempts = attempts + 1
      WHERE id = (
        SELECT id FROM webhook_messages WHERE webhook_id = ${webhookId} AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at, created_at, sequence LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING *
    )
    SELECT m.id, m.type, m.created_at, m.attempts, w.url, w.secret,
           json_build_object(
             'id', e.id, 'event_name', e.event_name, 'start_date_event', ${isoText(sql`e.start_date_event`)},
             'end_date_event', ${isoText(sql`e.end_date_event`)}, 'is_called_off', e.called_off_at IS NOT NULL, 'version', e.version
           ) AS event,
           CASE WHEN t.id IS NOT NULL THEN json_build_object(
             'id', t.id, 'ticket_number', t.ticket_number, 'fullname', t.fullname, 'ticket_type', ${nameOfType}, 'status', t.status,
             'cancel_reason', t.cancel_reason, 'price_satang', t.price_satang, 'party_of', t.party_of,
             'register_date', ${isoText(sql`t.register_date`)}, 'used_at', ${isoText(sql`t.used_at`)}) END AS application
    FROM taken m JOIN webhooks w ON w.id = m.webhook_id JOIN events e ON e.id = m.event_id
    LEFT JOIN tickets t ON t.id = m.ticket_id`)
}

interface Answer {
  status: number
  text: string
  deliveredAt: Date | null
  /** Null for no further attempt. */
  nextAttempt: Date | null
}

export async function noteAnswer(
  db: Db,
  id: string,
  { status, text, deliveredAt, nextAttempt }: Answer,
): Promise<void> {
  await db.run(sql`
    UPDATE webhook_messages
    SET answer_status = ${status}, answer = ${text}, delivered_at = ${deliveredAt}, next_attempt_at = ${nextAttempt}
    WHERE id = ${id}`)
}

/** Deletes at most ten thousand. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.run(sql`
    DELETE FROM webhook_messages
    WHERE id IN (SELECT id FROM webhook_messages WHERE created_at < ${before} LIMIT 10000)`)
}

import type { Ticket } from '#contract/tickets/tickets.ts'
import { nameOfType } from '#server/features/tickets/store/ticket-types.repository.ts'
import { statusAt } from '#server/features/tickets/store/tickets.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** A ticket with its event, as a wallet shows it. */
export interface PassTicket
  extends Pick<
    Ticket,
    'id' | 'ticket_id' | 'ticket_number' | 'event_id' | 'fullname' | 'register_date' | 'status' | 'ticket_type'
  > {
  user_id: number | null
  event_name: string
  start_date_event: string
  end_date_event: string
  is_online: boolean
  place_to_be_announced: boolean
  address: string
  latitude: number
  longitude: number
  organizer_name: string
  /** When the ticket or its event last changed. */
  changed_at: string
}

const changedAt = sql`greatest(t.changed_at, e.updated_at)`

function passTickets(now: Date, where: Sql): Sql {
  return sql`
    SELECT t.id, t.ticket_id, t.ticket_number, t.event_id, t.fullname, t.register_date, ${statusAt(now)} AS status,
           ${nameOfType} AS ticket_type, t.user_id, e.event_name, e.start_date_event, e.end_date_event, e.is_online,
           e.place_to_be_announced, e.address, e.latitude, e.longitude, coalesce(o.organizer_name, '') AS organizer_name,
           ${changedAt} AS changed_at
    FROM tickets t JOIN events e ON e.id = t.event_id LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.issued_at IS NOT NULL AND ${where}`
}

/** The holder's own ticket; null for an application that never became one. */
export function selectOwnTicket(db: Db, id: number, holderId: number, now: Date): Promise<PassTicket | null> {
  return db.maybeOne(passTickets(now, sql`t.id = ${id} AND t.user_id = ${holderId}`))
}

/** `serial` is a ticket's code, also a former one. */
export function selectBySerial(db: Db, serial: string, now: Date): Promise<PassTicket | null> {
  return db.maybeOne(passTickets(now, sql`t.ticket_id = ${serial}`))
}

/** Any ticket of an event. */
export function selectOneOf(db: Db, eventId: number, now: Date): Promise<PassTicket | null> {
  return db.maybeOne(sql`${passTickets(now, sql`t.event_id = ${eventId}`)} LIMIT 1`)
}

interface Pass {
  serial: string
  /** '' for Google. */
  device: string
  push_token: string
}

/** Adds a pass, or replaces its push token; true if it is new, null if nobody holds the ticket (any more). A ticket that has changed
 *  since `changedSince` may have done so while the pass was on its way, so it is due at once. */
export async function putPass(db: Db, pass: Pass, now: Date, changedSince: Date): Promise<boolean | null> {
  const put = await db.maybeOne<{ is_new: boolean }>(sql`
    INSERT INTO wallet_passes (serial, device, push_token, added_at, due_at)
    SELECT t.ticket_id, ${pass.device}, ${pass.push_token}, ${now}::timestamptz,
           CASE WHEN ${pass.device} <> '' AND ${changedAt} > ${changedSince} THEN ${now}::timestamptz END
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.ticket_id = ${pass.serial} AND t.user_id IS NOT NULL
    ON CONFLICT (serial, device) DO UPDATE SET push_token = excluded.push_token
    RETURNING xmax = 0 AS is_new`)
  return put?.is_new ?? null
}

/** Deletes all but the newest phones of a ticket. */
export async function deleteOldDevices(db: Db, serial: string, most: number): Promise<void> {
  await db.run(sql`
    DELETE FROM wallet_passes WHERE id IN (
      SELECT id FROM wallet_passes WHERE serial = ${serial} AND device <> '' ORDER BY id DESC OFFSET ${most})`)
}

export async function deletePass(db: Db, serial: string, device: string): Promise<void> {
  await db.run(sql`DELETE FROM wallet_passes WHERE serial = ${serial} AND device = ${device}`)
}

/** The passes on a phone that have changed since a time, at most `count`. */
export function selectChanged(
  db: Db,
  device: string,
  since: Date,
  count: number,
): Promise<{ serial: string; changed_at: string }[]> {
  return db.many(sql`
    SELECT p.serial, ${changedAt} AS changed_at
    FROM wallet_passes p JOIN tickets t ON t.ticket_id = p.serial JOIN events e ON e.id = t.event_id
    WHERE p.device = ${device} AND p.device <> '' AND ${changedAt} >= ${since}
    ORDER BY p.id LIMIT ${count}`)
}

/** Takes passes that their wallets must be told about, oldest first, skipping those that another process is taking. */
export function takeDue(db: Db, count: number): Promise<{ id: number; event_id: number; is_google: boolean }[]> {
  return db.many(sql`
    WITH taken AS (
      UPDATE wallet_passes SET due_at = NULL
      WHERE id IN (SELECT id FROM wallet_passes WHERE due_at IS NOT NULL ORDER BY due_at, id LIMIT ${count} FOR UPDATE SKIP LOCKED)
      RETURNING id, serial, device
    )
    SELECT p.id, t.event_id, p.device = '' AS is_google FROM taken p JOIN tickets t ON t.ticket_id = p.serial`)
}

export function selectPass(db: Db, id: number): Promise<Pass | null> {
  return db.maybeOne(sql`SELECT serial, device, push_token FROM wallet_passes WHERE id = ${id}`)
}

/** Deletes the passes of events that ended before one time, and those of deleted accounts that changed before another. */
export async function deleteOldPasses(db: Db, endedBefore: Date, leftBefore: Date): Promise<void> {
  await db.run(sql`
    DELETE FROM wallet_passes p USING tickets t, events e
    WHERE t.ticket_id = p.serial AND e.id = t.event_id
      AND (e.end_date_event < ${endedBefore} OR (t.user_id IS NULL AND t.changed_at < ${leftBefore}))`)
}

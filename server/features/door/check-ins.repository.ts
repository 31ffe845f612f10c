import type { DoubleEntry, Verdict } from '#contract/tickets/door.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** A scan of one of the event's tickets, as it is stored. */
export interface CheckIn {
  ticket_id: number
  verdict: Verdict
  let_in: boolean
  undone_at: string | null
}

export interface DoubleEntryRow extends Omit<DoubleEntry, 'first' | 'again'> {
  scanned_at: string
  device: string
  first_at: string | null
  first_device: string | null
}

export interface NewCheckIn extends Omit<CheckIn, 'undone_at'> {
  event_id: number
  scan_id: string
  door_link_id: number | null
  device: string
  scanned_at: Date
}

export function selectCheckIn(db: Db, eventId: number, scanId: string): Promise<CheckIn | null> {
  return db.maybeOne(sql`
    SELECT ticket_id, verdict, let_in, undone_at FROM check_ins WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

/** False where the event has a scan of this number already. Fails on check_ins_one_entry_key. */
export async function insertCheckIn(db: Db, scan: NewCheckIn, now: Date): Promise<boolean> {
  const inserted = await db.run(sql`
    INSERT INTO check_ins (event_id, scan_id, ticket_id, door_link_id, device, verdict, let_in, scanned_at, received_at)
    VALUES (${scan.event_id}, ${scan.scan_id}, ${scan.ticket_id}, ${scan.door_link_id}, ${scan.device},
            ${scan.verdict}, ${scan.let_in}, ${scan.scanned_at}, ${now})
    ON CONFLICT (event_id, scan_id) DO NOTHING`)
  return inserted === 1
}

export async function markLetIn(db: Db, eventId: number, scanId: string): Promise<void> {
  await db.run(sql`UPDATE check_ins SET let_in = true WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

export async function markUndone(db: Db, eventId: number, scanId: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE check_ins SET undone_at = ${now} WHERE event_id = ${eventId} AND scan_id = ${scanId}`)
}

/** Who was let in although the ticket let nobody in, newest first; `first_at` is the entry that counts now. */
export function selectDoubleEntries(db: Db, eventId: number): Promise<DoubleEntryRow[]> {
  return db.many(sql`
    SELECT c.scan_id, t.ticket_number, t.fullname, c.verdict, c.scanned_at, c.device,
           f.scanned_at AS first_at, f.device AS first_device
    FROM check_ins c
    JOIN tickets t ON t.id = c.ticket_id
    LEFT JOIN check_ins f ON f.ticket_id = c.ticket_id AND f.verdict = 'checked_in' AND f.undone_at IS NULL
    WHERE c.event_id = ${eventId} AND c.let_in AND c.verdict <> 'checked_in'
    ORDER BY c.scanned_at DESC, c.scan_id`)
}

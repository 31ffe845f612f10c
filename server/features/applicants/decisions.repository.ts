import type { ApplicationState } from '#contract/events/application.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An application that its event's owner decides about. */
export interface ToDecide {
  id: number
  status: ApplicationState
}

/** Those of these applications that are for the event, first the first who applied. Call `lockSeats` first. */
export function selectToDecide(db: Db, eventId: number, ids: number[]): Promise<ToDecide[]> {
  return db.many(sql`
    SELECT id, status FROM tickets WHERE event_id = ${eventId} AND id = ANY (${ids}::integer[]) ORDER BY id`)
}

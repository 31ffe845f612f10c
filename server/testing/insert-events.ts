import { EventFields, type EventFieldsInput, withPriceOfTypes } from '#contract/events/event-fields.ts'
import { insertEvent } from '#server/features/events/events.repository.ts'
import { insertSeats } from '#server/features/tickets/store/seats.repository.ts'
import { writeTypes } from '#server/features/tickets/store/ticket-types.repository.ts'
import { type Database, type Db, sql } from '#server/lib/postgres/database.ts'
import { eventFields } from './event-fields.ts'

interface Wanted {
  count: number
  ownerId: number
  now: Date
}

/** Inserts many events like those of `eventMaker` directly into the database and returns their ids. */
export function insertEvents(
  db: Database,
  { count, ownerId, now }: Wanted,
  given: Partial<EventFieldsInput> = {},
): Promise<number[]> {
  const fields = withPriceOfTypes(EventFields.parse(eventFields(now, given)))
  return db.transaction(async (tx) => {
    const ids: number[] = []
    for (let made = 0; made < count; made++) {
      const id = await insertEvent(tx, ownerId, fields, '', now)
      await insertSeats(tx, id, fields.max_attendee)
      await writeTypes(tx, id, fields.ticket_types, now)
      ids.push(id)
    }
    return ids
  })
}

/** Moves an event into the past, so that it is over. Moving the clock forward instead would expire all tokens. */
export async function endEvent(db: Db, eventId: number): Promise<void> {
  await db.run(sql`
    UPDATE events
    SET start_date_register = start_date_register - interval '30 days',
        end_date_register = end_date_register - interval '30 days',
        start_date_event = start_date_event - interval '30 days', end_date_event = end_date_event - interval '30 days'
    WHERE id = ${eventId}`)
}

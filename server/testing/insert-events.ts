import { EventDraft, type EventDraftInput } from '#contract/events/event-draft.ts'
import { insertEvent } from '#server/features/events/reading/events.repository.ts'
import { insertSeats } from '#server/features/tickets/held/seats.repository.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { eventDraft } from './event-draft.ts'

interface Wanted {
  count: number
  ownerId: number
  now: Date
}

/** Inserts many events such as `eventMaker` makes straight into the database, and returns their ids. */
export function insertEvents(
  db: Database,
  { count, ownerId, now }: Wanted,
  given: Partial<EventDraftInput> = {},
): Promise<number[]> {
  const draft = EventDraft.parse(eventDraft(now, given))
  return db.transaction(async (tx) => {
    const ids: number[] = []
    for (let made = 0; made < count; made++) {
      const id = await insertEvent(tx, ownerId, draft, '', now)
      await insertSeats(tx, id, draft.max_attendee)
      ids.push(id)
    }
    return ids
  })
}

import type { TicketTypeDraft } from '#contract/events/ticket-types.ts'
import {
  hadTicketsOfTypes,
  removeTypes,
  selectTypes,
  writeTypes,
} from '#server/features/tickets/store/ticket-types.repository.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Db } from '#server/lib/postgres/database.ts'

/** Makes the given list an event's ticket types. Types that are not in it are removed, unless somebody has applied with one of
 *  them (`ticket_type_used`). Throws `ticket_type_not_found` for an id of another event, and `ticket_type_below_held`. Call
 *  `lockSeats` first. */
export async function replaceTypes(tx: Db, eventId: number, types: TicketTypeDraft[], now: Date): Promise<void> {
  const before = new Map((await selectTypes(tx, [eventId])).map((type) => [type.id, type]))
  const kept = new Set<number>()
  for (const { id, capacity } of types) {
    if (id === null) continue
    const type = before.get(id)
    if (type === undefined) throw new AppError('ticket_type_not_found')
    if (capacity !== null && capacity < type.taken) throw new AppError('ticket_type_below_held')
    kept.add(id)
  }
  const removed = [...before.keys()].filter((id) => !kept.has(id))
  if (removed.length > 0 && (await hadTicketsOfTypes(tx, removed))) throw new AppError('ticket_type_used')
  if (removed.length > 0) await removeTypes(tx, removed)
  if (types.length > 0) await writeTypes(tx, eventId, types, now)
}

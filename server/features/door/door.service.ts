import type { Door } from '#contract/tickets/door.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { countDoor, selectDoorEvent, selectDoorTickets } from './door.repository.ts'
import { type DoorCaller, requireDoor } from './door-access.ts'

/** In milliseconds. A transaction that changes a ticket notes the time at its start, and is seen by others within this
 *  long: it may wait five seconds for a connection and ten for each of six statements, the lock on the seats among
 *  them, and the clocks of several servers differ a little. */
const longestChange = 120_000

/** All that a phone needs to check tickets by itself; with `since` (a cursor of before) only the tickets that changed. */
export async function show(
  ctx: Context,
  caller: DoorCaller,
  eventId: number,
  since: string | undefined,
): Promise<Door> {
  await requireDoor(ctx, caller, eventId)
  const now = ctx.now()
  const [event, count, tickets] = await Promise.all([
    selectDoorEvent(ctx.db, eventId),
    countDoor(ctx.db, eventId),
    selectDoorTickets(ctx.db, eventId, since ?? null, now),
  ])
  if (event === null) throw new AppError('event_not_found')
  const cursor = new Date(now.getTime() - longestChange).toISOString()
  return { ...event, ...count, public_key: ctx.signingKey.publicKey, tickets, cursor }
}

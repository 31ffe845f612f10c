import type { DoorEntry, DoorProgress } from '#contract/tickets/door.ts'
import { requireOwn } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { countDoor } from './door.repository.ts'
import { selectDoors, selectEntries, selectMinutes } from './progress.repository.ts'

/** Throws `not_your_event` or `event_not_found`. */
export async function showProgress(ctx: Context, user: SignedInUser, eventId: number): Promise<DoorProgress> {
  await requireOwn(ctx, user, eventId)
  const [count, minutes, doors] = await Promise.all([
    countDoor(ctx.db, eventId),
    selectMinutes(ctx.db, eventId, ctx.now()),
    selectDoors(ctx.db, eventId),
  ])
  return { ...count, minutes, doors }
}

/** Throws `not_your_event` or `event_not_found`. */
export async function listEntries(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  ticketNumber: string | undefined,
): Promise<DoorEntry[]> {
  await requireOwn(ctx, user, eventId)
  return selectEntries(ctx.db, eventId, ticketNumber ?? null)
}

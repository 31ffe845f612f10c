import type { Context } from '#server/lib/context.ts'
import { markOver } from './over.repository.ts'

const atOnce = 500

/** Marks all events that have ended as over, so that lists of what is not over do not have to pass them by. */
export async function markEndedEvents(ctx: Context): Promise<void> {
  while ((await markOver(ctx.db, ctx.now(), atOnce)) === atOnce);
}

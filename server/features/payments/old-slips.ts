import { takeOldSlips } from '#server/features/tickets/held/payments.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { discardPrivatePicture } from '#server/lib/pictures/private-pictures.ts'

/** How long after an event the pictures of its slips are kept, for questions about who has paid. */
const keptFor = 90 * 24 * 3_600_000

/** Removes the pictures of slips for events of long ago. */
export async function removeOldSlips(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptFor)
  for (;;) {
    const taken = await ctx.db.transaction(async (tx) => {
      const names = await takeOldSlips(tx, before)
      for (const name of names) await discardPrivatePicture(tx, name)
      return names.length
    })
    if (taken === 0) return
  }
}

import { deleteExpiredLinks } from '#server/features/accounts/email-links/email-links.repository.ts'
import { deleteNetworksBefore } from '#server/features/accounts/guard/login-networks.repository.ts'
import { deleteDeadSessions } from '#server/features/accounts/sessions/sessions.repository.ts'
import type { Context } from '#server/lib/context.ts'

const year = 365 * 24 * 3_600_000

/** Deletes dead sessions, expired links and networks of long ago, so that the tables grow with the people and not with
 *  the years. */
export async function tidyAccounts(ctx: Context): Promise<void> {
  const now = ctx.now()
  await deleteDeadSessions(ctx.db, now)
  await deleteExpiredLinks(ctx.db, now)
  await deleteNetworksBefore(ctx.db, new Date(now.getTime() - year))
}

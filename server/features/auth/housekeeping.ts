import type { Context } from '#server/context.ts'
import { deleteExpiredLinks } from './email-links.repository.ts'
import { deleteNetworksBefore } from './login-networks.repository.ts'
import { deleteDeadSessions } from './sessions.repository.ts'

const year = 365 * 24 * 3_600_000

/** Forgets what can be of no use any more, so that the tables grow with the people and not with the years. */
export async function tidyAccounts(ctx: Context): Promise<void> {
  const now = ctx.now()
  await deleteDeadSessions(ctx.db, now)
  await deleteExpiredLinks(ctx.db, now)
  await deleteNetworksBefore(ctx.db, new Date(now.getTime() - year))
}

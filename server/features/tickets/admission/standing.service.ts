import { type Standing, visitorStanding } from '#contract/events/applying.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Admitting, selectApplicants } from './admission.repository.ts'
import { standingOf } from './admission.rules.ts'

/** The standing of this reader with an event, read and judged as for an application. */
export async function standingFor(
  ctx: Context,
  user: SignedInUser | null,
  event: Admitting & { id: number },
): Promise<Standing> {
  if (user === null) return visitorStanding
  const [reader] = await selectApplicants(ctx.db, event.id, [user.id], countedEmails(ctx.settings))
  return reader === undefined ? visitorStanding : standingOf(reader, event)
}

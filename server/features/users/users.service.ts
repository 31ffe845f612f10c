import type { Profile } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { SignedInUser } from '#server/lib/api.ts'
import { selectProfile } from './users.repository.ts'

/** One's own profile. */
export function profileOf(ctx: Context, user: SignedInUser): Promise<Profile> {
  return selectProfile(ctx.db, user.id, ctx.now())
}

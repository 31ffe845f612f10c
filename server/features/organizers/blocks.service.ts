import type { BlockedPerson } from '#contract/moderation.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { deleteBlock, hasMet, insertBlock, selectBlocked } from './blocks.repository.ts'
import { profileOf } from './organizers.service.ts'

/** Whom the user, an organizer, has blocked. */
export async function list(ctx: Context, user: SignedInUser): Promise<BlockedPerson[]> {
  await profileOf(ctx, user)
  return selectBlocked(ctx.db, user.id)
}

/** Keeps a person from commenting on the user's events and applying for them. Only somebody whom the user has met
 *  there: the answer names them. */
export async function block(ctx: Context, user: SignedInUser, userId: number): Promise<BlockedPerson> {
  await profileOf(ctx, user)
  if (userId === user.id) throw new AppError('own_block')
  const known = await selectBlocked(ctx.db, user.id, userId)
  if (known.length === 0 && !(await hasMet(ctx.db, user.id, userId))) throw new AppError('person_not_found')
  await insertBlock(ctx.db, user.id, userId, ctx.now())
  const [blocked] = await selectBlocked(ctx.db, user.id, userId)
  if (blocked === undefined) throw new AppError('person_not_found')
  return blocked
}

export async function unblock(ctx: Context, user: SignedInUser, userId: number): Promise<void> {
  await profileOf(ctx, user)
  await deleteBlock(ctx.db, user.id, userId)
}

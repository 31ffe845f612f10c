import { lockUser } from '#server/features/accounts/users/users.repository.ts'
import { show } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { countLikes, deleteLike, insertLike } from './likes.repository.ts'

/** Turns the user's like of an event over. The user's own row is held meanwhile, so that toggles at once take turns. */
export async function toggle(ctx: Context, user: SignedInUser, eventId: number) {
  await show(ctx, user, eventId)
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const is_liked = !(await deleteLike(tx, eventId, user.id))
    if (is_liked) await insertLike(tx, eventId, user.id, ctx.now())
    const message = is_liked ? 'You like this event.' : 'You no longer like this event.'
    return { is_liked, total_likes: await countLikes(tx, eventId), message }
  })
}

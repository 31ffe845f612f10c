import type { ListPage } from '#contract/events/event-list.ts'
import { readerOf } from '#server/features/accounts/users/reader.ts'
import { lockUser } from '#server/features/accounts/users/users.repository.ts'
import { countBookmarkedEvents, selectBookmarkedEvents } from '#server/features/events/events.repository.ts'
import { show } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { countBookmarks, deleteBookmark, insertBookmark } from './bookmarks.repository.ts'

/** Turns the user's bookmark of an event over. The user's own row is held meanwhile, so that toggles at once take
 *  turns. */
export async function toggle(ctx: Context, user: SignedInUser, eventId: number) {
  await show(ctx, user, eventId)
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const is_bookmarked = !(await deleteBookmark(tx, eventId, user.id))
    if (is_bookmarked) await insertBookmark(tx, eventId, user.id, ctx.now())
    const message = is_bookmarked ? 'Event bookmarked.' : 'Bookmark removed.'
    return { is_bookmarked, total_bookmarks: await countBookmarks(tx, eventId), message }
  })
}

/** One page of the events that the user has bookmarked and may still see, last bookmarked first, and how many there
 *  are. */
export async function listOf(ctx: Context, user: SignedInUser, page: ListPage) {
  const reader = readerOf(ctx.settings, user)
  const [events, total] = await Promise.all([
    selectBookmarkedEvents(ctx.db, reader, page, ctx.now()),
    countBookmarkedEvents(ctx.db, reader),
  ])
  return { events, total }
}

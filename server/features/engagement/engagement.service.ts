import type { ListPage } from '#contract/events/event-list.ts'
import * as m from '#messages/answers.json'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { viewerOf } from '#server/features/accounts/viewer.ts'
import { countBookmarkedEvents, selectBookmarkedEvents } from '#server/features/events/events.repository.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { countMarks, deleteMark, insertMark, type MarkKind } from './engagement.repository.ts'

export async function toggleLike(ctx: Context, user: SignedInUser, eventId: number) {
  const { isOn, total } = await toggle(ctx, user, 'likes', eventId)
  const message = isOn ? m.liked : m.likedNoMore
  return { is_liked: isOn, total_likes: total, message }
}

export async function toggleBookmark(ctx: Context, user: SignedInUser, eventId: number) {
  const { isOn, total } = await toggle(ctx, user, 'bookmarks', eventId)
  return { is_bookmarked: isOn, total_bookmarks: total, message: isOn ? m.bookmarked : m.bookmarkRemoved }
}

/** One page of the events that the user has bookmarked and may still see, last bookmarked first, and their total. */
export async function listBookmarked(ctx: Context, user: SignedInUser, page: ListPage) {
  const viewer = viewerOf(ctx.settings, user)
  const [events, total] = await Promise.all([
    selectBookmarkedEvents(ctx.db, viewer, page, ctx.now()),
    countBookmarkedEvents(ctx.db, viewer),
  ])
  return { events, total }
}

/** Locks the user's row, so that simultaneous toggles take turns. */
async function toggle(ctx: Context, user: SignedInUser, kind: MarkKind, eventId: number) {
  await requireVisible(ctx, user, eventId)
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const isOn = !(await deleteMark(tx, kind, eventId, user.id))
    if (isOn) await insertMark(tx, kind, eventId, user.id, ctx.now())
    return { isOn, total: await countMarks(tx, kind, eventId) }
  })
}

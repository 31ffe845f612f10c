import { listBookmarks, toggleBookmark, toggleLike } from '#contract/engagement/engagement.schemas.ts'
import type { ListPage } from '#contract/events/event-list.ts'
import * as m from '#messages/answers.json'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { viewerOf } from '#server/features/accounts/viewer.ts'
import { countBookmarkedEvents, selectBookmarkedEvents } from '#server/features/events/events.repository.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { type Api, type SignedInUser, signedIn } from '#server/lib/http/api.ts'
import { describePage } from '#server/lib/http/paging.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Likes and bookmarks. */
export function engagementRoutes(api: Api, ctx: Context) {
  api.route({
    ...toggleLike,
    handler: async (request) => {
      const { isOn, total } = await toggle(ctx, signedIn(request), 'likes', request.params.eventId)
      return { is_liked: isOn, total_likes: total, message: isOn ? m.liked : m.likedNoMore }
    },
  })

  api.route({
    ...toggleBookmark,
    handler: async (request) => {
      const { isOn, total } = await toggle(ctx, signedIn(request), 'bookmarks', request.params.eventId)
      return { is_bookmarked: isOn, total_bookmarks: total, message: isOn ? m.bookmarked : m.bookmarkRemoved }
    },
  })

  api.route({
    ...listBookmarks,
    handler: async (request, reply) => {
      const { events, total } = await listBookmarked(ctx, signedIn(request), request.query)
      describePage(reply, listBookmarks.url, request.query, { shown: events.length, total })
      return events
    },
  })
}

/** One page of the events that the user has bookmarked and may still see, last bookmarked first, and their total. */
async function listBookmarked(ctx: Context, user: SignedInUser, page: ListPage) {
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

type MarkKind = 'likes' | 'bookmarks'

const tables = { likes: sql`likes`, bookmarks: sql`bookmarks` }

/** False if there was none to delete. */
async function deleteMark(db: Db, kind: MarkKind, eventId: number, userId: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM ${tables[kind]} WHERE event_id = ${eventId} AND user_id = ${userId}`)) === 1
}

async function insertMark(db: Db, kind: MarkKind, eventId: number, userId: number, now: Date): Promise<void> {
  await db.run(sql`INSERT INTO ${tables[kind]} (event_id, user_id, created_at) VALUES (${eventId}, ${userId}, ${now})`)
}

/** From the counter column in `event_engagement`, which is named like the table. */
async function countMarks(db: Db, kind: MarkKind, eventId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT coalesce(sum(${tables[kind]}), 0)::int AS total FROM event_engagement WHERE event_id = ${eventId}`)
  return total
}

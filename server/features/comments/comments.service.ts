import {
  type Comment,
  type CommentFields,
  type CommentQuery,
  cursorOf,
  mostAtOnce,
  type Reply,
  type ReplyQuery,
  repliesShown,
} from '#contract/comments/comments.ts'
import { isAtLeast } from '#contract/endpoint.ts'
import { type Viewer, viewerOf } from '#server/features/accounts/viewer.ts'
import { refuseDeleted } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  type CommentedEvent,
  type CommentViewer,
  countThreads,
  deleteComment,
  type FoundComment,
  holdCommentedEvent,
  holdFoundComment,
  insertComment,
  keepFoundComment,
  readsAsAll,
  selectComments,
  selectFoundComment,
  selectReadEvent,
  selectReplies,
  selectThreads,
  selectWritten,
  updateContent,
  versionFor,
} from './comments.repository.ts'
import type { SharedThreads, Threads } from './shared-threads.ts'

/** A viewer who sees no hidden comments. */
const anybody: CommentViewer = { userId: null, isModerator: false }

/** One page of the event's threads, newest first, each with its newest replies; the total; and a `comments_version`
 *  (contract/events/live.ts) that the page includes. Throws `event_not_found`. */
export async function listForEvent(
  ctx: Context,
  shared: SharedThreads,
  user: SignedInUser | null,
  eventId: number,
  query: CommentQuery,
): Promise<Threads & { version: number }> {
  const viewer = { ...viewerOf(ctx.settings, user), linkKey: query.link }
  const event = await selectReadEvent(ctx.db, eventId, viewer)
  if (event === null) throw new AppError('event_not_found')
  const as = viewerOn(event, viewer)
  const threads = readsAsAll(event.comment_versions, as)
    ? await shared(eventId, versionFor(event.comment_versions, anybody), query, () =>
        loadThreads(ctx.db, eventId, anybody, query),
      )
    : await loadThreads(ctx.db, eventId, as, query)
  return { ...threads, version: versionFor(event.comment_versions, as) }
}

async function loadThreads(db: Db, eventId: number, viewer: CommentViewer, query: CommentQuery): Promise<Threads> {
  const { replies } = query
  const limit = replies === undefined ? query.limit : Math.min(query.limit, Math.floor(mostAtOnce / (1 + replies)))
  const [page, total] = await Promise.all([
    selectThreads(db, eventId, viewer, { ...query, limit }),
    countThreads(db, eventId, viewer),
  ])
  const threads = replies === undefined ? withinBound(page) : page
  const last = threads.at(-1)
  const isEnd = last === undefined || (page.length < limit && threads.length === page.length)
  const comments = await withReplies(db, threads, viewer, replies ?? mostAtOnce - 1)
  return { comments, total, next: isEnd ? null : cursorOf(last) }
}

/** The first threads with at most `mostAtOnce` comments including replies; at least one thread. */
function withinBound(threads: Comment[]): Comment[] {
  let count = 0
  return threads.filter((thread, place) => {
    count += 1 + thread.total_replies
    return place === 0 || count <= mostAtOnce
  })
}

/** One page of a thread's replies, newest first, and their total. Throws `comment_not_found`. */
export async function listReplies(
  ctx: Context,
  user: SignedInUser | null,
  id: number,
  query: ReplyQuery,
): Promise<{ replies: Reply[]; total: number }> {
  const viewer = { ...viewerOf(ctx.settings, user), linkKey: query.link }
  const found = await selectFoundComment(ctx.db, id, viewer)
  if (found === null) throw new AppError('comment_not_found')
  const as = viewerOn(found, viewer)
  const [replies, [thread]] = await Promise.all([
    selectReplies(ctx.db, [id], as, query),
    selectComments(ctx.db, [id], as),
  ])
  return { replies, total: thread?.total_replies ?? 0 }
}

/** Writes a comment on an event, or a reply; a reply to a reply joins its thread. A comment that is sent again with its key
 *  returns the stored one. Throws `event_not_found`, `comment_not_found` and what `refuseWriting` throws. */
export async function write(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  fields: CommentFields,
): Promise<Comment> {
  const viewer = viewerOf(ctx.settings, user)
  const written = await ctx.db.transaction(async (tx) => {
    const sent = { eventId, userId: user.id, content: fields.content, clientKey: fields.client_key }
    const [event, stored] = await Promise.all([holdCommentedEvent(tx, eventId, viewer), selectWritten(tx, sent)])
    if (event === null) throw new AppError('event_not_found')
    if (stored !== null) return shown(tx, stored, viewerOn(event, viewer))
    refuseWriting(event)
    const parentId = fields.parent_id === null ? null : await threadOf(tx, fields.parent_id, eventId, viewer)
    // Null if it was sent twice at the same time.
    const inserted = await insertComment(tx, { ...sent, parentId }, ctx.now())
    const id = inserted ?? (await selectWritten(tx, sent))
    if (id === null) throw new AppError('comment_not_found')
    return shown(tx, id, viewerOn(event, viewer))
  })
  ctx.announcer.announce(eventId)
  return written
}

/** Edits the user's own comment. Throws `comment_not_found`, `not_your_comment` and what `refuseWriting` throws. */
export async function edit(ctx: Context, user: SignedInUser, id: number, content: string): Promise<Comment> {
  const viewer = viewerOf(ctx.settings, user)
  const { comment, eventId } = await ctx.db.transaction(async (tx) => {
    const found = await requireAuthor(tx, user, id, viewer)
    refuseWriting(found)
    await updateContent(tx, id, content, ctx.now())
    return { comment: await shown(tx, id, viewerOn(found, viewer)), eventId: found.event_id }
  })
  ctx.announcer.announce(eventId)
  return comment
}

/** Deletes the user's own comment with its replies, even if nobody may write any more. Throws `comment_not_found` and
 *  `not_your_comment`. */
export async function remove(ctx: Context, user: SignedInUser, id: number): Promise<void> {
  const viewer = viewerOf(ctx.settings, user)
  const { event_id } = await ctx.db.transaction(async (tx) => {
    const found = await requireAuthor(tx, user, id, viewer)
    await deleteComment(tx, id)
    return found
  })
  ctx.announcer.announce(event_id)
}

/** One comment as the viewer sees it, with its newest replies. Throws `comment_not_found`. */
export async function shown(db: Db, id: number, viewer: CommentViewer): Promise<Comment> {
  const [comment] = await withReplies(db, await selectComments(db, [id], viewer), viewer, repliesShown)
  if (comment === undefined) throw new AppError('comment_not_found')
  return comment
}

function viewerOn(event: CommentedEvent, viewer: Viewer): CommentViewer {
  return { userId: viewer.id, isModerator: isAtLeast(event.role, 'co_host') }
}

async function requireAuthor(tx: Db, user: SignedInUser, id: number, viewer: Viewer): Promise<FoundComment> {
  const found = await holdFoundComment(tx, id, viewer)
  if (found === null) throw new AppError('comment_not_found')
  if (found.user_id !== user.id) throw new AppError('not_your_comment')
  return found
}

/** Throws `event_called_off`, `event_deleted`, `blocked_by_organizer` or `comments_closed`. */
function refuseWriting(event: CommentedEvent): void {
  refuseDeleted(event)
  if (event.is_blocked) throw new AppError('blocked_by_organizer')
  if (event.comments_closed_at !== null) throw new AppError('comments_closed')
}

/** The top-level comment of the thread that `parentId` belongs to, which is not deleted until the transaction ends. Threads are
 *  two levels deep. */
async function threadOf(tx: Db, parentId: number, eventId: number, viewer: Viewer): Promise<number> {
  const parent = await selectFoundComment(tx, parentId, viewer)
  if (parent === null || parent.event_id !== eventId) throw new AppError('comment_not_found')
  const thread = await keepFoundComment(tx, parent.parent_id ?? parent.id, viewer)
  if (thread === null) throw new AppError('comment_not_found')
  return thread.id
}

async function withReplies(db: Db, threads: Comment[], viewer: CommentViewer, limit: number): Promise<Comment[]> {
  const answered = threads.filter((thread) => thread.total_replies > 0).map(({ id }) => id)
  if (answered.length === 0 || limit === 0) return threads
  const repliesOf = new Map(answered.map((id): [number | null, Reply[]] => [id, []]))
  for (const reply of await selectReplies(db, answered, viewer, { limit })) repliesOf.get(reply.parent_id)?.push(reply)
  return threads.map((thread) => ({ ...thread, replies: repliesOf.get(thread.id) ?? [] }))
}

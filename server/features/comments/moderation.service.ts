import type { Comment } from '#contract/comments/comments.ts'
import type { ReportedComment } from '#contract/comments/moderation.ts'
import * as m from '#messages/answers.json'
import { viewerOf } from '#server/features/accounts/viewer.ts'
import { updateCommentsClosed } from '#server/features/events/events.repository.ts'
import { refuseBelow } from '#server/features/events/events.service.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  type FoundComment,
  holdFoundComment,
  keepFoundComment,
  selectComments,
  updateHidden,
} from './comments.repository.ts'
import { shown } from './comments.service.ts'
import { dismissReports, insertReport, selectReports } from './moderation.repository.ts'

const mostReports = 100

/** Hides a comment from everybody but its author and the moderators, or shows it again. Hiding dismisses its reports.
 *  Throws `comment_not_found`, `not_your_event`, `role_missing` and `hidden_by_operator`. */
export async function setHidden(ctx: Context, user: SignedInUser, id: number, hidden: boolean): Promise<Comment> {
  const { comment, eventId } = await ctx.db.transaction(async (tx) => {
    const found = await requireModerator(ctx, tx, user, id)
    if (found.hidden_by === 'operator') throw new AppError('hidden_by_operator')
    await updateHidden(tx, id, hidden ? 'organizer' : null)
    if (hidden) await dismissReports(tx, id, ctx.now())
    await logModeration(ctx, tx, user, found.event_id, hidden ? 'hidden' : 'shown')
    return { comment: await shown(tx, id, { userId: user.id, isModerator: true }), eventId: found.event_id }
  })
  ctx.announcer.announce(eventId)
  return comment
}

/** Closes or opens the comments on an event. */
export async function setClosed(ctx: Context, user: SignedInUser, eventId: number, closed: boolean) {
  await ctx.db.transaction(async (tx) => {
    await updateCommentsClosed(tx, eventId, closed ? ctx.now() : null)
    await logModeration(ctx, tx, user, eventId, closed ? 'closed' : 'opened')
  })
  ctx.announcer.announce(eventId)
  return { closed, message: closed ? m.commentsClosed : m.commentsOpen }
}

/** Reports a comment to the organizer and the operator. Throws `comment_not_found`, `own_comment` and `already_reported`. */
export async function report(ctx: Context, user: SignedInUser, id: number, reason: string): Promise<void> {
  const { event_id } = await ctx.db.transaction(async (tx) => {
    const found = await keepFoundComment(tx, id, viewerOf(ctx.settings, user))
    if (found === null) throw new AppError('comment_not_found')
    if (found.user_id === user.id) throw new AppError('own_comment')
    const report = { commentId: id, userId: user.id, eventId: found.event_id, reason }
    if (!(await insertReport(tx, report, ctx.now()))) throw new AppError('already_reported')
    return found
  })
  ctx.announcer.announce(event_id)
}

/** The reported comments on an event, last reported first. */
export async function listReports(ctx: Context, user: SignedInUser, eventId: number): Promise<ReportedComment[]> {
  const reports = await selectReports(ctx.db, eventId, mostReports)
  const ids = reports.map(({ comment_id }) => comment_id)
  const comments = await selectComments(ctx.db, ids, { userId: user.id, isModerator: true })
  return reports.flatMap(({ comment_id, ...report }) => {
    const comment = comments.find(({ id }) => id === comment_id)
    return comment ? [{ comment, ...report }] : []
  })
}

/** Dismisses the reports of a comment; the comment stays. Throws `comment_not_found`,
 *  `not_your_event` and `role_missing`. */
export async function dismiss(ctx: Context, user: SignedInUser, id: number): Promise<void> {
  const eventId = await ctx.db.transaction(async (tx) => {
    const found = await requireModerator(ctx, tx, user, id)
    await dismissReports(tx, id, ctx.now())
    await logModeration(ctx, tx, user, found.event_id, 'dismissed')
    return found.event_id
  })
  ctx.announcer.announce(eventId)
}

function logModeration(ctx: Context, tx: Db, { id }: SignedInUser, eventId: number, detail: string): Promise<void> {
  return logAction(tx, { eventId, userId: id, action: 'moderated', detail }, ctx.now())
}

async function requireModerator(ctx: Context, tx: Db, user: SignedInUser, id: number): Promise<FoundComment> {
  const found = await holdFoundComment(tx, id, viewerOf(ctx.settings, user))
  if (found === null) throw new AppError('comment_not_found')
  refuseBelow(found.role, 'co_host')
  return found
}

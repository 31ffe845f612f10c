import { selectComments, updateHidden } from '#server/features/comments/comments.repository.ts'
import { type ListedReport, selectAllReports } from '#server/features/comments/moderation.repository.ts'
import type { Context } from '#server/lib/context.ts'

const most = 200

/** A paragraph for each reported comment that the operator has not hidden, latest report first. */
export async function listReports(ctx: Context): Promise<string> {
  const reports = await selectAllReports(ctx.db, most)
  return reports.length === 0 ? 'No comment is reported.' : reports.map(paragraph).join('\n\n')
}

function paragraph({
  comment_id,
  event_name,
  event_id,
  author,
  content,
  total,
  reasons,
  ...report
}: ListedReport): string {
  const state = report.hidden_by
    ? 'hidden by the organizer'
    : report.is_dismissed
      ? 'dismissed by the organizer'
      : 'open'
  return [
    `Comment ${comment_id} by ${author} on ${event_name} (event ${event_id}): ${state}, ${report.reported_at}`,
    ...content.split('\n').map((line) => `  > ${line}`),
    ...reasons.map((one) => `  reported by ${one.replaceAll('\n', ' ')}`),
    ...(total > reasons.length ? [`  and ${total - reasons.length} more`] : []),
  ].join('\n')
}

/** Hides a comment for good, or shows it again; the organizer cannot undo what the operator does. */
export async function setHidden(ctx: Context, id: string, hidden: boolean): Promise<string> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  const [comment] = await selectComments(ctx.db, [number], { userId: null, isOwner: true })
  const eventId = comment ? await updateHidden(ctx.db, comment.id, hidden ? 'operator' : null) : null
  if (comment === undefined || eventId === null) {
    throw new Error(`There is no comment "${id}". Run list-reports to see reported ones.`)
  }
  ctx.announcer.announce(eventId)
  await ctx.announcer.flush()
  return `Comment ${comment.id} by ${comment.user.username} is ${hidden ? 'hidden' : 'shown again'}.`
}

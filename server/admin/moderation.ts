import { audienceLabels } from '#contract/tickets/messages.ts'
import { selectComments, updateHidden } from '#server/features/comments/comments.repository.ts'
import { type ListedReport, selectAllReports } from '#server/features/comments/moderation.repository.ts'
import { type ListedMessage, markStopped, selectAllMessages } from '#server/features/messages/messages.repository.ts'
import type { Context } from '#server/lib/context.ts'

const mostReports = 200

/** A paragraph for each reported comment that the operator has not hidden, latest report first. */
export async function listReports(ctx: Context): Promise<string> {
  const reports = await selectAllReports(ctx.db, mostReports)
  return reports.length === 0 ? 'No comment is reported.' : reports.map(aboutReport).join('\n\n')
}

function aboutReport({
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
  const [comment] = await selectComments(ctx.db, [number], { userId: null, isModerator: true })
  const eventId = comment ? await updateHidden(ctx.db, comment.id, hidden ? 'operator' : null) : null
  if (comment === undefined || eventId === null) {
    throw new Error(`There is no comment "${id}". Run list-reports to see reported ones.`)
  }
  ctx.announcer.announce(eventId)
  await ctx.announcer.flush()
  return `Comment ${comment.id} by ${comment.user.username} is ${hidden ? 'hidden' : 'shown again'}.`
}

const mostMessages = 100

/** A paragraph for each message of an organizer to the people of an event, newest first. */
export async function listMessages(ctx: Context): Promise<string> {
  const messages = await selectAllMessages(ctx.db, mostMessages)
  return messages.length === 0 ? 'No organizer has written a message.' : messages.map(aboutMessage).join('\n\n')
}

function aboutMessage(message: ListedMessage): string {
  const { id, event_name, event_id, organizer_name, audience, subject, content, send_at, state, recipients } = message
  return [
    `Message ${id} by ${organizer_name} about ${event_name} (event ${event_id}): ${state}, ${send_at}`,
    `  to: ${audienceLabels[audience]} (${recipients})`,
    `  ${subject}`,
    ...content.split('\n').map((line) => `  > ${line}`),
  ].join('\n')
}

/** Nobody who does not have it yet gets it. */
export async function stopMessage(ctx: Context, id: string): Promise<string> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
  if (await ctx.db.transaction((tx) => markStopped(tx, number, 'operator', ctx.now()))) {
    return `Message ${number} is stopped.`
  }
  throw new Error(`There is no message "${id}" that could be stopped; list-messages shows them.`)
}

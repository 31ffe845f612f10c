import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './moderation.schemas.ts'

export type { BlockedPerson, ReportedComment } from './moderation.schemas.ts'

export const reportReasonMax = 500

/** The event's owner hides a comment from everybody but its author, or shows it again. Its replies go with it. */
export const hideComment: Call<typeof schemas.hideCommentSchema> = {
  method: 'PUT',
  url: '/api/comments/:commentId/hidden',
  config: { access: 'signed-in', limit: 'write' },
}

/** While comments are closed nobody writes or edits a comment. Those that were written before stay. */
export const closeComments: Call<typeof schemas.closeCommentsSchema> = {
  method: 'PUT',
  url: '/api/events/:eventId/comments/closed',
  config: { access: 'signed-in', limit: 'write' },
}

/** A person reports a comment once. Nobody but the operator reads who reported it. */
export const reportComment: Call<typeof schemas.reportCommentSchema> = {
  method: 'POST',
  url: '/api/comments/:commentId/report',
  config: { access: 'signed-in', limit: 'write' },
}

/** Last reported first, at most a hundred. Comments that were hidden or whose reports were dismissed are left out. */
export const listReports: Call<typeof schemas.listReportsSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/comment-reports',
  config: { access: 'signed-in' },
}

/** The reports are answered, and the comment stays. */
export const dismissReports: Call<typeof schemas.dismissReportsSchema> = {
  method: 'DELETE',
  url: '/api/comments/:commentId/reports',
  config: { access: 'signed-in', limit: 'write', empty: true },
}

/** Last blocked first. */
export const listBlocked: Call<typeof schemas.listBlockedSchema> = {
  method: 'GET',
  url: '/api/organizers/blocked',
  config: { access: 'signed-in' },
}

/** Only people who commented on an own event or applied for one. Tickets that they hold stay. */
export const blockPerson: Call<typeof schemas.blockPersonSchema> = {
  method: 'PUT',
  url: '/api/organizers/blocked/:userId',
  config: { access: 'signed-in', limit: 'write' },
}

export const unblockPerson: Call<typeof schemas.unblockPersonSchema> = {
  method: 'DELETE',
  url: '/api/organizers/blocked/:userId',
  config: { access: 'signed-in', limit: 'write', empty: true },
}

import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './moderation.schemas.ts'

export type { BlockedPerson, ReportedComment } from './moderation.schemas.ts'

export const reportReasonMax = 500

/** Apart from owner and co-hosts, only its author still sees a hidden comment. Its replies are hidden too. */
export const hideComment: Call<typeof schemas.hideCommentSchema> = {
  method: 'PUT',
  url: '/api/comments/:commentId/hidden',
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
}

/** While comments are closed, nobody can write or edit one. Existing comments stay. */
export const closeComments: Call<typeof schemas.closeCommentsSchema> = {
  method: 'PUT',
  url: '/api/events/:eventId/comments/closed',
  config: { access: 'signed-in', role: 'co_host', limit: 'write' },
}

/** Once per person. Only the operator sees who reported it. */
export const reportComment: Call<typeof schemas.reportCommentSchema> = {
  method: 'POST',
  url: '/api/comments/:commentId/report',
  config: { access: 'signed-in', limit: 'write' },
}

/** Last reported first, at most 100, without hidden comments and dismissed reports. */
export const listReports: Call<typeof schemas.listReportsSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/comment-reports',
  config: { access: 'signed-in', role: 'co_host' },
}

/** The comment stays visible. */
export const dismissReports: Call<typeof schemas.dismissReportsSchema> = {
  method: 'DELETE',
  url: '/api/comments/:commentId/reports',
  config: { access: 'signed-in', role: 'co_host', limit: 'write', empty: true },
}

/** Last blocked first. */
export const listBlocked: Call<typeof schemas.listBlockedSchema> = {
  method: 'GET',
  url: '/api/organizers/blocked',
  config: { access: 'signed-in' },
}

/** Only people who commented on an event of the organizer or applied for one. They keep their tickets. */
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

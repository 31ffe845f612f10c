import { z } from 'zod'
import { Comment, CommentAuthor, CommentParams, plain } from './comments.ts'
import type { Endpoint } from './endpoint.ts'
import { EventParams } from './events/events.ts'
import { Flag, Instant, Message, PathId, text } from './fields.ts'

export const reportReasonMax = 500

/** The event's owner hides a comment from everybody but its author, or shows it again. Its replies go with it. */
export const hideComment = {
  method: 'PUT',
  url: '/api/comments/:commentId/hidden',
  schema: {
    summary: 'Hide a comment on an own event, or show it again',
    params: CommentParams,
    body: z.object({ hidden: Flag }),
    refusals: ['comment_not_found', 'hidden_by_operator', 'not_your_event'],
    response: { 200: Comment },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** While comments are closed nobody writes or edits a comment. Those that were written before stay. */
export const closeComments = {
  method: 'PUT',
  url: '/api/events/:eventId/comments/closed',
  schema: {
    summary: 'Close the comments of an own event, or open them again',
    params: EventParams,
    body: z.object({ closed: Flag }),
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: z.object({ closed: z.boolean(), message: z.string() }) },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** A person reports a comment once. Nobody but the operator reads who reported it. */
export const reportComment = {
  method: 'POST',
  url: '/api/comments/:commentId/report',
  schema: {
    summary: 'Report a comment to the organizer and the operator',
    params: CommentParams,
    body: z.object({ reason: text(reportReasonMax).transform(plain).default('') }),
    refusals: ['already_reported', 'comment_not_found', 'own_comment'],
    response: { 201: Message },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** A comment that people reported: how many of them, when last, and the reasons that they gave. */
export const ReportedComment = z.object({
  comment: Comment,
  total: z.number().int(),
  reported_at: Instant,
  reasons: z.array(z.string()),
})
export type ReportedComment = z.infer<typeof ReportedComment>

/** Last reported first, at most a hundred. Comments that were hidden or whose reports were dismissed are left out. */
export const listReports = {
  method: 'GET',
  url: '/api/events/:eventId/comment-reports',
  schema: {
    summary: 'List the reported comments on an own event',
    params: EventParams,
    refusals: ['event_not_found', 'not_your_event'],
    response: { 200: z.array(ReportedComment) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** The reports are answered, and the comment stays. */
export const dismissReports = {
  method: 'DELETE',
  url: '/api/comments/:commentId/reports',
  schema: {
    summary: 'Dismiss the reports of a comment on an own event',
    params: CommentParams,
    refusals: ['comment_not_found', 'not_your_event'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Somebody who may neither comment on the organizer's events nor apply for them. */
export const BlockedPerson = CommentAuthor.extend({ blocked_at: Instant })
export type BlockedPerson = z.infer<typeof BlockedPerson>

const PersonParams = z.object({ userId: PathId })

/** Last blocked first. */
export const listBlocked = {
  method: 'GET',
  url: '/api/organizers/blocked',
  schema: {
    summary: 'List whom one has blocked',
    refusals: ['organizers_only'],
    response: { 200: z.array(BlockedPerson) },
  },
  config: { access: 'signed-in' },
} satisfies Endpoint

/** Only people who commented on an own event or applied for one. Tickets that they hold stay. */
export const blockPerson = {
  method: 'PUT',
  url: '/api/organizers/blocked/:userId',
  schema: {
    summary: "Block somebody from one's own events",
    params: PersonParams,
    refusals: ['organizers_only', 'own_block', 'person_not_found'],
    response: { 200: BlockedPerson },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

export const unblockPerson = {
  method: 'DELETE',
  url: '/api/organizers/blocked/:userId',
  schema: {
    summary: 'Take a block back',
    params: PersonParams,
    refusals: ['organizers_only'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

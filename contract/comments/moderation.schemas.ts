import { z } from 'zod'
import type { Schemas } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import { Flag, Instant, Message, PathId, text } from '#contract/fields.ts'
import { Comment, CommentAuthor, CommentParams } from './comments.schemas.ts'
import { plain } from './comments.ts'
import * as moderation from './moderation.ts'
import { reportReasonMax } from './moderation.ts'

export const hideCommentSchema = {
  summary: 'Hide a comment on your event, or show it again',
  params: CommentParams,
  body: z.object({ hidden: Flag }),
  refusals: ['comment_not_found', 'hidden_by_operator', 'not_your_event', 'role_missing'],
  response: { 200: Comment },
} satisfies Schemas
export const hideComment = { ...moderation.hideComment, schema: hideCommentSchema }

export const closeCommentsSchema = {
  summary: 'Close the comments of your event, or reopen them',
  params: EventParams,
  body: z.object({ closed: Flag }),
  response: { 200: z.object({ closed: z.boolean(), message: z.string() }) },
} satisfies Schemas
export const closeComments = { ...moderation.closeComments, schema: closeCommentsSchema }

export const reportCommentSchema = {
  summary: 'Report a comment to the organizer and the operator',
  params: CommentParams,
  body: z.object({ reason: text(reportReasonMax).transform(plain).default('') }),
  refusals: ['already_reported', 'comment_not_found', 'own_comment'],
  response: { 201: Message },
} satisfies Schemas
export const reportComment = { ...moderation.reportComment, schema: reportCommentSchema }

/** A comment reported by `total` people, last at `reported_at`. */
export const ReportedComment = z.object({
  comment: Comment,
  total: z.number().int(),
  reported_at: Instant,
  reasons: z.array(z.string()),
})
export type ReportedComment = z.infer<typeof ReportedComment>

export const listReportsSchema = {
  summary: 'List the reported comments on your event',
  params: EventParams,
  response: { 200: z.array(ReportedComment) },
} satisfies Schemas
export const listReports = { ...moderation.listReports, schema: listReportsSchema }

export const dismissReportsSchema = {
  summary: 'Dismiss the reports of a comment on your event',
  params: CommentParams,
  refusals: ['comment_not_found', 'not_your_event', 'role_missing'],
  response: { 204: z.undefined() },
} satisfies Schemas
export const dismissReports = { ...moderation.dismissReports, schema: dismissReportsSchema }

/** A person who may not comment on the organizer's events or apply for them. */
export const BlockedPerson = CommentAuthor.extend({ blocked_at: Instant })
export type BlockedPerson = z.infer<typeof BlockedPerson>

const PersonParams = z.object({ userId: PathId })

export const listBlockedSchema = {
  summary: 'List blocked people',
  refusals: ['organizers_only'],
  response: { 200: z.array(BlockedPerson) },
} satisfies Schemas
export const listBlocked = { ...moderation.listBlocked, schema: listBlockedSchema }

export const blockPersonSchema = {
  summary: 'Block a person from your events',
  params: PersonParams,
  refusals: ['organizers_only', 'own_block', 'person_not_found'],
  response: { 200: BlockedPerson },
} satisfies Schemas
export const blockPerson = { ...moderation.blockPerson, schema: blockPersonSchema }

export const unblockPersonSchema = {
  summary: 'Unblock a person',
  params: PersonParams,
  refusals: ['organizers_only'],
  response: { 204: z.undefined() },
} satisfies Schemas
export const unblockPerson = { ...moderation.unblockPerson, schema: unblockPersonSchema }

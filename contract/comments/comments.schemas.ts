import { z } from 'zod'
import { isWithinYears } from '#contract/date-input.ts'
import type { Schemas } from '#contract/endpoint.ts'
import { EventParams, LinkQuery } from '#contract/events/events.schemas.ts'
import { ClientKey, Id, Instant, numberText, numeric, PathId, pageLimit } from '#contract/fields.ts'
import * as m from '#messages/fields.json'
import * as comments from './comments.ts'
import { type CommentCursor, commentMax, plain, tooLong, visible } from './comments.ts'

/** The public data of a comment's author. */
export const CommentAuthor = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  profile_picture: z.string(),
})

/** The fields that comments and replies share. `edited_at` is null unless edited. Only its author and the event's
 *  owner see a hidden comment, with `hidden_by`. */
const Written = z.object({
  id: Id,
  content: z.string(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  parent_id: Id.nullable(),
  hidden_by: z.enum(['organizer', 'operator']).nullable(),
  user: CommentAuthor,
  /** The replies that the viewer may see; `replies` has the newest of them. */
  total_replies: z.number().int(),
})

/** Replies have no replies: an answer to a reply joins its thread. */
export const Reply = Written.extend({ replies: z.array(z.never()) })
export type Reply = z.infer<typeof Reply>

export const Comment = Written.extend({ replies: z.array(Reply) })
export type Comment = z.infer<typeof Comment>

export const CommentText = z
  .string({ error: m.commentRequired })
  .transform(plain)
  .pipe(z.string().regex(visible, m.commentRequired).max(commentMax, tooLong))
  .meta({ maxLength: commentMax })

export const CommentFields = z.object({
  content: CommentText,
  /** The comment to reply to; null, '' or missing for a new thread. */
  parent_id: numeric(Id, null).default(null),
  client_key: ClientKey,
})
export type CommentFields = z.output<typeof CommentFields>

const Cursor = z
  .string()
  .regex(/^\d{1,15}-[1-9]\d{0,9}$/, m.pageGone)
  .transform((text): CommentCursor => {
    const [at = '', id = ''] = text.split('-')
    return { at: new Date(Number(at)), id: Number(id) }
  })
  .pipe(z.object({ at: z.date().refine(isWithinYears, m.pageGone), id: Id }))

/** `cursor` is from the `Link` header, `link` the key of an unlisted event. */
const page = { limit: pageLimit(1_000), cursor: Cursor.optional(), ...LinkQuery.shape }

/** `replies` limits how many of the newest replies each thread includes; by default all. The more replies, the fewer
 *  threads per page. */
export const CommentQuery = z.object({
  ...page,
  replies: numberText(z.number().int().min(0).max(50)).optional(),
})
export type CommentQuery = z.output<typeof CommentQuery>

export const ReplyQuery = z.object(page)
export type ReplyQuery = z.output<typeof ReplyQuery>

export const CommentParams = z.object({ commentId: PathId })

export const listCommentsSchema = {
  summary: 'List the comments on an event, with replies',
  params: EventParams,
  querystring: CommentQuery,
  refusals: ['event_not_found'],
  responseHeaders: ['link', 'x-total-count', 'x-version'],
  response: { 200: z.array(Comment) },
} satisfies Schemas
export const listComments = { ...comments.listComments, schema: listCommentsSchema }

export const listRepliesSchema = {
  summary: 'List the replies to a comment',
  params: CommentParams,
  querystring: ReplyQuery,
  refusals: ['comment_not_found'],
  responseHeaders: ['link', 'x-total-count'],
  response: { 200: z.array(Reply) },
} satisfies Schemas
export const listReplies = { ...comments.listReplies, schema: listRepliesSchema }

const writingRefusals = [
  'blocked_by_organizer',
  'comment_not_found',
  'comments_closed',
  'event_called_off',
  'event_deleted',
] as const

export const writeCommentSchema = {
  summary: 'Comment on an event, or reply to a comment',
  params: EventParams,
  body: CommentFields,
  refusals: [...writingRefusals, 'event_not_found'],
  response: { 201: Comment },
} satisfies Schemas
export const writeComment = { ...comments.writeComment, schema: writeCommentSchema }

export const editCommentSchema = {
  summary: 'Edit your comment',
  params: CommentParams,
  body: CommentFields.pick({ content: true }),
  refusals: [...writingRefusals, 'not_your_comment'],
  response: { 200: Comment },
} satisfies Schemas
export const editComment = { ...comments.editComment, schema: editCommentSchema }

export const deleteCommentSchema = {
  summary: 'Delete your comment',
  params: CommentParams,
  refusals: ['comment_not_found', 'not_your_comment'],
  response: { 204: z.undefined() },
} satisfies Schemas
export const deleteComment = { ...comments.deleteComment, schema: deleteCommentSchema }

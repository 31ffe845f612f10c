import { z } from 'zod'
import { LinkQuery } from '#contract/events/events.ts'
import { isWithinYears } from './dates.ts'
import type { Endpoint } from './endpoint.ts'

import { EventParams } from './events/events.ts'
import { Id, Instant, PathId } from './fields.ts'
import { numberText, numeric, pageLimit } from './numbers.ts'

export const commentMax = 2_000

/** Whoever wrote a comment, as everybody may see them. */
export const CommentAuthor = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  profile_picture: z.string(),
})

/** The fields that a comment and a reply have in common. `edited_at` is null unless it was edited. Only its author and
 *  the event's owner read a comment that is hidden, and `hidden_by` tells them who hid it. */
const Written = z.object({
  id: Id,
  content: z.string(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  parent_id: Id.nullable(),
  hidden_by: z.enum(['organizer', 'operator']).nullable(),
  user: CommentAuthor,
  /** How many replies the reader may see; `replies` holds the newest of them. */
  total_replies: z.number().int(),
})

/** Replies have no replies: what answers a reply joins its thread. */
export const Reply = Written.extend({ replies: z.array(z.never()) })
export type Reply = z.infer<typeof Reply>

export const Comment = Written.extend({ replies: z.array(Reply) })
export type Comment = z.infer<typeof Comment>

/** Characters that turn writing around or draw nothing: controls other than tab and line break, and marks of direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is controls that are taken out.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The text of a comment as it is stored: at most two line breaks in a row, without controls and marks of direction. */
export function plain(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether there is anything to read in it. */
export const isBlank = (typed: string) => !visible.test(plain(typed))

const required = 'A comment is required.'
export const tooLong = `A comment may have at most ${commentMax.toLocaleString('en-US')} characters.`

export const CommentText = z
  .string({ error: required })
  .transform(plain)
  .pipe(z.string().regex(visible, required).max(commentMax, tooLong))

export const CommentDraft = z.object({
  content: CommentText,
  /** The id of the comment that it answers; null, '' or nothing where it answers none. */
  parent_id: numeric(Id, null).default(null),
  /** Chosen by the page anew for each comment that somebody writes. A comment that is sent again under its key, because an
   *  answer got lost, is there once. */
  client_key: z
    .union([z.uuid(), z.literal(['', 'null']).transform(() => undefined)])
    .nullish()
    .transform((key) => key ?? undefined),
})
export type CommentDraft = z.output<typeof CommentDraft>

/** Where a page of comments ends: the last one's time in milliseconds since 1970, and its id. */
export interface CommentCursor {
  at: Date
  id: number
}

export function cursorOf({ created_at, id }: Pick<Comment, 'created_at' | 'id'>): string {
  return `${Date.parse(created_at)}-${id}`
}

const Cursor = z
  .string()
  .regex(/^\d{1,15}-[1-9]\d{0,9}$/, 'This page does not exist.')
  .transform((text): CommentCursor => {
    const [at = '', id = ''] = text.split('-')
    return { at: new Date(Number(at)), id: Number(id) }
  })
  .pipe(z.object({ at: z.date().refine(isWithinYears, 'This page does not exist.'), id: Id }))

/** `cursor` is as the `Link` header gives it; `link` is that of an unlisted event's address. */
const page = { limit: pageLimit(1_000), cursor: Cursor.optional(), ...LinkQuery.shape }

/** The most comments of one answer, replies included: 36 MB where each is as long as it may be, in Thai. */
export const mostAtOnce = 6_000

/** How many replies the product's own pages show of a thread until somebody asks for more. */
export const repliesShown = 5

/** `replies` is how many of each thread's newest replies come with it; without it, all of them. The more, the fewer
 *  threads come at once. */
export const CommentQuery = z.object({
  ...page,
  replies: numberText(z.number().int().min(0).max(50)).optional(),
})
export type CommentQuery = z.output<typeof CommentQuery>

export const ReplyQuery = z.object(page)
export type ReplyQuery = z.output<typeof ReplyQuery>

export const CommentParams = z.object({ commentId: PathId })

/** Newest first. The number of all top-level comments is in `X-Total-Count`, the next page of them in `Link`;
 *  `X-Version` is the `comments_version` (events/live.ts) of which the answer is, at least. */
export const listComments = {
  method: 'GET',
  url: '/api/events/:eventId/comments',
  schema: {
    summary: 'List the comments on an event, with replies',
    params: EventParams,
    querystring: CommentQuery,
    refusals: ['event_not_found'],
    tells: ['link', 'x-total-count', 'x-version'],
    response: { 200: z.array(Comment) },
  },
  config: { access: 'visitor' },
} satisfies Endpoint

/** Newest first, for threads with more replies than come with the list. */
export const listReplies = {
  method: 'GET',
  url: '/api/comments/:commentId/replies',
  schema: {
    summary: 'List the replies to a comment',
    params: CommentParams,
    querystring: ReplyQuery,
    refusals: ['comment_not_found'],
    tells: ['link', 'x-total-count'],
    response: { 200: z.array(Reply) },
  },
  config: { access: 'visitor' },
} satisfies Endpoint

export const writeComment = {
  method: 'POST',
  url: '/api/comments/write-comment/:eventId',
  schema: {
    summary: 'Comment on an event, or reply to a comment',
    params: EventParams,
    body: CommentDraft,
    refusals: ['blocked_by_organizer', 'comment_not_found', 'comments_closed', 'event_called_off', 'event_not_found'],
    response: { 201: Comment },
  },
  config: { access: 'signed-in', limit: 'comment' },
} satisfies Endpoint

export const editComment = {
  method: 'PUT',
  url: '/api/comments/:commentId/edit',
  schema: {
    summary: "Change one's own comment",
    params: CommentParams,
    body: CommentDraft.pick({ content: true }),
    refusals: ['blocked_by_organizer', 'comment_not_found', 'comments_closed', 'event_called_off', 'not_your_comment'],
    response: { 200: Comment },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** A top-level comment takes its replies along. */
export const deleteComment = {
  method: 'DELETE',
  url: '/api/comments/:commentId/delete',
  schema: {
    summary: "Delete one's own comment",
    params: CommentParams,
    refusals: ['comment_not_found', 'not_your_comment'],
    response: { 204: z.undefined() },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

import type { Call } from '#contract/endpoint.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
import type * as schemas from './comments.schemas.ts'
import type { Comment } from './comments.schemas.ts'

export type { Comment, CommentFields, CommentQuery, Reply, ReplyQuery } from './comments.schemas.ts'

export const commentMax = 2_000

/** Control characters other than tab and line break, and direction marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

export const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A comment's text as stored: trimmed, without control characters and direction marks, at most two line breaks in a
 *  row. */
export function plain(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether a text has no visible characters. */
export const isBlank = (typed: string) => !visible.test(plain(typed))

export const tooLong = fill(m.commentTooLong, { most: commentMax.toLocaleString('en-US') })

/** The time (in `cursorOf` milliseconds since 1970) and id of the last comment of a page. */
export interface CommentCursor {
  at: Date
  id: number
}

export function cursorOf({ created_at, id }: Pick<Comment, 'created_at' | 'id'>): string {
  return `${Date.parse(created_at)}-${id}`
}

/** Comments per response, including replies: at most 36 MB, if all have the maximum length in Thai. */
export const mostAtOnce = 6_000

/** Replies of a thread that our pages show before 'show more'. */
export const repliesShown = 5

/** Newest first. `X-Total-Count` is the number of top-level comments, `Link` has the next page. The response
 *  includes all changes up to `X-Version`, a `comments_version` (events/live.ts). */
export const listComments: Call<typeof schemas.listCommentsSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/comments',
  config: { access: 'visitor', scope: 'read' },
}

/** Newest first, for threads with more replies than `listComments` includes. */
export const listReplies: Call<typeof schemas.listRepliesSchema> = {
  method: 'GET',
  url: '/api/comments/:commentId/replies',
  config: { access: 'visitor', scope: 'read' },
}

export const writeComment: Call<typeof schemas.writeCommentSchema> = {
  method: 'POST',
  url: '/api/comments/write-comment/:eventId',
  config: { access: 'signed-in', limit: 'comment' },
}

export const editComment: Call<typeof schemas.editCommentSchema> = {
  method: 'PUT',
  url: '/api/comments/:commentId/edit',
  config: { access: 'signed-in', limit: 'write' },
}

/** Deleting a top-level comment also deletes its replies. */
export const deleteComment: Call<typeof schemas.deleteCommentSchema> = {
  method: 'DELETE',
  url: '/api/comments/:commentId/delete',
  config: { access: 'signed-in', limit: 'write', empty: true },
}

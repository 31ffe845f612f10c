import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './comments.schemas.ts'
import type { Comment } from './comments.schemas.ts'

export type { Comment, CommentDraft, CommentQuery, Reply, ReplyQuery } from './comments.schemas.ts'

export const commentMax = 2_000

/** Characters that turn writing around or draw nothing: controls other than tab and line break, and marks of direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is controls that are taken out.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

export const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

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

export const tooLong = `A comment may have at most ${commentMax.toLocaleString('en-US')} characters.`

/** Where a page of comments ends: the last one's time in milliseconds since 1970, and its id. */
export interface CommentCursor {
  at: Date
  id: number
}

export function cursorOf({ created_at, id }: Pick<Comment, 'created_at' | 'id'>): string {
  return `${Date.parse(created_at)}-${id}`
}

/** The most comments of one answer, replies included: 36 MB where each is as long as it may be, in Thai. */
export const mostAtOnce = 6_000

/** How many replies the product's own pages show of a thread until somebody asks for more. */
export const repliesShown = 5

/** Newest first. The number of all top-level comments is in `X-Total-Count`, the next page of them in `Link`;
 *  `X-Version` is the `comments_version` (events/live.ts) of which the answer is, at least. */
export const listComments: Call<typeof schemas.listCommentsSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/comments',
  config: { access: 'visitor' },
}

/** Newest first, for threads with more replies than come with the list. */
export const listReplies: Call<typeof schemas.listRepliesSchema> = {
  method: 'GET',
  url: '/api/comments/:commentId/replies',
  config: { access: 'visitor' },
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

/** A top-level comment takes its replies along. */
export const deleteComment: Call<typeof schemas.deleteCommentSchema> = {
  method: 'DELETE',
  url: '/api/comments/:commentId/delete',
  config: { access: 'signed-in', limit: 'write', empty: true },
}

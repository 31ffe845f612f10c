import type { Comment } from '#contract/comments/comments.ts'
import type { Caller } from './app.ts'

/** Writes a comment or reply and returns the response. */
export async function addComment(
  caller: Caller,
  eventId: number,
  content = 'See you there!',
  parent_id: number | null = null,
): Promise<Comment> {
  const reply = await caller.post(`/api/comments/write-comment/${eventId}`, { content, parent_id })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json()
}

/** The event's comments as the caller sees them. */
export async function readComments(caller: Caller, eventId: number, query = ''): Promise<Comment[]> {
  const reply = await caller.get(`/api/events/${eventId}/comments${query}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}

import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { ApiError, refusalOf } from '#web/lib/api/api-error.ts'
import { deleteFailure, editFailure, fetchFailure, postFailure } from './use-comments.ts'

test("a failed comment shows the server's message, or that there was no answer", () => {
  expect(postFailure(new ApiError('comments_closed'))).toBe('The organizer has closed the comments of this event.')
  expect(postFailure(refusalOf(502, '<html>'))).toBe('An error occurred while posting the comment')
  expect(postFailure(new ApiError('no_answer'))).toBe('No response received from server. Please check your connection.')
  expect(postFailure(new Error('out of paper'))).toBe('Error: out of paper')
})

test('other failures say which action failed before the reason', () => {
  expect(fetchFailure(new ApiError('unavailable'))).toMatch(/^Error fetching comments: The service is not available/)
  expect(deleteFailure(new ApiError('comment_not_found', errors.comment_not_found))).toMatch(
    /^Error deleting comment: This comment does not exist/,
  )
  expect(editFailure(new ApiError('no_answer'))).toMatch(/^Error editing comment: No response received from server/)
  expect(editFailure(new Error('out of paper'))).toBe('Error editing comment: out of paper')
})

test("the server's detail is preferred to its message", () => {
  const refused = { code: 'comments_closed', error: 'An error.', message: 'A message.', detail: 'A detail.' }
  expect(postFailure(refusalOf(409, refused))).toBe('A detail.')
  expect(postFailure(refusalOf(422, { ...refused, detail: [] }))).toBe('A message.')
  expect(postFailure(refusalOf(500, { detail: 'The database is being moved.' }))).toBe('The database is being moved.')
  expect(postFailure(refusalOf(500, { message: 'Come back later.' }))).toBe('Come back later.')
  expect(postFailure(refusalOf(500, { detail: '' }))).toBe('An error occurred while posting the comment')

  const moved = refusalOf(500, { detail: 'The database is being moved.' })
  expect(fetchFailure(moved)).toBe('Error fetching comments: The database is being moved.')
  expect(deleteFailure(moved)).toBe('Error deleting comment: The database is being moved.')
  expect(editFailure(moved)).toBe('Error editing comment: The database is being moved.')
})

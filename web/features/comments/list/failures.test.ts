import { expect, test } from 'vitest'
import { ApiError, refusalOf } from '#web/lib/api/api-error.ts'
import { deleteFailure, editFailure, fetchFailure, postFailure } from './failures.ts'

test('a comment that could not be posted says what the server said, or that it said nothing', () => {
  expect(postFailure(new ApiError('comments_closed'))).toBe('The organizer has closed the comments of this event.')
  expect(postFailure(refusalOf(502, '<html>'))).toBe('An error occurred while posting the comment')
  expect(postFailure(new ApiError('no_answer'))).toBe('No response received from server. Please check your connection.')
  expect(postFailure(new Error('out of paper'))).toBe('Error: out of paper')
})

test('other failures stand before what went wrong', () => {
  expect(fetchFailure(new ApiError('unavailable'))).toMatch(/^Error fetching comments: The service is not available/)
  expect(deleteFailure(new ApiError('comment_not_found'))).toMatch(
    /^Error deleting comment: This comment does not exist/,
  )
  expect(editFailure(new ApiError('no_answer'))).toMatch(/^Error editing comment: No response received from server/)
  expect(editFailure(new Error('out of paper'))).toBe('Error editing comment: out of paper')
})

import { ApiError, errorOf, messageOf } from '#web/lib/api/api-error.ts'

/** The text for a call that failed (specification, section 8): the server's `detail` comes before its `message`. */
export const fetchFailure = (error: unknown) => `Error fetching comments: ${detailOf(error)}`
export const deleteFailure = (error: unknown) => `Error deleting comment: ${detailOf(error)}`
export const editFailure = (error: unknown) => `Error editing comment: ${detailOf(error)}`

export function postFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return `Error: ${detailOf(error)}`
  if (error.code === 'no_answer') return error.message
  return error.detail ?? messageOf(error, 'An error occurred while posting the comment')
}

function detailOf(error: unknown): string {
  if (error instanceof ApiError && error.detail !== null) return error.detail
  return errorOf(error)?.message ?? (error instanceof Error ? error.message : String(error))
}

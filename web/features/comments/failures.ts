import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/comments.json'
import { ApiError, errorOf, messageOf } from '#web/lib/api/api-error.ts'

/** The text for a call that failed (specification, section 8): the server's `detail` comes before its `message`. */
export const fetchFailure = (error: unknown) => fill(m.fetchFailed, { reason: detailOf(error) })
export const deleteFailure = (error: unknown) => fill(m.deleteFailed, { reason: detailOf(error) })
export const editFailure = (error: unknown) => fill(m.editFailed, { reason: detailOf(error) })

export function postFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return fill(m.failed, { reason: detailOf(error) })
  if (error.code === 'no_answer') return error.message
  return error.detail ?? messageOf(error, m.postFailed)
}

function detailOf(error: unknown): string {
  if (error instanceof ApiError && error.detail !== null) return error.detail
  return errorOf(error)?.message ?? (error instanceof Error ? error.message : String(error))
}

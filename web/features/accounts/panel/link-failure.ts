import { messageOf } from '#web/lib/api/api-error.ts'

/** The words for a failure to request or use a reset link (specification, section 8). */
export function linkFailure(error: unknown): string {
  return messageOf(error, 'An error occurred. Please try again.')
}

import { serverWords } from '#web/lib/api/api-error.ts'

/** What to say when asking for or using a reset link fails (specification, section 8). */
export function linkFailure(error: unknown): string {
  return serverWords(error) ?? 'An error occurred. Please try again.'
}

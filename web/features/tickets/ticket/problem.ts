import { ApiError } from '#web/lib/api/api-error.ts'

/** The words of the ticket screens where the server gives none (specification, section 8). */
export const ticketProblems = {
  list: {
    signedOut: 'User not logged in or missing credentials.',
    failed: 'Failed to fetch tickets or events.',
  },
  ticket: {
    signedOut: 'Unauthorized: No access token found.',
    failed: 'Failed to fetch data.',
  },
} as const

/** Words that say why a ticket screen cannot be shown. `isMissing` means that trying again would not help. */
export function problemOf(
  error: unknown,
  texts: (typeof ticketProblems)[keyof typeof ticketProblems],
): { text: string; hint: string | null; isMissing: boolean } {
  const plain = { hint: null, isMissing: false }
  if (!(error instanceof ApiError)) return { ...plain, text: texts.failed }
  if (error.status === 401) return { ...plain, text: texts.signedOut }
  if (error.code === 'no_answer') return { ...plain, text: texts.failed, hint: error.message }
  return { ...plain, text: error.message, isMissing: error.status === 404 }
}

import { ApiError } from '#web/lib/api-error.ts'

/** What the ticket screens say where the server says nothing (specification, section 8). */
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

/** Why a ticket screen cannot show, and what may help. */
export function problemOf(
  error: unknown,
  texts: (typeof ticketProblems)[keyof typeof ticketProblems],
): { text: string; hint: string | null } {
  if (!(error instanceof ApiError)) return { text: texts.failed, hint: null }
  if (error.status === 401) return { text: texts.signedOut, hint: null }
  if (error.code === 'no_answer') return { text: texts.failed, hint: error.message }
  return { text: error.message, hint: null }
}

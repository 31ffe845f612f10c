import { ApiError } from '#web/lib/api/api-error.ts'

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

/** Why a ticket screen cannot show, and what may help; `isMissing`: asking again would not. */
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

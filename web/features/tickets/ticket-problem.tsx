import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Message } from '#web/ui/display/message.tsx'

interface TicketProblemProps {
  error: unknown
  texts: (typeof ticketProblems)[keyof typeof ticketProblems]
}

/** Shown instead of a ticket that could not be loaded: why, and what to do now. */
export function TicketProblem({ error, texts }: TicketProblemProps) {
  const { text, hint, isMissing } = problemOf(error, texts)
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Message kind="failure">
          <p className="font-medium">{text}</p>
          {hint ? <p>{hint}</p> : null}
        </Message>
      </div>
      {isMissing ? (
        <ButtonLink to={paths.myTickets} variant="secondary">
          Go to My Tickets
        </ButtonLink>
      ) : (
        <TryAgain />
      )}
    </div>
  )
}

/** The messages of the ticket screens if the server gives none (specification, section 8). */
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

/** Why a ticket screen cannot be shown. `isMissing`: trying again would not help. */
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

import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { problemOf, type ticketProblems } from './problem.ts'

interface TicketProblemProps {
  error: unknown
  texts: (typeof ticketProblems)[keyof typeof ticketProblems]
}

/** Shown instead of a ticket that could not be loaded: says why, and what to do now. */
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

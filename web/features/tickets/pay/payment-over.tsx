import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { isOpen } from '#web/features/tickets/application/next-step.ts'
import { OrganizersWord, Sentences } from '#web/features/tickets/application/sentences.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'

/** Shown where there is nothing to pay (any more): what has happened, and what comes next. */
export function PaymentOver({ ticket }: { ticket: Ticket }) {
  const { id, event_id, status, cancel_reason, organizer_word } = ticket
  if (status === 'CANCELLED') {
    return (
      <div className="flex flex-col items-start gap-4">
        <div className="w-full">
          <Message kind="failure">
            <Sentences ticket={ticket} />
            {cancel_reason === 'unpaid' ? (
              <p>As long as registration is open you can apply again. If you have paid, write to the organizer.</p>
            ) : null}
          </Message>
        </div>
        {organizer_word ? <OrganizersWord>{organizer_word}</OrganizersWord> : null}
        <ButtonLink to={paths.event(event_id)}>View Event</ButtonLink>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        {isOpen(status) ? (
          <Message kind="info">
            <p>There is nothing to pay yet.</p>
            <Sentences ticket={ticket} />
          </Message>
        ) : (
          <Message kind="success">There is nothing left to pay. The seat is yours.</Message>
        )}
      </div>
      <ButtonLink to={paths.virtualTicket(id)}>{isOpen(status) ? 'View Application' : 'View Ticket'}</ButtonLink>
    </div>
  )
}

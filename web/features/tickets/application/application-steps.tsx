import { useState } from 'react'
import type { LiveState } from '#contract/events/application.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { isOpen } from './next-step.ts'
import { OrganizersWord, Sentences } from './sentences.tsx'
import { useWithdrawal } from './use-withdrawal.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface ApplicationStepsProps {
  ticket: Ticket
  /** Null where the event can no longer be read. */
  event: CardEvent | null
}

/** What has become of an application, what the organizer wrote, and what its holder can do next. */
export function ApplicationSteps({ ticket, event }: ApplicationStepsProps) {
  const { busy, withdraw } = useWithdrawal(ticket.id)
  // Whoever was asked about their application is not to give up the ticket that has come meanwhile.
  const [asked, setAsked] = useState<LiveState | null>(null)

  const { id, status, organizer_word } = ticket
  const open = isOpen(status)

  async function handleWithdraw() {
    if (open) await withdraw(status)
    setAsked(null)
  }

  // A place in line is left at once: the server keeps a seat that has come before.
  function handleLeave() {
    if (status === 'WAITING') return withdraw(status)
    if (open) setAsked(status)
  }

  return (
    <div className="flex flex-col gap-4">
      <Sentences ticket={ticket} />
      {organizer_word ? <OrganizersWord>{organizer_word}</OrganizersWord> : null}
      <div className="flex flex-wrap gap-2 print:hidden">
        {status === 'UNPAID' ? <ButtonLink to={paths.pay(id)}>Pay now</ButtonLink> : null}
        {event ? (
          <ButtonLink to={paths.event(event.id)} variant="secondary">
            View Event
          </ButtonLink>
        ) : null}
        {open ? (
          <Button variant="quiet" busy={busy && 'Withdrawing...'} onClick={handleLeave}>
            {status === 'WAITING' ? 'Leave the line' : 'Withdraw'}
          </Button>
        ) : null}
      </div>
      {open ? (
        <WithdrawDialog
          open={asked === status}
          state={status}
          eventName={event?.event_name ?? ''}
          busy={busy && 'Withdrawing...'}
          onConfirm={handleWithdraw}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  )
}

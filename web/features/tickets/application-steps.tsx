import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveState } from '#contract/events/application.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { cancelTicket, type Ticket } from '#contract/tickets/tickets.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { isOpen, OrganizersWord, Sentences } from './application-status.tsx'

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

/** Gives up what is no ticket yet, in the state that its holder saw. `busy` lasts until the page shows what has become of it. */
function useWithdrawal(ticketId: number) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function withdraw(state: LiveState) {
    setBusy(true)
    try {
      await call(cancelTicket, { params: { ticketId }, query: { state } })
      notify.success('You have withdrawn from this event.')
      await revalidate()
    } catch (error) {
      const words = messageOf(error, 'Failed to withdraw from the event.')
      if (!(error instanceof ApiError && error.code === 'application_changed')) return notify.failure(words)
      // What has come instead is no failure.
      notify.success(words)
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return { busy, withdraw }
}

interface WithdrawDialogProps {
  open: boolean
  /** Nothing is asked here about a ticket, or a place in line. */
  state: LiveState
  eventName: string
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

const questions = {
  PENDING: {
    title: 'Withdraw your application?',
    label: 'Withdraw',
    text: 'The organizer will not decide about it any more.',
  },
  UNPAID: {
    title: 'Withdraw your application?',
    label: 'Withdraw',
    text: 'The seat is no longer held for you, and somebody else may take it at once. If you have paid already, do not withdraw: wait until your payment is confirmed.',
  },
} as const

/** Asks before an application is withdrawn. A place in line is left without a question. */
export function WithdrawDialog({ state, eventName, ...dialog }: WithdrawDialogProps) {
  const { title, label, text } = questions[state === 'UNPAID' ? state : 'PENDING']
  return (
    <ConfirmDialog {...dialog} title={title} confirmLabel={label}>
      <p className="font-medium text-ink wrap-anywhere">{eventName}</p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

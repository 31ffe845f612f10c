import type { ReactNode } from 'react'
import { fullDate } from '#contract/dates.ts'
import type { Event, EventDetail } from '#contract/events/events.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import type { ToSend } from '#web/features/tickets/questions.tsx'
import { price } from '#web/lib/format/numbers.ts'
import { unbroken } from '#web/lib/format/text.ts'
import { late } from '#web/lib/page/late.tsx'
import { ConfirmDialog, QuestionDialog } from '#web/ui/controls/dialog.tsx'
import type { Outcome } from './use-application.ts'

/** Few events ask questions. */
const AnswerToApply = late(
  async () => (await import('#web/features/tickets/questions.tsx')).AnswerToApply,
  ({ open }) => open,
)

interface BeforeApplyingProps {
  open: boolean
  event: EventDetail
  /** Every seat is taken: the question is whether to join the waiting list. */
  waits: boolean
  /** The names of the guests, as typed. */
  guests: readonly string[]
  busy: string | false
  onApply: (given?: ToSend) => Promise<Outcome>
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** Asked before an application: the event's questions, or if it has none, whether to apply now. */
export function BeforeApplying({ onApply, waits, guests, ...dialog }: BeforeApplyingProps) {
  const { event_name, questions } = dialog.event
  const hasQuestions = questions.length > 0
  const question = hasQuestions ? `Apply for ${event_name}` : `Apply for ${event_name} now?`
  const words = {
    title: waits ? waitTitle(guests.length + 1) : question,
    confirmLabel: waits ? 'Join the waiting list' : 'Apply',
    keepLabel: 'Not Now',
  }

  async function handleConfirm() {
    await onApply()
    dialog.onClose()
  }

  return hasQuestions ? (
    <AnswerToApply
      {...dialog}
      {...words}
      guests={guests}
      onConfirm={async (given) => (await onApply(given)) === 'done'}
    />
  ) : (
    <AskToApply {...dialog} {...words} onConfirm={handleConfirm} />
  )
}

function waitTitle(seats: number): string {
  return seats === 1
    ? 'Every seat is taken. Join the waiting list?'
    : `There are not enough seats. Wait for ${seats} seats together?`
}

interface AskToApplyProps {
  open: boolean
  title: string
  confirmLabel: string
  keepLabel: string
  event: EventDetail
  busy: string | false
  onConfirm: () => void
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** Asks people who pressed Apply Now before logging in, or as the last seat was taken. Only the button in here applies. */
function AskToApply({ event, children, ...question }: AskToApplyProps) {
  return (
    <QuestionDialog {...question}>
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-sm text-ink-soft">Starts</dt>
          <dd>
            <time dateTime={event.start_date_event}>{unbroken(fullDate(event.start_date_event))}</time>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Price</dt>
          <dd>{price(event)}</dd>
        </div>
      </dl>
      {children}
    </QuestionDialog>
  )
}

interface UnapplyDialogProps {
  open: boolean
  event: Event
  /** Null while the ticket is loading, or if it cannot be loaded. */
  ticket: Ticket | null
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

export function UnapplyDialog({ event, ticket, ...dialog }: UnapplyDialogProps) {
  return (
    <ConfirmDialog {...dialog} title="Unapply from this event?" confirmLabel="Unapply">
      <p>
        You give up {ticket && ticket.seats > 1 ? `your ${ticket.seats} seats` : 'your seat'} at{' '}
        <strong className="text-ink">{event.event_name}</strong>, and somebody else may take it at once.{' '}
        {ticket ? (
          <>
            Ticket <strong className="figures whitespace-nowrap text-ink">{ticket.ticket_number}</strong>
            {ticket.seats > 1 ? ' and those of your guests' : ''} will no longer be valid.
          </>
        ) : (
          'Your ticket will no longer be valid.'
        )}
      </p>
      {ticket && ticket.seats > 1 ? <p>To give back only some of them, open your tickets instead.</p> : null}
      {ticket?.paid_at ? (
        <p>
          You have paid for it: the organizer owes you a refund of the price, which is in their list of refunds. If you
          gave no PromptPay number for a refund, they will ask you how to pay you back.
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

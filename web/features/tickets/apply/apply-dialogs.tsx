import type { ReactNode } from 'react'
import { fullDate } from '#contract/dates.ts'
import type { Event, EventDetail } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as m from '#messages/tickets-apply.json'
import type { ToSend } from '#web/features/tickets/questions.tsx'
import { price } from '#web/lib/format/numbers.ts'
import { unbroken } from '#web/lib/format/text.ts'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { ConfirmDialog, QuestionDialog } from '#web/ui/controls/dialog.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import type { Outcome } from './use-application.ts'

/** Few events ask questions. */
const AnswersDialog = onDemand(
  async () => (await import('#web/features/tickets/questions.tsx')).AnswersDialog,
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
  const question = fill(hasQuestions ? m.applyFor : m.applyForNow, { event: event_name })
  const words = {
    title: waits ? waitTitle(guests.length + 1) : question,
    confirmLabel: waits ? m.joinWaitingList : m.apply,
    keepLabel: m.notNow,
  }

  async function handleConfirm() {
    await onApply()
    dialog.onClose()
  }

  return hasQuestions ? (
    <AnswersDialog
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
  return seats === 1 ? m.waitTitle : fill(m.waitTogetherTitle, { seats })
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
          <dt className="text-sm text-ink-soft">{m.starts}</dt>
          <dd>
            <time dateTime={event.start_date_event}>{unbroken(fullDate(event.start_date_event))}</time>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{m.price}</dt>
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
  const seats = ticket?.seats ?? 1
  return (
    <ConfirmDialog {...dialog} title={m.unapplyTitle} confirmLabel={m.unapply}>
      <p>
        <RichText
          text={seats > 1 ? fill(m.giveUpSeats, { seats }) : m.giveUpSeat}
          tags={{
            event: (name) => <strong className="text-ink">{fill(name, { event: event.event_name })}</strong>,
          }}
        />{' '}
        {ticket ? (
          <RichText
            text={seats > 1 ? m.ticketsEnd : m.ticketEnds}
            tags={{
              number: (number) => (
                <strong className="figures whitespace-nowrap text-ink">
                  {fill(number, { number: ticket.ticket_number })}
                </strong>
              ),
            }}
          />
        ) : (
          m.yourTicketEnds
        )}
      </p>
      {seats > 1 ? <p>{m.someSeatsOnly}</p> : null}
      {ticket?.paid_at ? <p>{m.paidForIt}</p> : null}
    </ConfirmDialog>
  )
}

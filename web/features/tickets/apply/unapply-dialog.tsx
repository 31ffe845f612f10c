import type { Event } from '#contract/events/events.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

interface UnapplyDialogProps {
  open: boolean
  event: Event
  /** Null while the ticket is not loaded or cannot be loaded. */
  ticket: Ticket | null
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

export function UnapplyDialog({ event, ticket, ...dialog }: UnapplyDialogProps) {
  return (
    <ConfirmDialog {...dialog} title="Unapply from this event?" confirmLabel="Unapply">
      <p>
        You give up your seat at <strong className="text-ink">{event.event_name}</strong>, and somebody else may take it
        at once.{' '}
        {ticket ? (
          <>
            Ticket <strong className="figures whitespace-nowrap text-ink">{ticket.ticket_number}</strong> will no longer
            be valid.
          </>
        ) : (
          'Your ticket will no longer be valid.'
        )}
      </p>
      {ticket?.paid_at ? (
        <p>
          You have paid for it: the organizer owes you the price back, and sees that in their list of refunds. If you
          gave no PromptPay number for a refund, they will ask you how to pay you back.
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SlipUpload } from './slip-upload.tsx'

/** What there is about paying one's own application: a slip to send, or the receipt. A ticket that was kept on the device by an
 *  older version says nothing of it. */
export function TicketPayment({ ticket }: { ticket: Pick<Ticket, 'id' | 'status' | 'slip' | 'paid_at'> }) {
  if (ticket.status === 'UNPAID') return <SlipUpload ticket={ticket} />
  if (!ticket.paid_at) return null
  return (
    <ButtonLink to={paths.receipt(ticket.id)} variant="secondary" className="print:hidden">
      View Receipt
    </ButtonLink>
  )
}

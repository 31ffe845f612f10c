import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** The way to the receipt of one's own ticket, where it was paid. A ticket that was kept on the device by an older version says
 *  nothing of it. */
export function ReceiptLink({ ticket }: { ticket: Pick<Ticket, 'id' | 'paid_at'> }) {
  if (!ticket.paid_at) return null
  return (
    <ButtonLink to={paths.receipt(ticket.id)} variant="secondary" className="self-start print:hidden">
      View Receipt
    </ButtonLink>
  )
}

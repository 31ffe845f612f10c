import type { Ticket } from '#contract/tickets/tickets.ts'
import { ReceiptLink } from '#web/features/tickets/receipt/receipt-link.tsx'
import { SlipState } from './slip-state.tsx'
import { SlipUpload } from './slip-upload.tsx'

interface TicketPaymentProps {
  ticket: Pick<Ticket, 'id' | 'status' | 'slip' | 'paid_at'>
  /** The ticket is one that was kept on the device, because the server does not answer. */
  isKept: boolean
}

/** What there is about paying one's own application: a slip to send, or the receipt. */
export function TicketPayment({ ticket, isKept }: TicketPaymentProps) {
  // It stays when the network goes: somebody may be reading there that their slip was not sent.
  if (ticket.status === 'UNPAID') {
    return (
      <div className="flex flex-col gap-4">
        <SlipState slip={ticket.slip} />
        <SlipUpload ticket={ticket} />
      </div>
    )
  }
  return isKept ? null : <ReceiptLink ticket={ticket} />
}

import { type Payment, showPayment } from '#contract/tickets/payments.ts'
import { showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import { ticketName } from '#web/features/tickets/list/ticket-name.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { lastSeen, type Stale } from '#web/lib/offline/last-seen.ts'

export interface LoadedPayment {
  ticket: Ticket
  /** Null where there is nothing to pay. */
  due: { payment: Payment; code: string } | null
  /** Set where this is what was kept, because the server does not answer; otherwise null. */
  stale: Stale | null
}

/** An application with how it is paid for. The code's library is loaded by this page alone. */
export async function loadPayment(ticketId: string): Promise<LoadedPayment> {
  const loadTicket = () => call(showTicket, { params: { ticketId } })
  const { value: ticket, stale } = await lastSeen(ticketName(ticketId), loadTicket)
  if (ticket.status !== 'UNPAID') return { ticket, due: null, stale }
  try {
    const loadDue = () => call(showPayment, { params: { ticketId } })
    const [{ value: payment, stale: older }, { promptPayCode }] = await Promise.all([
      // With a ticket that was kept this does not wait for the network again.
      lastSeen(`payment ${ticketId}`, loadDue, stale === null ? undefined : 0),
      import('#web/lib/format/promptpay.ts'),
    ])
    const code = promptPayCode(payment.promptpay_id, payment.amount_satang)
    return { ticket, due: { payment, code }, stale: stale ?? older }
  } catch (error) {
    // It was paid, or its time ran out, between the two answers.
    const isOver = error instanceof ApiError && error.code === 'nothing_to_pay'
    if (!isOver) throw error
    return { ticket: await loadTicket(), due: null, stale: null }
  }
}

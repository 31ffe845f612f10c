import { type Payment, showPayment } from '#contract/tickets/payment.ts'
import { showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'

export interface LoadedPayment {
  ticket: Ticket
  /** Null where there is nothing to pay. */
  due: { payment: Payment; code: string } | null
}

/** An application with how it is paid for. The code's library is loaded by this page alone. */
export async function loadPayment(ticketId: string): Promise<LoadedPayment> {
  const ticket = await call(showTicket, { params: { ticketId } })
  if (ticket.status !== 'UNPAID') return { ticket, due: null }
  try {
    const [payment, { promptPayCode }] = await Promise.all([
      call(showPayment, { params: { ticketId } }),
      import('#web/lib/format/promptpay.ts'),
    ])
    return { ticket, due: { payment, code: promptPayCode(payment.promptpay_id, payment.amount_satang) } }
  } catch (error) {
    // It was paid, or its time ran out, between the two answers.
    const isOver = error instanceof ApiError && error.code === 'nothing_to_pay'
    if (!isOver) throw error
    return { ticket: await call(showTicket, { params: { ticketId } }), due: null }
  }
}
